// The panel beside the board of a live game: notices, moves, buttons. `table` is the game, see
// play.js.

import { go, here } from '../app.js';
import { readPosition } from '../board/history.js';
import { post } from '../lib/api.js';
import { peers } from '../lib/backend.js';
import { h, patch } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { change, settings } from '../lib/settings.js';
import { browserTokens, keepTokens } from '../lib/tokens.js';
import { isAgainstPeople } from './names.js';
import { reasonText, resultText } from './parts.js';
import { friendNotices, isLocal, nameNotice, offers, peopleRow } from './play-people.js';

/** @typedef {import('./play.js').Table} Table */

/** The moves, a row for each round. @param {Table} table */
export function moveRows(table) {
  const { moves, position, start } = table.state;
  const { first } = readPosition(start);
  const many = position.seats.length;
  const from = position.seats.indexOf(first);
  const shown = table.viewed?.ply ?? moves.length;
  const cell = (ply) => {
    if (ply < 0 || ply >= moves.length) return h('span.move', ply < 0 ? '…' : '');
    const current = ply + 1 === shown ? 'true' : null;
    const look = () => table.look(ply + 1);
    return h('button.move', { 'aria-current': current, onclick: look }, moves[ply]);
  };
  const rows = Math.ceil((moves.length + from) / many);
  return Array.from({ length: rows }, (_, row) =>
    h(
      'li',
      h('span.number', `${row + 1}.`),
      Array.from({ length: many }, (_, seat) => cell(row * many + seat - from)),
    ),
  );
}

/**
 * The buttons that make sense now: `main` has those that matter most. The one that has the focus
 * keeps it.
 * @param {HTMLElement} element
 * @param {HTMLElement} main
 * @param {Table} table
 */
export function drawActions(element, main, table) {
  const { state } = table;
  const over = Boolean(state.result);
  const active = document.activeElement;
  const focused = element.contains(active) || main.contains(active) ? active.id : null;
  patch(element, h('div.tool-row', toolButtons(table)));
  if (over && table.plays()) patch(main, overButtons(table));
  else patch(main, table.controls() && !over ? watchButtons(table) : null);
  if (focused) document.getElementById(focused)?.focus();
}

function button(id, picture, run, more = {}) {
  return h('button', { id, onclick: run, ...more }, icon(picture), h('span', more.label ?? t(id)));
}

/** The game is over: play again, look at it again, or something else. */
function overButtons(table) {
  const link = (id, picture, href, className = '') =>
    h('a', { class: `button ${className}`, id, href }, icon(picture), h('span', t(id)));
  const next = table.state.rematch;
  const again = () => table.send('rematch');
  const { yours } = table.state;
  // The review addresses the player as "you".
  const as = yours.length === 1 ? `&as=${yours[0]}` : '';
  const review = `${analysisAddress(table)}&review${as}`;
  return h(
    'div.main-row',
    next
      ? link('rematch', 'rematch', `/play/${next}`, 'primary')
      : button('rematch', 'rematch', again, { class: 'primary' }),
    h('a.button#analyse', { href: review }, icon('analyse'), h('span', t('review'))),
    link('new-game', 'play', '/'),
  );
}

function watchButtons(table) {
  const { paused } = table.state;
  return h(
    'div.main-row',
    paused
      ? button('resume', 'play', () => table.send('resume'), { class: 'primary' })
      : button('pause', 'pause', () => table.send('pause'), { class: 'primary' }),
    button('step', 'step', () => table.send('step'), { disabled: !paused }),
  );
}

