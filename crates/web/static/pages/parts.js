// Parts that several views show: a player's bar, clocks, values.

import { h } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { stock } from '../board/drawing.js';

/** The name of who has a seat. */
export function playerName(seat, who) {
  if (!who) return seatName(seat);
  if (who.computer) return computerName(who.computer);
  return who.human || seatName(seat);
}

/** A computer player by its name: levels are called so. */
export function computerName(spec) {
  const level = spec.match(/^(?:alphabeta|champion):level=(\d+)$/)?.[1];
  return level ? t('level', { level }) : spec;
}

/** One player: colour, name, walls in stock, distance, clock. */
export function playerBar(seat, { position, name, note, clock, allWalls }) {
  const left = position.walls_left[seat];
  const distance = position.distances[seat];
  const active = position.turn === seat && !position.result;
  return h('div', { class: `player ${seat}${active ? ' active' : ''}`, 'data-seat': seat },
    h('span', { class: `dot ${seat}`, 'aria-hidden': 'true' }),
    h('span', { class: 'name', title: name }, h('b', {}, name), note && note !== name ? h('small', {}, note) : null),
    h('span', { class: 'walls-left', title: t('walls.left', { n: left }), role: 'img', 'aria-label': t('walls.left', { n: left }) }, stock(left, allWalls), h('b', { class: 'count' }, left)),
    h('span', { class: 'distance', title: t('distance.title') }, t('distance', { n: distance })),
    clock === undefined ? null : h('time', { class: 'clock', role: 'timer', 'data-clock': seat }, clock));
}

/** Milliseconds as a clock shows them. */
export function clockText(left) {
  const ms = Math.max(0, left);
  const minutes = Math.floor(ms / 60000);
  const seconds = (ms % 60000) / 1000;
  return ms < 20000 ? `${minutes}:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, '0')}` : `${minutes}:${String(Math.floor(seconds)).padStart(2, '0')}`;
}

/** A value as text: `+0.4`, `57 %`, `wins in 7`. */
export function valueText(value) {
  if (!value) return '';
  if ('score' in value) return `${value.score < 0 ? '−' : '+'}${Math.abs(value.score).toFixed(2)}`;
  if ('chance' in value) return `${(value.chance * 100).toFixed(0)} %`;
  if ('win_in' in value) return t('wins.in', { n: value.win_in });
  if ('loss_in' in value) return t('loses.in', { n: value.loss_in });
  return '';
}

/** A value as a share of the evaluation bar, 0 to 1. */
export function shareOf(value) {
  if (!value) return 0.5;
  if ('chance' in value) return value.chance;
  if ('win_in' in value) return 1;
  if ('loss_in' in value) return 0;
  // The slope of the champion's scale: LOG_ODDS_PER_STEP in crates/engine/src/decision.rs.
  return 1 / (1 + Math.exp(-value.score * 0.6));
}

/** The words for how a game ended. */
export function resultText(result, seats) {
  if (!result) return '';
  if (!result.winner) return t('result.draw');
  return t('result.wins', { player: playerName(result.winner, seats?.[result.winner]) });
}

/** Bars in two groups: those above the board and those below it. */
export function placeBars(seats, bottom) {
  const order = ['South', 'West', 'North', 'East'];
  const from = order.indexOf(bottom);
  const ranked = seats.toSorted((a, b) => ((order.indexOf(a) - from + 4) % 4) - ((order.indexOf(b) - from + 4) % 4));
  if (seats.length === 2) return { below: [ranked[0]], above: [ranked[1]] };
  return { below: ranked.slice(0, 1).concat(ranked.length > 3 ? ranked.slice(3) : []), above: ranked.slice(1, 3) };
}
