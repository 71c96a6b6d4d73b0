// The request of the start page to the server. Nothing here touches the page.

import { SEATS } from '../lib/seats.js';

/** @typedef {import('../../types').Seat} Seat */

/** The default choices. */
export const DEFAULTS = {
  opponent: 'level',
  level: 3,
  player: null,
  side: 'South',
  clock: 'none',
  minutes: 5,
  increment: 3,
  board: '9x9',
  four: {},
};

export const CLOCKS = ['none', '1+0', '3+2', '5+3', '10+5', 'custom'];

/** Walls of each player on boards that have fewer than the official ones. */
const WALLS = { '5x5': 3, '7x7': 6 };
const USUAL_FOURTH = 'hola-2016-heuristic';

/** The board of a game for two, as requests name it. */
export function boardRequest(board) {
  return { board, players: 2, ...(WALLS[board] ? { walls: WALLS[board] } : {}) };
}

/** The clock as requests name it. */
export function clockRequest({ clock, minutes, increment }) {
  if (clock === 'none') return null;
  if (clock === 'custom') return { minutes, increment };
  const [time, more] = clock.split('+').map(Number);
  return { minutes: time, increment: more };
}

/** Who sits on a seat of a game for four: `human`, `link` or a computer player. */
export function fourthPlayer(wishes, seat, players) {
  const usual = players.find((each) => each.name === USUAL_FOURTH) ?? players[0];
  return wishes.four[seat] ?? (seat === 'South' || !usual ? 'human' : usual.name);
}

/**
 * The request for a game, and the seats that friends get a link to. A person without a name has an
 * empty one: each viewer sees a fitting name.
 * @param {typeof DEFAULTS} wishes
 * @param {{
 *   levels: { level: number, player: string }[],
 *   players: { name: string, seats: number[] }[],
 * }} computers
 * @param {string} name
 * @param {() => number} random
 */
export function gameRequest(wishes, { levels, players }, name, random = Math.random) {
  const clock = clockRequest(wishes);
  if (wishes.board === 'four') {
    const able = players.filter((each) => each.seats.includes(4));
    const occupants = SEATS.map((seat) => ({ seat, who: fourthPlayer(wishes, seat, able) }));
    const person = ({ seat, who }) => ({ human: who === 'human' && seat === 'South' ? name : '' });
    const seats = Object.fromEntries(
      occupants.map((occupant) => [
        occupant.seat,
        ['human', 'link'].includes(occupant.who) ? person(occupant) : { computer: occupant.who },
      ]),
    );
    const links = occupants.filter(({ who }) => who === 'link').map(({ seat }) => seat);
    return { request: { game: { board: '9x9', players: 4 }, seats, clock }, links };
  }
  const first = wishes.side === 'random' ? random() < 0.5 : wishes.side === 'South';
  const [own, other] = first ? ['South', 'North'] : ['North', 'South'];
  const computer = {
    level: () => (levels.find((each) => each.level === wishes.level) ?? levels[0]).player,
    player: () => wishes.player ?? players.find((each) => each.seats.includes(2)).name,
  }[wishes.opponent];
  const seats = {
    [own]: { human: wishes.opponent === 'here' ? '' : name },
    [other]: computer ? { computer: computer() } : { human: '' },
  };
  return {
    request: { game: boardRequest(wishes.board), seats, clock },
    links: wishes.opponent === 'friend' ? [other] : [],
  };
}