function toolButtons(table) {
  const { state } = table;
  const over = Boolean(state.result);
  const plays = table.plays();
  const people = isAgainstPeople(state);
  const own = state.yours.includes(state.to_move);
  const toUndo = state.moves.length > 0 && table.hasMoved();
  const analysis = analysisAddress(table);
  return [
    plays && !over && state.position.pass && own
      ? button('pass', 'forward', () => table.play('pass'), { class: 'primary' })
      : null,
    plays && !over
      ? button('undo', 'undo', () => table.send('undo'), {
          disabled: !toUndo,
          label: t(people ? 'takeback' : 'undo'),
        })
      : null,
    plays && !over && !people
      ? button('hint', 'hint', () => table.send('hint'), { disabled: !own })
      : null,
    plays && !over && people && !hasComputer(state)
      ? button('draw', 'draw', () => table.send('draw'), {
          disabled: state.offers.draw.some((seat) => state.yours.includes(seat)),
        })
      : null,
    plays && !over ? button('resign', 'flag', () => table.resign()) : null,
    button('flip', 'flip', () => table.flip()),
    button('paths', 'paths', () => change({ paths: !settings.paths }), {
      'aria-pressed': settings.paths,
    }),
    !over && people
      ? null
      : over && plays
        ? null
        : h(
            'a.button#analyse',
            { href: over ? `${analysis}&review` : analysis },
            icon('analyse'),
            h('span', t(over ? 'review' : 'analyse')),
          ),
  ];
}

/** A guest's browser does not keep the game, so its address has the moves. */
function analysisAddress({ id, state }) {
  if (!peers?.isGuest(id)) return `/analysis?store=${id}`;
  const moves = `[Position "${state.start}"]\n\n${state.moves.join(' ')}`;
  return `/analysis?${new URLSearchParams({ moves })}`;
}

function hasComputer({ seats }) {
  return Object.values(seats).some((who) => who.computer);
}

/** The notices for the player. @param {Table} table */
export function notices(table) {
  const { state } = table;
  return [
    table.lost
      ? h(
          'p.notice.bad#connection-lost',
          t(peers?.isGuest(table.id) ? 'invite.lost' : 'connection.lost'),
        )
      : null,
    state
      ? [
          // The panel grows upwards, so the most changeable notices are first.
          viewNotice(table),
          offers(table),
          watchers(state),
          resultNotice(state),
          table.coach.notice(),
          spectatorNotice(table),
          friendNotices(table),
          nameNotice(table),
          peopleRow(table),
        ]
      : null,
  ];
}

function resultNotice(state) {
  const { result } = state;
  if (!result) return null;
  return h(
    'div.notice.result#result',
    h('b', resultText(result, state)),
    h('span', reasonText(state)),
  );
}

function spectatorNotice({ id, state, tokens, elsewhere }) {
  if (state.yours.length || tokens.length) return null;
  const takeOver = () => {
    keepTokens(id, browserTokens(id));
    go(here());
  };
  const empty = Object.values(state.seats).some((who) => !who.computer && !who.here);
  return h(
    'p.notice#spectating',
    t('spectating'),
    ' ',
    elsewhere ? h('button', { onclick: takeOver }, t('play.here')) : null,
    empty && !state.result && !elsewhere && isLocal()
      ? h('button#claim', { onclick: () => claim(id) }, t('play.here'))
      : null,
  );
}

/** Takes the seats of a game that was begun in a terminal, or in another browser here. */
async function claim(id) {
  const { tokens } = await post(`games/${encodeURIComponent(id)}/claim`, {});
  keepTokens(id, Object.values(tokens));
  go(here());
}

function viewNotice(table) {
  if (!table.viewed) return null;
  const back = () => table.look(null);
  return h(
    'p.notice.viewing',
    t('viewing', { ply: table.viewed.ply }),
    ' ',
    h('button', { onclick: back }, t('viewing.back')),
  );
}

/** Spectators know that they are there; the others are worth a word. */
function watchers({ spectators, yours }) {
  const others = spectators - (yours.length ? 0 : 1);
  return others > 0 ? h('p.watchers', t('spectators', { n: others })) : null;
}

/** How fast a game of computer players goes. */
export function paceControl(set) {
  const input = h('input', {
    type: 'range',
    min: 0,
    max: 3000,
    step: 100,
    onchange: () => set(Number(input.value)),
  });
  const element = h('label.pace', { hidden: true }, t('pace'), input);
  return {
    element,
    /** While the slider is held it stays where it is. */
    show(shown, pace) {
      element.hidden = !shown;
      if (document.activeElement !== input) input.value = pace;
    },
  };
}
