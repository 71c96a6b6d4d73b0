// The engine: on or off, its best lines, the heat map.

import { computerPlayers } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { figures } from '../pages/inside.js';
import { computerName, shareOf, valueText } from '../pages/parts.js';

const WORST = 3;

export async function engineCard(desk, engine, board, bar) {
  const { players } = await computerPlayers();
  const wishes = { on: false, heat: false, lines: 3, player: '' };
  let question = 0;
  let heatQuestion = 0;
  let lines = [];
  let news = null;

  const toggle = h('button', { type: 'button', id: 'engine', 'aria-pressed': 'false', onclick: () => setOn(!wishes.on) }, t('engine.on'));
  const heat = h('button', { type: 'button', id: 'heat', 'aria-pressed': 'false', onclick: () => setHeat(!wishes.heat) }, t('engine.heat'));
  const list = h('ol', { class: 'lines', id: 'lines' });
  const speed = h('p', { class: 'note', id: 'engine-figures' });
  const options = h('div', { class: 'engine-options' });
  const element = h('section', { class: 'card engine', 'aria-label': t('engine') }, h('header', {}, h('h2', {}, t('engine')), toggle, heat), options, list, speed);

  /** Whether all moves can be compared: the player who does so plays with two. */
  function canHeat() {
    return desk.position.seats.length === 2;
  }

  function drawOptions() {
    heat.disabled = !canHeat();
    heat.title = canHeat() ? '' : t('analysis.two');
    const able = players.filter((player) => player.seats.includes(desk.position.seats.length));
    if (!able.some((player) => player.name === wishes.player)) wishes.player = (able.find((player) => player.name === 'alphabeta') ?? able.find((player) => player.name === 'respall-2018') ?? able[0]).name;
    fill(options,
      h('label', {}, t('engine.lines'), h('select', { onchange: (event) => { wishes.lines = Number(event.target.value); ask(); } },
        [1, 2, 3, 5, 8].map((n) => h('option', { value: n, selected: n === wishes.lines }, n)))),
      h('label', {}, t('engine.player'), h('select', { id: 'engine-player', onchange: (event) => { wishes.player = event.target.value; ask(); } },
        able.map(({ name }) => h('option', { value: name, selected: name === wishes.player }, computerName(name))))));
  }

  function setOn(on) {
    wishes.on = on;
    toggle.setAttribute('aria-pressed', on);
    ask();
  }

  function setHeat(on) {
    wishes.heat = on;
    heat.setAttribute('aria-pressed', on);
    askHeat();
  }

  function ask() {
    engine.stop(question);
    lines = [];
    news = null;
    if (wishes.on && !desk.position.result) {
      question = engine.ask({ type: 'analyse', game: desk.game(), lines: wishes.lines, seconds: 60, player: wishes.player }, heard);
    }
    draw();
  }

  function heard(message) {
    if (message.type === 'queued') news = { queued: message.ahead };
    else if (message.type === 'error') news = { error: message.error };
    else if (message.type === 'progress') {
      lines[message.rank - 1] = message;
      news = message;
    } else if (message.type === 'done') {
      const { decision } = message;
      if (!lines.length && decision) lines = [{ ...decision, rank: 1 }];
      news = { ...(news ?? {}), ...(news?.depth ? {} : decision), done: true };
    }
    draw();
  }

  function askHeat() {
    engine.stop(heatQuestion);
    board.set({ heat: null });
    if (!wishes.heat || !canHeat() || desk.position.result) return;
    heatQuestion = engine.ask({ type: 'heat', game: desk.game(), depth: 2 }, (message) => {
      if (message.type === 'heat') board.set({ heat: new Map(message.moves.map(({ move, loss }) => [move, Math.min(1, Math.sqrt(loss / WORST))])) });
      else if (message.type === 'error') { news = { error: message.error }; draw(); }
    });
  }

  function draw() {
    const shown = lines.filter((line) => line?.line?.length);
    drawLines(shown);
    speed.textContent = news?.error ?? (!wishes.on ? '' : news?.queued ? t('engine.queued', { n: news.queued }) : figures(news ?? {}) || exactText());
    board.set({ lines: shown.map((line, index) => ({ moves: line.line, rank: index + 1 })) });
    drawBar(shown[0]);
  }

  // Lines change many times a second: their buttons stay, so that a press and its release meet the
  // same one.
  function drawLines(shown) {
    while (list.children.length > shown.length) list.lastChild.remove();
    while (list.children.length < shown.length) list.append(lineButton(list.children.length));
    shown.forEach((line, place) => {
      const [value, moves] = list.children[place].firstChild.children;
      value.textContent = worth(line);
      moves.textContent = line.line.join(' ');
    });
  }

  function lineButton(place) {
    const play = () => desk.playLine(lines.filter((line) => line?.line?.length)[place].line.slice(0, 8));
    return h('li', {}, h('button', { type: 'button', title: t('engine.play-line'), onclick: play },
      h('span', { class: 'worth' }), h('span', { class: 'line' })));
  }

  function exactText() {
    const { exact } = desk.position;
    return exact?.winner ? t('status.exact', { player: seatName(exact.winner), n: exact.plies }) : '';
  }

  function worth(line) {
    const { seats, turn } = desk.position;
    const proof = line.value?.win_in ?? line.value?.loss_in;
    if (proof !== undefined && seats.length === 2) {
      const winner = 'win_in' in line.value ? turn : seats.find((seat) => seat !== turn);
      return t('wins.short', { player: seatName(winner), n: proof });
    }
    return valueText(line.south ?? line.value);
  }

  function drawBar(best) {
    const { exact, result, seats } = desk.position;
    bar.element.hidden = seats.length !== 2;
    const settled = result?.winner ?? exact?.winner;
    const value = settled ? (settled === 'South' ? { win_in: 0 } : { loss_in: 0 }) : best?.south ?? desk.node.children[0]?.review?.south ?? null;
    bar.set(shareOf(value), value ? (best ? worth(best) : '') : '');
  }

  desk.on((what) => {
    if (what === 'changed') {
      drawBar(lines[0]);
      return;
    }
    drawOptions();
    ask();
    askHeat();
  });
  drawOptions();
  draw();
  return { element, toggle: () => setOn(!wishes.on), toggleHeat: () => canHeat() && setHeat(!wishes.heat), off: () => { setOn(false); setHeat(false); } };
}

/** The bar beside the board: how much of it is South's. */
export function evalBar() {
  const share = h('div', { class: 'share' });
  const element = h('div', { class: 'eval-bar', role: 'meter', 'aria-label': t('eval.bar'), 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': 50 }, share, h('div', { class: 'middle' }));
  return {
    element,
    set(value, text) {
      share.style.height = `${(value * 100).toFixed(1)}%`;
      element.setAttribute('aria-valuenow', Math.round(value * 100));
      element.title = text;
    },
    flip(flipped) {
      element.classList.toggle('flipped', flipped);
    },
  };
}
