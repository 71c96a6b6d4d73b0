// Where things are: names of squares and walls, and their places on the screen.
//
// A spot is a pair (u, v) in squares: u from the left edge of column a, v from the bottom edge of
// row 1. The middle of a1 is (0.5, 0.5), the middle of the wall a1h is (1, 1). A view turns spots
// to the screen, where one square and one groove together are PITCH wide.

import { SEATS } from '../lib/seats.js';

export const PITCH = 100;
export const GROOVE = 20;
export const CELL = PITCH - GROOVE;
export const MARGIN = 44;

/** How far a groove reaches for a pointer from its middle line, in squares; it is 0.2 wide. */
export const GROOVE_REACH = 0.16;
const HALF_WAY = 0.58;

export function squareName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** Column and row of a square's name, from zero. */
export function squareAt(name) {
  return { column: name.charCodeAt(0) - 97, row: Number(name[1]) - 1 };
}

/** The middle of a square. */
export function middleOf(name) {
  const { column, row } = squareAt(name);
  return { u: column + 0.5, v: row + 0.5 };
}

export function wallName(column, row, across) {
  return squareName(column, row) + (across ? 'h' : 'v');
}

/** The middle of a wall and whether it lies across (`h`). */
export function wallAt(name) {
  const { column, row } = squareAt(name);
  return { u: column + 1, v: row + 1, across: name[2] === 'h' };
}

/** The other wall with the same middle. */
export function turnedWall(name) {
  return name.slice(0, 2) + (name[2] === 'h' ? 'v' : 'h');
}

export function isWall(move) {
  return /^[a-i][1-9][hv]$/.test(move);
}

export function isSquare(move) {
  return /^[a-i][1-9]$/.test(move);
}

/** How a board is looked at: its size, and the seat at the bottom. */
export class View {
  /** @param {number} width @param {number} height */
  constructor(width, height, seat = /** @type {import('../../types').Seat} */ ('South')) {
    this.width = width;
    this.height = height;
    this.turns = SEATS.indexOf(seat);
    const sideways = this.turns % 2 === 1;
    this.across = sideways ? height : width;
    this.down = sideways ? width : height;
  }

  get sideways() {
    return this.turns % 2 === 1;
  }

  /** A spot on the screen, in units of the drawing. */
  place({ u, v }) {
    const [x, y] = [
      () => [u, this.height - v],
      () => [this.height - v, this.width - u],
      () => [this.width - u, v],
      () => [v, u],
    ][this.turns]();
    return { x: x * PITCH - GROOVE / 2, y: y * PITCH - GROOVE / 2 };
  }

  /** The spot at a place of the screen. */
  spot({ x, y }) {
    const right = (x + GROOVE / 2) / PITCH;
    const low = (y + GROOVE / 2) / PITCH;
    const [u, v] = [
      () => [right, this.height - low],
      () => [this.width - low, this.height - right],
      () => [this.width - right, low],
      () => [low, right],
    ][this.turns]();
    return { u, v };
  }

  /** Where a seat's pawn heads to on the screen, in degrees clockwise from up. */
  heading(seat) {
    return ((SEATS.indexOf(seat) - this.turns + 4) % 4) * 90;
  }

  /** Whether a wall that lies across on the board does so on the screen. */
  liesAcross(across) {
    return across !== this.sideways;
  }

  /** The direction on the screen from one square to another: `{x, y}`, y downwards. */
  direction(from, to) {
    const a = this.place(middleOf(from));
    const b = this.place(middleOf(to));
    return { x: Math.sign(Math.round(b.x - a.x)), y: Math.sign(Math.round(b.y - a.y)) };
  }
}

/**
 * The wall that is meant at a spot. `previous` is the wall that was meant just before: while the
 * pointer stays in its groove the orientation stays too, so that nothing flips at the crossings.
 * `orientation` overrides that.
 * @param {import('../../types').Spot} spot
 * @param {{ width: number, height: number }} size
 * @param {{
 *   previous?: string | null,
 *   orientation?: import('../../types').Orientation | null,
 * }} [how]
 */
export function slotAt({ u, v }, { width, height }, { previous = null, orientation = null } = {}) {
  const before = previous && wallAt(previous);
  let column = clamp(Math.round(u), 1, width - 1);
  let row = clamp(Math.round(v), 1, height - 1);
  let across = Math.abs(v - row) < Math.abs(u - column);
  if (before && Math.abs(before.across ? v - before.v : u - before.u) < GROOVE_REACH) {
    across = before.across;
    // The next slot begins a little behind the half way.
    if (across && row === before.v && Math.abs(u - before.u) < HALF_WAY) column = before.u;
    if (!across && column === before.u && Math.abs(v - before.v) < HALF_WAY) row = before.v;
  }
  if (orientation) across = orientation === 'h';
  return wallName(column - 1, row - 1, across);
}

/**
 * The squares at most two steps away, walls or not: where a pawn might go in one move.
 * @param {string} square
 * @param {{ width: number, height: number }} size
 */
export function squaresNear(square, { width, height }) {
  const { column, row } = squareAt(square);
  const near = [];
  for (let other = 0; other < width * height; other++) {
    const [x, y] = [other % width, Math.floor(other / width)];
    const steps = Math.abs(x - column) + Math.abs(y - row);
    if (steps === 1 || steps === 2) near.push(squareName(x, y));
  }
  return near;
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
