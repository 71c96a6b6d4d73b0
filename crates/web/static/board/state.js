// The state of a board, and the pointer on it. No element is touched here: change the state,
// then draw it once.
//
// The rules stay on the server. A state has the position as the server describes it (docs/http.md),
// with all legal moves, and this file only finds out which of them is meant.

import {
  GROOVE_REACH,
  isSquare,
  isWall,
  slotAt,
  squareAt,
  squareName,
  squaresNear,
  turnedWall,
  View,
} from './geometry.js';

/** @typedef {import('../../types').BoardState} BoardState */
/** @typedef {import('../../types').Aim} Aim */
/** @typedef {import('../../types').Spot} Spot */
/** @typedef {import('../../types').Point} Point */

/** How much of a square belongs to the pawn, from its middle. The rest belongs to the walls. */
const SQUARE_REACH = 0.5 - GROOVE_REACH;

/** Walls that are refused for these reasons stay illegal whatever is played next. */
const FOR_GOOD = ['overlaps', 'crosses'];

/** @returns {BoardState} */
export function emptyState() {
  return {
    position: null,
    /** The seat at the bottom. */
    bottom: 'South',
    /** Whether the player may move now, for the seat whose turn it is. */
    movable: false,
    /** The seat that may choose a move in advance, while others are to move. */
    premover: null,
    /** The move that was chosen in advance. */
    premove: null,
    /** Whether a wall has to be confirmed: yes, no, or null for "only by touch". */
    confirm: null,
    /** The last move, `{move, from, seat}`. */
    last: null,
    /** Who placed which wall, as far as it is known. */
    owners: {},
    /** The target of the pointer: a wall (`held`: it waits for a confirmation), a step, or none. */
    aim: null,
    /** Where the pointer is, in squares. */
    spot: null,
    /** The orientation that the player turned walls to; null follows the groove. */
    orientation: null,
    /** The server's answer about that wall. */
    check: null,
    /** The pawn that is dragged, `{x, y}` on the screen. */
    drag: null,
    /** The arrow key that may become half of a diagonal jump. */
    half: null,
    /** Show the shortest paths even while nothing is pointed at. */
    paths: false,
    /** Moves to draw, `[{moves, rank}]`. */
    lines: [],
    /** Arrows and circles that the player drew: `{from, to}`, a circle where both are the same. */
    marks: [],
    /** Each move with how bad it is (0 to 1) and what to write on it, or null. */
    heat: null,
    /** A position is being set up: every square and slot can be meant, and none is marked. */
    editing: false,
    /** A recommended move. */
    hint: null,
  };
}

/** @param {BoardState} state */
export function viewOf(state) {
  return new View(state.position.width, state.position.height, state.bottom);
}

/** The seat that a move would be for, now or in advance. @param {BoardState} state */
export function moverOf(state) {
  return state.movable ? state.position.turn : state.premover;
}

/**
 * Why a wall is illegal now; undefined if it is not.
 * @param {import('../../types').Position} position
 * @param {string} wall
 */
export function refusalOf({ refused }, wall) {
  return refused.find(({ walls }) => walls.includes(wall));
}

/**
 * Whether a move is legal; of a move in advance, whether it may become so.
 * @param {BoardState} state
 * @param {string} move
 */
export function isLegal(state, move) {
  const { steps, legal_walls: walls } = state.position;
  if (state.premover && !state.movable) {
    return isWall(move)
      ? !FOR_GOOD.includes(refusalOf(state.position, move)?.code)
      : premoveSteps(state).includes(move);
  }
  return isWall(move) ? walls.includes(move) : steps.includes(move);
}

/** @param {BoardState} state */
function premoveSteps({ position, premover }) {
  return squaresNear(position.pawns[premover], position);
}

/**
 * Points at a spot of the board with a mouse or by touch. `fresh` forgets what was pointed at
 * before. Answers whether that changed what is pointed at.
 * @param {BoardState} state
 * @param {Spot} spot
 * @param {'mouse' | 'touch'} pointer
 * @param {{ wallsOnly?: boolean, fresh?: boolean }} [how]
 */
export function aimAt(state, spot, pointer, { wallsOnly = false, fresh = false } = {}) {
  state.spot = spot;
  return setAim(state, found(state, spot, pointer, wallsOnly, fresh));
}

