// Where things are: names of squares and walls, and their places on the screen.
//
// A spot is a pair (u, v) in squares: u from the left edge of column a, v from the bottom edge of
// row 1. The middle of a1 is (0.5, 0.5), the middle of the wall a1h is (1, 1). A view turns spots
// to the screen, where one square and one groove together are PITCH wide.

export const PITCH = 100;
export const GROOVE = 20;
export const CELL = PITCH - GROOVE;
export const MARGIN = 44;

const SEATS = ['South', 'West', 'North', 'East'];

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
  constructor(width, height, seat = 'South') {
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

/** The slot nearest to a spot: the wall whose groove is nearer, at the nearest crossing. */
export function nearestSlot({ u, v }, width, height) {
  const column = clamp(Math.round(u), 1, width - 1);
  const row = clamp(Math.round(v), 1, height - 1);
  return wallName(column - 1, row - 1, Math.abs(v - row) < Math.abs(u - column));
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
