// What stands beside the board of a live game: notices, moves, buttons. `table` is the game, see
// play.js.

import { go } from '../app.js';
import { startOf } from '../board/drawing.js';
import { h, renew, toast } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { change, settings } from '../lib/settings.js';
import { browserTokens, keepTokens } from '../lib/tokens.js';
import { playerName, resultText } from './parts.js';

/** The words by which the server's reasons are known. */
const REASONS = ['resigns', 'on-time', 'goal', 'repetition', 'move-cap'];

/** The moves, a row for each round. */
export function moveRows(table) {
  const { moves, position, start } = table.state;
  const { first } = startOf(start, position.seats);
  const many = position.seats.length;
  const from = position.seats.indexOf(first);
  const shown = table.viewed?.ply ?? moves.length;
  const cell = (ply) => (ply >= 0 && ply < moves.length
    ? h('button', { type: 'button', class: 'move', 'aria-current': ply + 1 === shown ? 'true' : null, onclick: () => table.look(ply + 1) }, moves[ply])
    : h('span', { class: 'move' }, ply < 0 ? '…' : ''));
  return Array.from({ length: Math.ceil((moves.length + from) / many) }, (_, row) =>
    h('li', {}, h('span', { class: 'number' }, `${row + 1}.`), Array.from({ length: many }, (_, seat) => cell(row * many + seat - from))));
}

/** The buttons that make sense now. The one that has the focus keeps it. */
export function drawActions(element, table) {
  const { state } = table;
  const over = Boolean(state.result);
  const humans = Object.values(state.seats).filter((who) => !who.computer).length;
  const button = (name, run, more = {}) => h('button', { type: 'button', id: name, onclick: run, ...more }, t(name));
  const focused = element.contains(document.activeElement) ? document.activeElement.id : null;
  renew(element,
    table.plays() ? [
      over ? button('rematch', () => table.send('rematch'), { class: 'primary' }) : null,
      button('undo', () => table.send('undo'), { disabled: !state.moves.length || (over && humans > state.yours.length) }),
      !over && state.position.pass && state.yours.includes(state.to_move) ? button('pass', () => table.play('pass'), { class: 'primary' }) : null,
      over ? null : button('hint', () => table.send('hint'), { disabled: !state.yours.includes(state.to_move) }),
      over ? null : button('resign', () => table.resign()),
    ] : null,
    table.controls() && !over ? [
      button(state.paused ? 'resume' : 'pause', () => table.send(state.paused ? 'resume' : 'pause'), { class: 'primary' }),
      button('step', () => table.send('step'), { disabled: !state.paused }),
    ] : null,
    button('flip', () => table.flip()),
    h('button', { type: 'button', id: 'paths', 'aria-pressed': settings.paths, onclick: () => change({ paths: !settings.paths }) }, t('paths')),
    h('a', { class: 'button', id: 'analyse', href: `/analysis?store=${table.id}${over ? '&review' : ''}` }, t(over ? 'review' : 'analyse')),
    over ? h('a', { class: 'button', href: '/', id: 'new-game' }, t('new-game')) : null);
  if (focused) document.getElementById(focused)?.focus();
}

/** What the player should know now. */
export function notices(table) {
  const { state } = table;
  return [
    table.lost ? h('p', { class: 'notice bad', id: 'connection-lost' }, t('connection.lost')) : null,
    state ? [resultNotice(state), friendNotices(table), spectatorNotice(table), offers(table), viewNotice(table), watchers(state)] : null,
  ];
}

function resultNotice({ result, seats }) {
  return result ? h('div', { class: 'notice result', id: 'result' }, h('b', {}, resultText(result, seats)), h('span', {}, reasonText(result, seats))) : null;
}

function reasonText({ reason }, seats) {
  const seat = reason.match(/South|West|North|East/)?.[0];
  const key = REASONS.find((word) => reason.includes(word.replace('-', ' ')));
  return key ? t(`reason.${key}`, { player: seat ? playerName(seat, seats[seat]) : '' }) : reason;
}

/** Links to send, as long as nobody has come. */
function friendNotices({ id, state }) {
  const links = JSON.parse(sessionStorage.getItem(`quoridor.links.${id}`) ?? '{}');
  return Object.entries(links).filter(([seat]) => !state.seats[seat].here).map(([seat, token]) => {
    const address = `${location.origin}/play/${id}#${encodeURIComponent(token)}`;
    const label = t('friend.link', { seat: seatName(seat) });
    return h('div', { class: 'notice friend' }, h('b', {}, label),
      h('input', { type: 'text', readonly: true, value: address, 'aria-label': label, onfocus: (event) => event.target.select() }),
      h('button', { type: 'button', onclick: () => navigator.clipboard.writeText(address).then(() => toast(t('copied'))) }, t('copy')));
  });
}

function spectatorNotice({ id, state, tokens, elsewhere }) {
  if (state.yours.length || tokens.length) return null;
  const takeOver = () => { keepTokens(id, browserTokens(id)); go(location.pathname); };
  return h('p', { class: 'notice', id: 'spectating' }, t('spectating'), ' ', elsewhere ? h('button', { type: 'button', onclick: takeOver }, t('play.here')) : null);
}

function offers(table) {
  const { state } = table;
  const follow = state.rematch && !table.plays() ? h('p', { class: 'notice' }, h('a', { href: `/play/${state.rematch}` }, t('rematch.follow'))) : null;
  return [follow, ['undo', 'rematch'].map((what) => {
    const asked = state.offers[what] ?? [];
    if (!asked.length || !state.yours.length) return null;
    const open = state.yours.some((seat) => !asked.includes(seat));
    return h('p', { class: 'notice offer' }, t(open ? `offer.${what}` : 'offer.sent'), ' ',
      open ? h('button', { type: 'button', class: 'primary', onclick: () => table.send(what) }, t('offer.agree')) : null,
      h('button', { type: 'button', onclick: () => table.send('decline') }, t(open ? 'offer.decline' : 'offer.withdraw')));
  })];
}

function viewNotice(table) {
  if (!table.viewed) return null;
  return h('p', { class: 'notice' }, t('viewing', { ply: table.viewed.ply }), ' ', h('button', { type: 'button', onclick: () => table.look(null) }, t('viewing.back')));
}

/** Who looks on knows that; the others are worth a word. */
function watchers({ spectators, yours }) {
  const others = spectators - (yours.length ? 0 : 1);
  return others > 0 ? h('p', { class: 'watchers' }, t('spectators', { n: others })) : null;
}

/** How fast a game of computer players goes. */
export function paceControl(set) {
  const input = h('input', { type: 'range', min: 0, max: 3000, step: 100, onchange: () => set(Number(input.value)) });
  const element = h('label', { class: 'pace', hidden: true }, t('pace'), input);
  return {
    element,
    /** Whoever holds it is not disturbed. */
    show(shown, pace) {
      element.hidden = !shown;
      if (document.activeElement !== input) input.value = pace ?? 500;
    },
  };
}