/** @returns {Aim | null} */
function found(state, { u, v }, pointer, wallsOnly, fresh) {
  const { width, height, steps, walls_left: left } = state.position;
  const mover = moverOf(state);
  if (!mover || u < -0.2 || v < -0.2 || u > width + 0.2 || v > height + 0.2) return null;
  const column = Math.min(Math.max(Math.floor(u), 0), width - 1);
  const row = Math.min(Math.max(Math.floor(v), 0), height - 1);
  const away = Math.max(Math.abs(u - column - 0.5), Math.abs(v - row - 0.5));
  const square = squareName(column, row);
  if (!wallsOnly && away < SQUARE_REACH) {
    const reachable = state.movable ? steps : premoveSteps(state);
    if (reachable.includes(square)) return { kind: 'step', square };
    // A finger is too thick for a groove: it shows the nearest wall, and confirms it afterwards.
    if (pointer === 'mouse') return null;
  }
  if (left[mover] === 0) return null;
  const previous = fresh ? null : state.aim?.wall;
  const wall = slotAt({ u, v }, { width, height }, { previous, orientation: state.orientation });
  // In advance there is no reason to say why a wall is impossible.
  if (!state.movable && !isLegal(state, wall)) return null;
  return { kind: 'wall', wall, held: false };
}

function setAim(state, aim) {
  const same =
    aim?.kind === state.aim?.kind &&
    aim?.wall === state.aim?.wall &&
    aim?.square === state.aim?.square;
  if (same) return false;
  state.aim = aim;
  state.check = null;
  return true;
}

/** Shows a wall that waits for a confirmation. @param {BoardState} state @param {string} wall */
export function hold(state, wall) {
  setAim(state, { kind: 'wall', wall, held: true });
  state.aim.held = true;
}

/**
 * Turns the wall that is shown; those that are pointed at next lie the same way, until it is turned
 * again. Answers whether there was a wall.
 * @param {BoardState} state
 */
export function turn(state) {
  if (state.aim?.kind !== 'wall') return false;
  const { wall, held } = state.aim;
  const turned = turnedWall(wall);
  if (!held) {
    const usual = state.spot ? slotAt(state.spot, state.position) : null;
    const orientation = turned[2] === 'h' ? 'h' : 'v';
    state.orientation = usual?.[2] === orientation ? null : orientation;
  }
  setAim(state, { kind: 'wall', wall: turned, held });
  return true;
}

/** Points at nothing. Answers whether something was pointed at. @param {BoardState} state */
export function cancel(state) {
  state.half = null;
  state.drag = null;
  return setAim(state, null);
}

/** The move that is pointed at, if it is legal. @param {BoardState} state */
export function aimedMove(state) {
  const move = state.aim?.wall ?? state.aim?.square ?? null;
  return moverOf(state) && move && isLegal(state, move) ? move : null;
}

/**
 * Draws an arrow or a circle (`from` and `to` the same), or takes away the one that is there.
 * @param {BoardState} state
 * @param {string} from
 * @param {string} to
 */
export function toggleMark(state, from, to) {
  const others = state.marks.filter((mark) => mark.from !== from || mark.to !== to);
  state.marks = others.length < state.marks.length ? others : [...state.marks, { from, to }];
}

/**
 * Moves the wall that is shown by one slot on the screen; without one, shows the one in front of
 * the pawn.
 * @param {BoardState} state
 * @param {Point} direction
 */
export function shiftWall(state, { x, y }) {
  const { width, height, pawns, walls_left: left } = state.position;
  const seat = moverOf(state);
  if (!seat || left[seat] === 0) return false;
  const view = viewOf(state);
  const wall = state.aim?.wall;
  const { column, row } = squareAt(wall ?? pawns[seat]);
  let to = { column, row };
  if (wall) {
    const middle = view.place({ u: column + 1, v: row + 1 });
    const spot = view.spot({ x: middle.x + x * 100, y: middle.y + y * 100 });
    to = { column: Math.round(spot.u) - 1, row: Math.round(spot.v) - 1 };
  }
  const name = squareName(
    Math.min(Math.max(to.column, 0), width - 2),
    Math.min(Math.max(to.row, 0), height - 2),
  );
  hold(state, name + (wall ? wall[2] : 'h'));
  return true;
}

/**
 * The step that an arrow key means, as `{x, y}` on the screen: straight on if there is one (a jump
 * counts), otherwise the diagonal one on that side. Of two diagonal ones the next arrow decides.
 * @param {BoardState} state
 * @param {Point} direction
 */
export function stepTowards(state, direction) {
  const { pawns, turn: seat, steps } = state.position;
  if (!state.movable) return null;
  const view = viewOf(state);
  const toward = (wanted) =>
    steps.filter((step) => {
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
  const beside = [
    ...toward({ x: direction.x || 1, y: direction.y || 1 }),
    ...toward({ x: direction.x || -1, y: direction.y || -1 }),
  ];
  if (beside.length > 1) state.half = direction;
  return beside.length === 1 ? beside[0] : null;
}

/**
 * Typed text as a move: `E3H`, `e 3 h` and `he3` are understood as well. Null if it cannot be one.
 * @param {string} text
 */
export function typedMove(text) {
  const plain = text.toLowerCase().replace(/[\s.,-]/g, '');
  const swapped = plain.replace(/^([hv])([a-i][1-9])$/, '$2$1');
  if (isWall(swapped) || isSquare(swapped) || swapped === 'pass') return swapped;
  return null;
}
