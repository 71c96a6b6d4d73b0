// The seats, in turn order.

/** @typedef {import('../../types').Seat} Seat */

export const SEATS = /** @type {Seat[]} */ (['South', 'West', 'North', 'East']);

/** The seats of a game by the number of players. */
export const SEATS_OF = {
  2: /** @type {Seat[]} */ (['South', 'North']),
  3: /** @type {Seat[]} */ (['South', 'West', 'North']),
  4: SEATS,
};
