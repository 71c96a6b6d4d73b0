// The engine: on or off, its best lines, those of a second engine beside them, and the bar beside
// the board.

import { readPosition, shownPosition } from '../board/history.js';
import { computerPlayers } from '../lib/api.js';
import { fill, h, select } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { figures } from '../pages/inside.js';
import { computerName } from '../pages/names.js';
import { EngineAnswer } from './engine-answer.js';
import { engineLines, worth } from './engine-lines.js';
import { heatMap } from './heat-map.js';

const SECONDS = 60;
const STRONGEST = ['champion', 'respall-2018'];

/**
 * @param {import('./analysis.js').Analysis} analysis
 * @param {import('./engine.js').Engine} engine
 * @param {import('../board/board.js').Board} board
 * @param {ReturnType<typeof evalBar>} bar
 */
export async function engineCard(analysis, engine, board, bar) {
  const { players } = await computerPlayers();
  const wishes = { on: false, lines: 3, player: '', second: '' };
  const first = new EngineAnswer(engine, draw);
  const second = new EngineAnswer(engine, draw);

  const toggle = h(
    'button#engine',
    { 'aria-pressed': 'false', onclick: () => setOn(!wishes.on) },
    t('engine.on'),
  );
  const failed = (error) => {
    first.news = { error };
    draw();
  };
  const heat = heatMap(analysis, engine, board, failed);
  const onMoves = { play: (moves) => analysis.playLine(moves), preview };
  const list = engineLines(onMoves);
  const secondName = h('h3#second-name', { hidden: true });
  const secondList = engineLines(onMoves, 'second-lines');
  const idle = h('p.note.idle', t('engine.idle'));
  const speed = h('p.note#engine-figures');
  const options = h('div.engine-options');
  const element = h(
    'section.card.engine',
    { 'aria-label': t('engine') },
    h('header', h('h2', t('engine')), toggle, ...heat.toggles),
    h('div.lines-box', list.element, idle, secondName, secondList.element),
    h('div.engine-foot', speed, options),
  );

  function drawOptions() {
    const able = players.filter((player) => player.seats.includes(analysis.position.seats.length));
    const known = (name) => able.some((player) => player.name === name);
    if (!known(wishes.player)) wishes.player = STRONGEST.find(known) ?? able[0].name;
    if (!known(wishes.second)) wishes.second = '';
    const list = (id, label, name, options) =>
      select({ id, 'aria-label': t(label) }, options, wishes[name], (value) => {
        wishes[name] = value;
        ask();
      });
    const counts = [1, 2, 3, 5, 8].map((n) => [n, t('engine.lines.count', { n })]);
    const names = able.map(({ name }) => [name, computerName(name)]);
    fill(
      options,
      list(null, 'engine.lines', 'lines', counts),
      list('engine-player', 'engine.player', 'player', names),
      list('second-player', 'engine.second', 'second', [['', t('engine.second.none')], ...names]),
    );
  }

  function setOn(on) {
    wishes.on = on;
    toggle.setAttribute('aria-pressed', String(on));
    ask();
  }

  function ask() {
    const wanted = wishes.on && !analysis.position.result;
    const about = { game: analysis.game(), lines: Number(wishes.lines), seconds: SECONDS };
    const question = (player) => wanted && player && { type: 'analyse', ...about, player };
    first.ask(question(wishes.player));
    second.ask(question(wishes.second));
    draw();
  }

  /** The values and moves of lines, as the list shows them. */
  function rows(lines) {
    return lines.map((line) => ({ value: valueOf(line), moves: line.line }));
  }

  function valueOf(line) {
    return worth(line, analysis.position, Boolean(wishes.second));
  }

  function draw() {
    const { news, shown } = first;
    list.show(rows(shown));
    idle.hidden = shown.length > 0;
    idle.textContent = wishes.on ? exactText() || t('engine.waiting') : t('engine.idle');
    const waiting = news?.queued ? t('engine.queued', { n: news.queued }) : '';
    speed.textContent = news?.error ?? (wishes.on ? waiting || figures(news ?? {}) : '');
    secondName.hidden = !wishes.on || !wishes.second;
    secondName.textContent = secondTitle();
    secondList.show(rows(second.shown));
    board.set({ lines: shown.map((line, index) => ({ moves: line.line, rank: index + 1 })) });
    drawBar(shown[0]);
  }

  function secondTitle() {
    if (!wishes.second) return '';
    const { news } = second;
    const rest = news?.error ?? figures(news ?? {});
    return [computerName(wishes.second), rest].filter(Boolean).join(' · ');
  }

  /** Shows the position that a line leads to, without going there. */
  function preview(moves) {
    const { position } = analysis;
    if (!moves) {
      analysis.tell('shown');
      return;
    }
    const shown = shownPosition(readPosition(position.position), moves);
    board.set({ position: { ...position, ...shown }, movable: false, lines: [] });
  }

  function exactText() {
    const { exact } = analysis.position;
    const player = exact?.winner && seatName(exact.winner);
    return player ? t('status.exact', { player, n: exact.plies }) : '';
  }

  function drawBar(best) {
    const { exact, result, seats } = analysis.position;
    bar.element.hidden = seats.length !== 2;
    const settled = result?.winner ?? exact?.winner;
    const known = best?.chance ?? analysis.node.children[0]?.review?.chance ?? 0.5;
    const share = settled ? Number(settled === 'South') : known;
    bar.set(share, best ? valueOf(best) : '');
  }

  analysis.on((what) => {
    if (what === 'shown') {
      draw();
      return;
    }
    if (what === 'changed') {
      drawBar(first.lines[0]);
      return;
    }
    drawOptions();
    ask();
    heat.ask();
  });
  drawOptions();
  draw();
  return {
    element,
    legend: heat.legend,
    toggle: () => setOn(!wishes.on),
    toggleHeat: heat.flip,
    off: () => {
      setOn(false);
      heat.set(null);
    },
  };
}

/** The bar beside the board: South's share of the winning chances. */
export function evalBar() {
  const share = h('div.share');
  const number = h('span.number', { 'aria-hidden': 'true' });
  const element = h(
    'div.eval-bar',
    {
      role: 'meter',
      'aria-label': t('eval.bar'),
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 50,
    },
    share,
    h('div.middle'),
    number,
  );
  return {
    element,
    set(value, text) {
      share.style.height = `${(value * 100).toFixed(1)}%`;
      element.setAttribute('aria-valuenow', Math.round(value * 100));
      element.title = text;
      number.textContent = text ? Math.round(value * 100) : '';
    },
    flip(flipped) {
      element.classList.toggle('flipped', flipped);
    },
  };
}
