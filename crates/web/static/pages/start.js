// The first view: choose an opponent and play. One click suffices, because everything has a
// sensible value already.

import { go } from '../app.js';
import { computerPlayers, post } from '../lib/api.js';
import { choice, fill, h, toast } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { change, settings } from '../lib/settings.js';
import { keepTokens } from '../lib/tokens.js';
import { computerName } from './parts.js';

const DEFAULTS = { opponent: 'level', level: 3, player: null, side: 'South', clock: 'none', minutes: 5, increment: 3, board: '9x9', four: {} };
const SMALL = { '5x5': 3, '7x7': 6 };
const CLOCKS = ['none', '1+0', '3+2', '5+3', '10+5', 'own'];
const FOUR = ['South', 'West', 'North', 'East'];

export async function open(host) {
  const wishes = { ...DEFAULTS, ...settings.start };
  const { levels, players } = await computerPlayers();
  const form = h('form', { class: 'start', onsubmit: begin });
  fill(host, h('div', { class: 'page start-page' },
    h('div', { class: 'hero' }, h('h1', {}, t('start.title')), h('p', {}, t('start.rules'))), form));
  draw();

  function wish(changes) {
    Object.assign(wishes, changes);
    change({ start: wishes });
    draw();
  }

  function draw() {
    const focused = document.activeElement?.closest('[data-part]')?.dataset.part;
    const four = wishes.board === 'four';
    fill(form,
      part('board', t('start.board'), choice({
        label: t('start.board'), value: wishes.board, onpick: (board) => wish({ board }),
        options: [['9x9', '9×9'], ['7x7', '7×7'], ['5x5', '5×5'], ['four', t('start.four')]],
      })),
      four ? part('seats', t('start.seats'), seatChoices()) : [part('opponent', t('start.opponent'), opponentChoice()), opponentDetails()],
      four ? null : part('side', t('start.side'), choice({
        label: t('start.side'), value: wishes.side, onpick: (side) => wish({ side }),
        options: [['South', t('side.first')], ['North', t('side.second')], ['random', t('side.random')]],
      })),
      part('clock', t('start.clock'), choice({
        label: t('start.clock'), value: wishes.clock, onpick: (clock) => wish({ clock }),
        options: CLOCKS.map((clock) => [clock, clock === 'none' ? t('clock.none') : clock === 'own' ? t('clock.own') : clock]),
      }), wishes.clock === 'own' ? ownClock() : null),
      h('button', { type: 'submit', class: 'primary play-button', id: 'play' }, t('start.play')));
    if (focused) form.querySelector(`[data-part=${focused}] [aria-checked=true]`)?.focus();
  }

  function part(name, label, ...controls) {
    return h('fieldset', { 'data-part': name }, h('legend', {}, label), controls);
  }

  function opponentChoice() {
    return choice({
      label: t('start.opponent'), value: wishes.opponent, onpick: (opponent) => wish({ opponent }),
      options: [['level', t('opponent.level')], ['player', t('opponent.player')], ['here', t('opponent.here')], ['friend', t('opponent.friend')]],
    });
  }

  function opponentDetails() {
    if (wishes.opponent === 'level') {
      const level = levels.find((each) => each.level === wishes.level) ?? levels[0];
      return part('level', t('start.level'), choice({
        label: t('start.level'), value: wishes.level, className: 'levels', onpick: (value) => wish({ level: value }),
        options: levels.map((each) => [each.level, String(each.level), strength(each)]),
      }), h('p', { class: 'note' }, [t(`level.about.${aboutLevel(level.level)}`), strength(level)].filter(Boolean).join(' · ')));
    }
    if (wishes.opponent === 'player') {
      const able = players.filter((each) => each.seats.includes(2));
      const chosen = able.find((each) => each.name === wishes.player) ?? able[0];
      return part('player', t('start.player'),
        h('select', { 'aria-label': t('start.player'), onchange: (event) => wish({ player: event.target.value }) },
          able.map((each) => h('option', { value: each.name, selected: each === chosen }, each.name))),
        h('p', { class: 'note' }, chosen.summary));
    }
    return h('p', { class: 'note' }, t(wishes.opponent === 'here' ? 'opponent.here.note' : 'opponent.friend.note'));
  }

  function seatChoices() {
    const able = players.filter((each) => each.seats.includes(4));
    return h('div', { class: 'seat-choices' }, FOUR.map((seat) => h('label', {},
      h('span', { class: `dot ${seat}` }), h('span', {}, seatName(seat)),
      h('select', { onchange: (event) => wish({ four: { ...wishes.four, [seat]: event.target.value } }) },
        ['human', 'link', ...able.map((each) => each.name)].map((who) =>
          h('option', { value: who, selected: who === fourWish(seat, able) }, who === 'human' ? t('seat.human') : who === 'link' ? t('seat.link') : computerName(who)))))));
  }

  function fourWish(seat, able) {
    const usual = able.find((each) => each.name === 'hola-2016-heuristic') ?? able[0];
    return wishes.four[seat] ?? (seat === 'South' || !usual ? 'human' : usual.name);
  }

  function ownClock() {
    const field = (name, label, most, step) => h('label', {}, label, ' ',
      h('input', { type: 'number', min: name === 'minutes' ? 0.5 : 0, max: most, step, required: true, value: wishes[name], onchange: (event) => wish({ [name]: Number(event.target.value) }) }));
    return h('div', { class: 'own-clock' }, field('minutes', t('clock.minutes'), 180, 0.5), field('increment', t('clock.increment'), 180, 1));
  }

  async function begin(event) {
    event.preventDefault();
    const button = form.querySelector('#play');
    button.disabled = true;
    try {
      const { request, links } = wishedGame();
      const { game, tokens } = await post('games', request);
      const friends = links.filter((seat) => tokens[seat]);
      keepTokens(game, Object.entries(tokens).filter(([seat]) => !friends.includes(seat)).map(([, token]) => token));
      keepLinks(game, Object.fromEntries(friends.map((seat) => [seat, tokens[seat]])));
      go(`/play/${game}`);
    } catch (error) {
      toast(error.message, 'bad');
      button.disabled = false;
    }
  }

  function fourSeats() {
    const able = players.filter((each) => each.seats.includes(4));
    return FOUR.map((seat) => [seat, fourWish(seat, able)]);
  }

  /** What to ask the server for, and which seats are for friends. */
  function wishedGame() {
    const clock = wishes.clock === 'none' ? null : wishes.clock === 'own'
      ? { minutes: wishes.minutes, increment: wishes.increment }
      : { minutes: Number(wishes.clock.split('+')[0]), increment: Number(wishes.clock.split('+')[1]) };
    if (wishes.board === 'four') {
      const seats = Object.fromEntries(fourSeats().map(([seat, who]) => [seat, who === 'human' || who === 'link' ? { human: seatName(seat) } : { computer: who }]));
      return { request: { game: { board: '9x9', players: 4 }, seats, clock }, links: fourSeats().filter(([, who]) => who === 'link').map(([seat]) => seat) };
    }
    const own = wishes.side === 'random' ? (Math.random() < 0.5 ? 'South' : 'North') : wishes.side;
    const other = own === 'South' ? 'North' : 'South';
    const opponent = {
      level: () => ({ computer: (levels.find((each) => each.level === wishes.level) ?? levels[0]).player }),
      player: () => ({ computer: wishes.player ?? players.find((each) => each.seats.includes(2)).name }),
      here: () => ({ human: seatName(other) }),
      friend: () => ({ human: t('friend') }),
    }[wishes.opponent]();
    const me = settings.name || (wishes.opponent === 'here' ? seatName(own) : t('me'));
    const game = { board: wishes.board, players: 2, ...(SMALL[wishes.board] ? { walls: SMALL[wishes.board] } : {}) };
    return { request: { game, seats: { [own]: { human: me }, [other]: opponent }, clock }, links: wishes.opponent === 'friend' ? [other] : [] };
  }
}

function keepLinks(game, links) {
  if (Object.keys(links).length) sessionStorage.setItem(`quoridor.links.${game}`, JSON.stringify(links));
}

/** What was measured of a level: its games against the level below. Nothing is below the first. */
function strength({ level, against_below: measured }) {
  if (level === 1) return undefined;
  if (!measured) return t('level.unmeasured');
  const percent = (share) => (100 * share).toFixed(0);
  return t('level.measured', { score: percent(measured.score), margin: percent(measured.margin), below: level - 1, games: measured.games });
}

function aboutLevel(level) {
  return level <= 2 ? 'easy' : level <= 5 ? 'medium' : level <= 8 ? 'hard' : 'hardest';
}
