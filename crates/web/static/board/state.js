// What a board shows and what the player points at. No element is touched here: change the state,
// then draw it once.
//
// The rules stay on the server. A state has the position as the server describes it (docs/http.md),
// with all legal moves, and this file only finds out which of them is meant.

import { isSquare, isWall, nearestSlot, squareAt, squareName, turnedWall, View } from './geometry.js';

/** How much of a square belongs to the pawn, from its middle: of one that it can go to, and of the others. The rest belongs to the walls. */
const STEP_REACH = 0.34;
const EMPTY_REACH = { mouse: 0.2, touch: 0 };

export function emptyState() {
  return {
    position: null,
    /** The seat at the bottom. */
    bottom: 'South',
    /** Whether the player may move now, for whoever's turn it is. */
    movable: false,
    /** The last move, `{move, from, seat}`. */
    last: null,
    /** What is pointed at: `{kind: 'wall', wall, held}` (held: it waits for a confirmation), `{kind: 'step', square}` or null. */
    aim: null,
    /** A wall turned away from the nearest groove stays so until another crossing is nearest. */
    turnedAt: null,
    /** What the server said about the wall that is pointed at. */
    check: null,
    /** The pawn that is dragged, `{x, y}` on the screen. */
    drag: null,
    /** The arrow key that may become half of a diagonal jump. */
    half: null,
    /** Show the shortest paths even while nothing is pointed at. */
    paths: false,
    /** Moves to draw: `[{moves, seat index of the first, rank}]`. */
    lines: [],
    /** Map from moves to 0 (best) … 1 (bad), or null. */
    heat: null,
    /** A position is being set up: every square and slot can be meant, and none is marked. */
    editing: false,
    /** A recommended move. */
    hint: null,
  };
}

export function viewOf(state) {
  return new View(state.position.width, state.position.height, state.bottom);
}

export function isLegal(state, move) {
  const { steps, legal_walls: walls } = state.position;
  return isWall(move) ? walls.includes(move) : steps.includes(move);
}

/** Points at a spot of the board with a `mouse` or by `touch`. Answers whether that changed what is pointed at. */
export function aimAt(state, spot, pointer, wallsOnly = false) {
  return setAim(state, found(state, spot, pointer, wallsOnly));
}

function found(state, { u, v }, pointer, wallsOnly) {
  const { width, height, steps, walls_left: left, turn } = state.position;
  if (!state.movable || u < -0.2 || v < -0.2 || u > width + 0.2 || v > height + 0.2) return null;
  const column = Math.min(Math.max(Math.floor(u), 0), width - 1);
  const row = Math.min(Math.max(Math.floor(v), 0), height - 1);
  const away = Math.max(Math.abs(u - column - 0.5), Math.abs(v - row - 0.5));
  const square = squareName(column, row);
  if (!wallsOnly && steps.includes(square)) {
    if (away < STEP_REACH) return { kind: 'step', square };
  } else if (away < EMPTY_REACH[pointer]) {
    return null;
  }
  if (left[turn] === 0) return null;
  const nearest = nearestSlot({ u, v }, width, height);
  if (state.turnedAt !== nearest.slice(0, 2)) state.turnedAt = null;
  return { kind: 'wall', wall: state.turnedAt ? turnedWall(nearest) : nearest, held: false };
}

function setAim(state, aim) {
  const same = aim?.kind === state.aim?.kind && aim?.wall === state.aim?.wall && aim?.square === state.aim?.square;
  if (same) return false;
  state.aim = aim;
  state.check = null;
  if (aim?.kind !== 'wall') state.turnedAt = null;
  return true;
}

/** Shows a wall that waits for a confirmation. */
export function hold(state, wall) {
  setAim(state, { kind: 'wall', wall, held: true });
  state.aim.held = true;
}

/** Turns the wall that is shown. Answers whether there was one. */
export function turn(state) {
  if (state.aim?.kind !== 'wall') return false;
  const { wall, held } = state.aim;
  state.turnedAt = state.turnedAt ? null : wall.slice(0, 2);
  const turnedAt = state.turnedAt;
  setAim(state, { kind: 'wall', wall: turnedWall(wall), held });
  state.turnedAt = turnedAt;
  return true;
}

/** Points at nothing. Answers whether something was pointed at. */
export function cancel(state) {
  state.half = null;
  state.drag = null;
  state.turnedAt = null;
  return setAim(state, null);
}

/** The move that is pointed at, if it is legal. */
export function aimedMove(state) {
  const move = state.aim?.wall ?? state.aim?.square ?? null;
  return state.movable && move && isLegal(state, move) ? move : null;
}

/** Moves the wall that is shown by one slot on the screen; without one, shows the one in front of the pawn. */
export function shiftWall(state, { x, y }) {
  const { width, height, pawns, turn: seat, walls_left: left } = state.position;
  if (!state.movable || left[seat] === 0) return false;
  const view = viewOf(state);
  const wall = state.aim?.wall;
  const { column, row } = squareAt(wall ?? pawns[seat]);
  let to = { column, row };
  if (wall) {
    const middle = view.place({ u: column + 1, v: row + 1 });
    const spot = view.spot({ x: middle.x + x * 100, y: middle.y + y * 100 });
    to = { column: Math.round(spot.u) - 1, row: Math.round(spot.v) - 1 };
  }
  const name = squareName(Math.min(Math.max(to.column, 0), width - 2), Math.min(Math.max(to.row, 0), height - 2));
  hold(state, name + (wall ? wall[2] : 'h'));
  return true;
}

/**
 * The step that an arrow key means, as `{x, y}` on the screen: straight on if there is one (a jump
 * counts), otherwise the diagonal one on that side. Of two diagonal ones the next arrow decides.
 */
export function stepTowards(state, direction) {
  const { pawns, turn: seat, steps } = state.position;
  if (!state.movable) return null;
  const view = viewOf(state);
  const toward = (wanted) => steps.filter((step) => {
    const { x, y } = view.direction(pawns[seat], step);
    return x === wanted.x && y === wanted.y;
  });
  if (state.half && (state.half.x === 0) !== (direction.x === 0)) {
    const [step] = toward({ x: state.half.x + direction.x, y: state.half.y + direction.y });
    state.half = null;
    if (step) return step;
  }
  state.half = null;
  const [straight] = toward(direction);
  if (straight) return straight;
  const beside = [...toward({ x: direction.x || 1, y: direction.y || 1 }), ...toward({ x: direction.x || -1, y: direction.y || -1 })];
  if (beside.length > 1) state.half = direction;
  return beside.length === 1 ? beside[0] : null;
}

/** What somebody typed, as a move: `E3H`, `e 3 h` and `he3` are meant as well. Null if it cannot be one. */
export function typedMove(text) {
  const plain = text.toLowerCase().replace(/[\s.,-]/g, '');
  const swapped = plain.replace(/^([hv])([a-i][1-9])$/, '$2$1');
  if (isWall(swapped) || isSquare(swapped) || swapped === 'pass') return swapped;
  return null;
}
