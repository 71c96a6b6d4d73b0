// Parts that several views show: a player's bar, clocks, values, results.

import { wallsLeftShape } from '../board/shapes.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { SEATS } from '../lib/seats.js';
import { playerName, viewerSeat } from './names.js';

/** @typedef {import('../../types').Seat} Seat */
/** @typedef {import('../../types').Value} Value */
/** @typedef {import('../../types').Position} Position */

/**
 * One player: colour, name, walls left, distance, clock. `about` is what a click on the name shows.
 * @param {Seat} seat
 * @param {{
 *   position: Position,
 *   name: string,
 *   note?: string,
 *   said?: string,
 *   clock?: string,
 *   active?: boolean,
 *   about?: (() => void) | null,
 * }} what
 */
export function playerBar(seat, what) {
  const { position, name, note = '', said = '', clock, active = true, about = null } = what;
  const left = position.walls_left[seat];
  const all = position.walls_each ?? left;
  const distance = position.distances?.[seat];
  const toMove = active && position.turn === seat && !position.result;
  const title = about
    ? h('button.about', { onclick: about, title: t('bot.about') }, name)
    : h('b', name);
  return h(
    'div',
    { class: `player ${seat}${toMove ? ' active' : ''}`, 'data-seat': seat },
    h('span', { class: `dot ${seat}`, 'aria-hidden': 'true' }),
    h(
      'span.name',
      title,
      said
        ? h('small.said', said)
        : h('small', { class: about ? 'kind' : null }, note === name ? '' : note),
    ),
    h(
      'span.walls-left',
      {
        title: t('walls.left', { n: left }),
        role: 'img',
        'aria-label': t('walls.left', { n: left }),
      },
      wallsLeftShape(left, all),
      h('b.count', left),
    ),
    distance === undefined
      ? null
      : h('span.distance', { title: t('distance.title') }, t('distance', { n: distance })),
    clock === undefined ? null : h('time.clock', { role: 'timer', 'data-clock': seat }, clock),
  );
}

/** Milliseconds as a clock shows them. */
export function clockText(left) {
  const ms = Math.max(0, left);
  const minutes = Math.floor(ms / 60000);
  const seconds = (ms % 60000) / 1000;
  if (ms >= 20000) return `${minutes}:${String(Math.floor(seconds)).padStart(2, '0')}`;
  return `${minutes}:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, '0')}`;
}

/**
 * A value as text, with its unit: `+0.4 steps`, `57 %`, `wins in 7`, `score +0.63`. A score is in
 * a unit of the player's own, which a column names once.
 * @param {Value | null | undefined} value
 */
export function valueText(value, inColumn = false) {
  if (!value) return '';
  if (value.steps !== undefined) return t('value.steps', { steps: signed(value.steps, 1) });
  if (value.score !== undefined) {
    const score = signed(value.score, 2);
    return inColumn ? score : t('value.score', { score });
  }
  if (value.chance !== undefined) return `${(value.chance * 100).toFixed(0)} %`;
  if (value.win_in !== undefined) return t('wins.in', { n: value.win_in });
  if (value.loss_in !== undefined) return t('loses.in', { n: value.loss_in });
  return '';
}

/** A number with its sign, and a minus that is one. */
function signed(number, digits) {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;
}

/**
 * The words for the end of a game, as the viewer should read them.
 * @param {import('../../types').Result | null} result
 * @param {Parameters<typeof playerName>[0]} game
 */
export function resultText(result, game) {
  if (!result) return '';
  if (!result.winner) return t('result.draw');
  if (result.winner === viewerSeat(game) && !game.seats[result.winner]?.human)
    return t('result.you');
  return t('result.wins', { player: playerName(game, result.winner) });
}

/**
 * Why a game that is over ended, as the viewer should read it.
 * @param {import('../../types').GameState} state
 */
export function reasonText(state) {
  const { code, player, reason } = state.result;
  const mine = player && player === viewerSeat(state);
  if (!code) return reason;
  if (mine) return t(`reason.${code}.you`);
  return t(`reason.${code}`, { player: player ? playerName(state, player) : '' });
}

/**
 * Bars in two groups: those above the board and those below it.
 * @param {Seat[]} seats
 * @param {Seat} bottom
 */
export function placeBars(seats, bottom) {
  const from = SEATS.indexOf(bottom);
  const place = (seat) => (SEATS.indexOf(seat) - from + 4) % 4;
  const ranked = seats.toSorted((a, b) => place(a) - place(b));
  if (seats.length === 2) return { below: [ranked[0]], above: [ranked[1]] };
  return {
    below: ranked.slice(0, 1).concat(ranked.length > 3 ? ranked.slice(3) : []),
    above: ranked.slice(1, 3),
  };
}
