// Facts that follow from the moves of a game without knowing the rules: who moved, from where, and
// who placed which wall.

import { SEATS_OF } from '../lib/seats.js';
import { isWall, squareName } from './geometry.js';

/** @typedef {import('../../types').Seat} Seat */

/** The start of a game for two on the official board. */
export const START = '- / - / e1 e9 / 10 10 / 1';

/**
 * The fields of a position string (docs/notation.md) that can be read without the rules.
 * @param {string} text
 */
export function readPosition(text) {
  const fields = text.split('/').map((field) => field.trim());
  const squares = (field) => field.match(/[a-i][1-9]/g) ?? [];
  const places = squares(fields[2]);
  const seats = SEATS_OF[places.length];
  const left = fields[3].split(/\s+/).map(Number);
  const [width, height] = (fields[5] ?? '9x9').split('x').map(Number);
  /** @type {import('../../types').BySeat<string>} */
  const pawns = {};
  /** @type {import('../../types').BySeat<number>} */
  const wallsLeft = {};
  seats.forEach((seat, index) => {
    pawns[seat] = places[index];
    wallsLeft[seat] = left[index];
  });
  const walls = [
    ...squares(fields[0]).map((square) => `${square}h`),
    ...squares(fields[1]).map((square) => `${square}v`),
  ];
  return { width, height, seats, pawns, walls, wallsLeft, first: seats[Number(fields[4]) - 1] };
}

/**
 * The seat whose move a ply is, from zero.
 * @param {{ seats: Seat[], first: Seat }} start
 * @param {number} ply
 */
export function moverAt({ seats, first }, ply) {
  return seats[(seats.indexOf(first) + ply) % seats.length];
}

/**
 * The last of some moves, with where its pawn came from.
 * @param {ReturnType<typeof readPosition>} start
 * @param {string[]} moves
 * @returns {import('../../types').LastMove | null}
 */
export function lastMove(start, moves) {
  if (!moves.length) return null;
  const ply = moves.length - 1;
  const seat = moverAt(start, ply);
  let from = start.pawns[seat] ?? null;
  for (let each = 0; each < ply; each++) {
    const move = moves[each];
    if (moverAt(start, each) === seat && !isWall(move) && move !== 'pass') from = move;
  }
  return { move: moves[ply], from, seat };
}

/** Who placed which wall. @param {ReturnType<typeof readPosition>} start @param {string[]} moves */
export function wallOwners(start, moves) {
  /** @type {{ [wall: string]: Seat }} */
  const owners = {};
  moves.forEach((move, ply) => {
    if (isWall(move)) owners[move] = moverAt(start, ply);
  });
  return owners;
}

/**
 * A position to look at, after some moves; it has no legal moves, which only the server knows.
 * @param {ReturnType<typeof readPosition>} start
 * @param {string[]} moves
 * @returns {import('../../types').Position}
 */
export function shownPosition(start, moves) {
  const { width, height, seats } = start;
  const pawns = { ...start.pawns };
  const left = { ...start.wallsLeft };
  const walls = [...start.walls];
  moves.forEach((move, ply) => {
    const seat = moverAt(start, ply);
    if (isWall(move)) {
      walls.push(move);
      left[seat] -= 1;
    } else if (move !== 'pass') pawns[seat] = move;
  });
  const row = (index) => Array.from({ length: width }, (_, column) => squareName(column, index));
  const file = (index) => Array.from({ length: height }, (_, at) => squareName(index, at));
  const ends = { South: row(height - 1), West: file(width - 1), North: row(0), East: file(0) };
  return {
    position: `${moves.length}: ${moves.join(' ')}`,
    width,
    height,
    seats,
    turn: moverAt(start, moves.length),
    pawns,
    goals: Object.fromEntries(seats.map((seat) => [seat, ends[seat]])),
    walls,
    walls_left: left,
    steps: [],
    legal_walls: [],
    refused: [],
    paths: {},
    changes: {},
    result: null,
  };
}
