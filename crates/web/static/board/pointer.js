// Mouse and touch on a board: pointing, dragging the pawn, placing walls, drawing arrows.
//
// A mouse points by hovering and places with a click. A finger shows the wall it touches and may
// slide it on; the wall then waits until it is tapped again or confirmed, because a finger covers
// what it points at. The right button turns walls, and draws arrows and circles on squares.

import { middleOf, squareName } from './geometry.js';
import { aimAt, aimedMove, cancel, hold, moverOf, toggleMark, turn, viewOf } from './state.js';

const DRAG_FROM = 12;

/** How soon the click comes that browsers make of a touch, in milliseconds, and how near. */
const CLICK_AFTER = 500;
const CLICK_WITHIN = 8;

/** A move may lead to another page: the click after it would hit whatever is there. */
function dropClick({ clientX, clientY }) {
  const drop = (event) => {
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > CLICK_WITHIN) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const end = () => removeEventListener('click', drop, true);
  addEventListener('click', drop, true);
  setTimeout(end, CLICK_AFTER);
}

/**
 * Listens to the pointer on `board.drawing` and changes `board.state`; `board` draws and plays.
 * @param {import('./board.js').Board} board
 */
export function listen(board) {
  const { drawing, state } = board;
  const element = drawing.element;
  let down = null;
  let marking = null;
  let touching = false;

  const spotOf = (event) => viewOf(state).spot(drawing.place(event));
  const kindOf = (event) => (event.pointerType === 'mouse' ? 'mouse' : 'touch');

  function squareOf(event) {
    const { u, v } = spotOf(event);
    const { width, height } = state.position;
    const inside = u >= 0 && v >= 0 && u < width && v < height;
    return inside ? squareName(Math.floor(u), Math.floor(v)) : null;
  }

  function onOwnPawn(event) {
    const mover = moverOf(state);
    if (!mover || state.editing) return false;
    const pawn = viewOf(state).place(middleOf(state.position.pawns[mover]));
    const { x, y } = drawing.place(event);
    return Math.hypot(x - pawn.x, y - pawn.y) < 38;
  }

  element.addEventListener('pointerdown', (event) => {
    if (!state.position) return;
    touching = kindOf(event) === 'touch';
    if (event.button === 2) marking = squareOf(event);
    if (event.button !== 0) return;
    board.touched();
    if (state.marks.length && !board.on.marked) board.set({ marks: [] });
    const before = state.aim?.held ? state.aim.wall : null;
    down = { x: event.clientX, y: event.clientY, pawn: onOwnPawn(event), moved: false, before };
    element.setPointerCapture(event.pointerId);
    if (touching && !down.pawn) {
      aimAt(state, spotOf(event), 'touch', { fresh: true });
      board.aimed();
    }
    event.preventDefault();
  });

  element.addEventListener('pointermove', (event) => {
    if (!state.position) return;
    const away = down && Math.hypot(event.clientX - down.x, event.clientY - down.y);
    if (away > DRAG_FROM) down.moved = true;
    if (down?.pawn) {
      if (!down.moved) return;
      const { x, y } = drawing.place(event);
      state.drag = { x, y };
      aimAt(state, spotOf(event), 'mouse');
      if (state.aim?.kind === 'wall') state.aim = null;
      board.redraw();
    } else if (event.pointerType === 'mouse') {
      if (state.aim?.held && !down) return;
      if (aimAt(state, spotOf(event), 'mouse')) board.aimed();
    } else if (down?.moved) {
      const wallsOnly = state.aim?.kind === 'wall';
      if (aimAt(state, spotOf(event), 'touch', { wallsOnly })) board.aimed();
    }
  });

  element.addEventListener('pointerup', (event) => {
    if (event.button === 2) mark(event);
    if (event.button !== 0 || !down) return;
    const pressed = down;
    down = null;
    if (kindOf(event) === 'touch') dropClick(event);
    if (pressed.pawn) {
      drop(event, pressed);
      return;
    }
    const pointer = kindOf(event);
    if (pointer === 'mouse' && state.aim?.held) {
      aimAt(state, spotOf(event), 'mouse', { fresh: true });
    }
    const wall = state.aim?.kind === 'wall' ? state.aim.wall : null;
    const again = wall !== null && pressed.before === wall && !pressed.moved;
    if (wall && !again && !state.editing && (state.confirm ?? pointer === 'touch')) {
      hold(state, wall);
      board.aimed();
    } else place();
  });

  element.addEventListener('pointercancel', () => {
    down = null;
    if (cancel(state)) board.aimed();
    board.redraw();
  });

  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && !down && !state.aim?.held && cancel(state)) board.aimed();
  });

  // A long press on a touch screen; the right button of a mouse is seen when it is let go.
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (touching && turn(state)) board.aimed();
  });

  /** The pawn is let go. */
  function drop(event, { moved }) {
    state.drag = null;
    if (moved) aimAt(state, spotOf(event), 'mouse');
    const move = moved && state.aim?.kind === 'step' ? aimedMove(state) : null;
    cancel(state);
    if (move) board.play(move);
    else board.aimed();
  }

  /** The right button is let go: in a groove it turns the wall, on squares it draws. */
  function mark(event) {
    const [from, to] = [marking, squareOf(event)];
    marking = null;
    if (from === to && turn(state)) board.aimed();
    else if (from === to && state.premove) board.play(null);
    else if (from && to) {
      toggleMark(state, from, to);
      board.on.marked?.(state.marks);
      board.redraw();
    }
  }

  function place() {
    const move = aimedMove(state);
    if (move) board.play(move);
    else if (state.aim) board.refused();
    else board.missed();
  }
}
