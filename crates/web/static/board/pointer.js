// Mouse and touch on a board: pointing, dragging the pawn, placing walls.
//
// A mouse points by hovering and places with a click. A finger shows the wall it touches and may
// slide it on; the wall then waits until it is tapped again or confirmed, because a finger covers
// what it points at.

import { middleOf } from './geometry.js';
import { aimAt, aimedMove, cancel, turn, viewOf } from './state.js';

const DRAG_FROM = 12;

/** Listens to the pointer on `board.drawing` and changes `board.state`; `board` draws and plays. */
export function listen(board) {
  const { drawing, state } = board;
  const element = drawing.element;
  let down = null;

  const spotOf = (event) => viewOf(state).spot(drawing.place(event));
  const kindOf = (event) => (event.pointerType === 'mouse' ? 'mouse' : 'touch');

  function onOwnPawn(event) {
    const { position, movable } = state;
    if (!movable) return false;
    const pawn = viewOf(state).place(middleOf(position.pawns[position.turn]));
    const { x, y } = drawing.place(event);
    return Math.hypot(x - pawn.x, y - pawn.y) < 38;
  }

  element.addEventListener('pointerdown', (event) => {
    if (!state.position || event.button !== 0) return;
    board.touched();
    const before = state.aim?.held ? state.aim.wall : null;
    down = { x: event.clientX, y: event.clientY, pawn: onOwnPawn(event), moved: false, before };
    element.setPointerCapture(event.pointerId);
    if (kindOf(event) === 'touch' && !down.pawn) {
      aimAt(state, spotOf(event), 'touch');
      board.aimed();
    }
    event.preventDefault();
  });

  element.addEventListener('pointermove', (event) => {
    if (!state.position) return;
    if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG_FROM) down.moved = true;
    if (down?.pawn) {
      if (!down.moved) return;
      const { x, y } = drawing.place(event);
      state.drag = { x, y };
      aimAt(state, spotOf(event), 'mouse');
      if (state.aim?.kind === 'wall') cancelAim();
      board.redraw();
    } else if (event.pointerType === 'mouse') {
      if (state.aim?.held && !down) return;
      if (aimAt(state, spotOf(event), 'mouse')) board.aimed();
    } else if (down?.moved) {
      if (aimAt(state, spotOf(event), 'touch', state.aim?.kind === 'wall')) board.aimed();
    }
  });

  element.addEventListener('pointerup', (event) => {
    if (!down) return;
    const pressed = down;
    down = null;
    if (pressed.pawn) {
      state.drag = null;
      if (pressed.moved) aimAt(state, spotOf(event), 'mouse');
      const move = pressed.moved && state.aim?.kind === 'step' ? aimedMove(state) : null;
      cancel(state);
      move ? board.play(move) : board.aimed();
      return;
    }
    if (kindOf(event) === 'mouse') {
      if (state.aim?.held) aimAt(state, spotOf(event), 'mouse');
      place();
      return;
    }
    if (state.aim?.kind === 'wall') {
      if (pressed.before === state.aim.wall && !pressed.moved) {
        place();
        return;
      }
      state.aim.held = true;
      board.aimed();
    } else {
      place();
    }
  });

  element.addEventListener('pointercancel', () => {
    down = null;
    if (cancel(state)) board.aimed();
    board.redraw();
  });

  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && !down && !state.aim?.held && cancel(state)) board.aimed();
  });

  // The other button turns the wall.
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (turn(state)) board.aimed();
  });

  function cancelAim() {
    state.aim = null;
    state.check = null;
  }

  function place() {
    const move = aimedMove(state);
    if (move) board.play(move);
    else if (state.aim) board.refused();
    else board.missed();
  }
}
