// Playing with people: links and QR codes, names, offers, greetings. `table` is the game, see
// play.js.

import { get } from '../lib/api.js';
import { peers } from '../lib/backend.js';
import { copyAndTell } from '../lib/copy.js';
import { h, svg } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { qrCode } from '../lib/qr.js';
import { change, settings } from '../lib/settings.js';
import { friendLinks } from '../lib/tokens.js';
import { invitation, toSend } from './invitation.js';
import { isAgainstPeople, viewerSeat } from './names.js';

/** @typedef {import('./play.js').Table} Table */

/** Greetings before and after the end of a game; the server knows these words. */
const GREETINGS = {
  on: ['hello', 'good-luck', 'nice-move', 'oops'],
  over: ['good-game', 'thanks'],
};

/** How long a greeting is shown beside its sender. */
const SHOWN = 6000;

/** Whether the server runs on this machine. */
export function isLocal() {
  return peers !== null || ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);
}

/** The address for links, which on the server's own machine is not the page's. */
export async function linkOrigin() {
  if (!isLocal()) return location.origin;
  const { origins } = await get('addresses').catch(() => ({ origins: [] }));
  return origins[0] ?? location.origin;
}

/** Whether a link is to be sent for a game that has not begun. */
export function isWaiting(id, { seats, moves, result }) {
  const isAway = (seat) => !seats[seat].here;
  return !moves.length && !result && Object.keys(friendLinks(id)).some(isAway);
}

/** @param {string} text */
function qrPicture(text) {
  const code = qrCode(text);
  if (!code) return null;
  const dark = code.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')));
  const size = code.length + 8;
  return svg(
    'svg.qr',
    { viewBox: `-4 -4 ${size} ${size}`, role: 'img', 'aria-label': t('friend.qr') },
    svg('rect', { x: -4, y: -4, width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
}

/** Links to send, until the friend is here. @param {Table} table */
export function friendNotices(table) {
  const { id, state, origin } = table;
  const isAlone = /^https?:\/\/(127\.|localhost|\[::1\])/.test(origin);
  return Object.entries(friendLinks(id))
    .filter(([seat]) => !state.seats[seat].here)
    .map(([seat, token]) => {
      if (peers) return invitation(table, seat, token);
      const address = `${origin}/play/${id}#${encodeURIComponent(token)}`;
      const label = t('friend.link', { seat: seatName(seat) });
      return h(
        'div.notice.friend',
        h('b', label),
        isAlone ? null : qrPicture(address),
        toSend(label, address, null, 'copied.link'),
        h('small.note', t(isAlone ? 'friend.local' : 'friend.qr.note')),
      );
    });
}

/**
 * A field for the name of somebody who plays against people and has none yet.
 * @param {Table} table
 */
export function nameNotice(table) {
  const { state } = table;
  const seat = viewerSeat(state);
  if (!seat || state.result || !isAgainstPeople(state)) return null;
  // It stays for the first move, which may be made while the link above it is still shown.
  if (settings.name || state.moves.length > 1) return null;
  const input = h('input#own-name', {
    type: 'text',
    maxlength: 40,
    autocomplete: 'nickname',
    placeholder: t('name.placeholder'),
    'aria-label': t('settings.name'),
  });
  const take = (event) => {
    event.preventDefault();
    change({ name: input.value.trim() });
  };
  return h(
    'form.notice.name-form',
    { onsubmit: take },
    input,
    h('button', { type: 'submit' }, t('name.use')),
  );
}

/** Tells the others the viewer's name, if they do not know it yet. */
export function tellName(table) {
  const { state } = table;
  const seat = state && viewerSeat(state);
  if (!seat || state.result || !settings.name || !isAgainstPeople(state)) return;
  if (state.seats[seat].human === settings.name || table.toldName === settings.name) return;
  table.toldName = settings.name;
  table.send('name', { name: settings.name });
}

/** Requests of the others that wait for an answer, and the viewer's own. @param {Table} table */
export function offers(table) {
  const { state } = table;
  if (state.rematch) {
    const follow = h('a', { href: `/play/${state.rematch}` }, t('rematch.follow'));
    return table.plays() ? null : h('p.notice', follow);
  }
  return ['undo', 'draw', 'rematch'].map((what) => {
    const asked = state.offers[what] ?? [];
    if (!asked.length || !state.yours.length) return null;
    const open = state.yours.some((seat) => !asked.includes(seat));
    const agree = () => table.send(what);
    const decline = () => table.send('decline');
    return h(
      'p.notice.offer',
      { 'data-offer': what },
      h('span', t(open ? `offer.${what}` : `offer.${what}.sent`)),
      open ? h('button.primary', { onclick: agree }, t('offer.agree')) : null,
      h('button', { onclick: decline }, t(open ? 'offer.decline' : 'offer.withdraw')),
    );
  });
}

/** Greetings to send, and the link for spectators: in games against people. @param {Table} table */
export function peopleRow(table) {
  const { state } = table;
  const people = Object.values(state.seats).filter((who) => !who.computer).length;
  if (!isAgainstPeople(state) && (table.plays() || people < 2)) return null;
  const greet = (greeting) =>
    h(
      'button',
      { 'data-greeting': greeting, onclick: () => table.send('greet', { greeting }) },
      t(`greeting.${greeting}`),
    );
  const link = `${table.origin}/play/${table.id}`;
  return h(
    'div.people-row',
    isAgainstPeople(state) ? GREETINGS[state.result ? 'over' : 'on'].map(greet) : null,
    peers === null
      ? h(
          'button#spectator-link',
          { title: t('spectator.about'), onclick: () => copyAndTell(link, 'copied.link') },
          icon('eye'),
          h('span', t('spectator.link')),
        )
      : null,
  );
}

/** Shows a greeting beside its sender for a while. */
export function showGreeting(table, { from, greeting }) {
  table.greetings[from] = t(`greeting.${greeting}`);
  clearTimeout(table.greetingTimers[from]);
  table.greetingTimers[from] = setTimeout(() => {
    delete table.greetings[from];
    table.redraw();
  }, SHOWN);
  table.redraw();
}
