// A board on a page: its state, drawing and listeners.

import { fill, h } from '../lib/dom.js';
import { Drawing } from './drawing.js';
import { isWall, wallAt } from './geometry.js';
import { listen } from './pointer.js';
import * as states from './state.js';

const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** @typedef {import('../../types').Aim} Aim */
/** @typedef {import('../../types').BoardState} BoardState */

export class Board {
  /**
   * `play` gets a legal move that the player wants (a premove if it is not its turn, null to drop
   * it), `aimed` everything that it points at, `refused` an illegal move that it tries, `marked`
   * the arrows and circles when one was drawn (without it, they are gone with the next click). The
   * owner of the board asks the server about a wall and hands the answer to {@link Board#explain}.
   * @param {{
   *   play: (move: string | null) => void,
   *   aimed?: (aim: Aim | null, legal: boolean) => void,
   *   refused?: (move: string) => void,
   *   missed?: () => void,
   *   marked?: ((marks: { from: string, to: string }[]) => void) | null,
   * }} on
   */
  constructor({ play, aimed = () => {}, refused = () => {}, missed = () => {}, marked = null }) {
    /** @type {BoardState} */
    this.state = states.emptyState();
    this.drawing = new Drawing();
    this.tip = h('div.tip', { 'aria-hidden': 'true' });
    this.element = h('div.board-box', this.drawing.element, this.tip);
    this.on = { play, aimed, refused, missed, marked };
    this.usesTouch = matchMedia('(pointer: coarse)').matches;
    this.scheduled = 0;
    listen(this);
  }

  /**
   * Changes the state and draws it. A new position resets the aim.
   * @param {Partial<BoardState>} changes
   */
  set(changes) {
    const moved = changes.position && changes.position.position !== this.state.position?.position;
    if (moved && this.state.position) changes = { marks: [], ...changes };
    Object.assign(this.state, changes);
    if (moved || !states.moverOf(this.state)) {
      if (states.cancel(this.state)) this.on.aimed(null, true);
    }
    this.redraw();
  }

  /** Shows the server's answer about a wall. */
  explain(wall, check) {
    if (this.state.aim?.wall !== wall) return;
    this.state.check = check;
    this.redraw();
  }

  /** Words beside the wall that is pointed at. */
  setTip(children, bad = false) {
    this.tip.classList.toggle('bad', bad);
    fill(this.tip, children);
    this.#placeTip();
  }

  turn() {
    return states.turn(this.state) && this.aimed();
  }

  /** Points at nothing; walls follow the grooves again. */
  cancel() {
    this.state.orientation = null;
    return states.cancel(this.state) && this.aimed();
  }

  /** Plays the move that is pointed at; false if there is none. */
  confirm() {
    if (!this.state.aim) return false;
    const move = states.aimedMove(this.state);
    move ? this.play(move) : this.refused();
    return true;
  }

  /** An arrow key: moves the wall that waits, or else the pawn. */
  arrow(key) {
    const { state } = this;
    if (!state.position || !state.movable) return false;
    if (state.aim?.kind === 'wall' && state.aim.held) {
      states.shiftWall(state, ARROWS[key]);
      this.aimed();
      return true;
    }
    const step = states.stepTowards(state, ARROWS[key]);
    if (step) this.play(step);
    return true;
  }

  /** Shows a wall, which the arrow keys move. */
  showWall() {
    if (states.shiftWall(this.state, { x: 0, y: 0 })) this.aimed();
  }

  /** Shows a move that is being typed. */
  preview(move) {
    if (move && isWall(move) && states.moverOf(this.state)) {
      states.hold(this.state, move);
      this.aimed();
    } else this.cancel();
  }

  // Called by the pointer.

  aimed() {
    const { aim } = this.state;
    const move = aim?.wall ?? aim?.square;
    this.on.aimed(aim, !move || states.isLegal(this.state, move));
    this.redraw();
    return true;
  }

  play(move) {
    states.cancel(this.state);
    this.on.aimed(null, true);
    this.redraw();
    this.on.play(move);
  }

  refused() {
    this.on.refused(this.state.aim.wall ?? this.state.aim.square);
  }

  missed() {
    this.on.missed();
  }

  touched() {
    this.drawing.element.closest('[tabindex]')?.focus?.({ preventScroll: true });
  }

  redraw() {
    if (this.scheduled) return;
    this.scheduled = requestAnimationFrame(() => {
      this.scheduled = 0;
      this.drawing.draw(this.state);
      this.#placeTip();
    });
  }

  #placeTip() {
    const { aim, position } = this.state;
    const shown = aim?.kind === 'wall' && this.tip.hasChildNodes();
    this.tip.hidden = !shown;
    if (!shown || !this.drawing.view || !position) return;
    const { x, y } = this.drawing.view.place(wallAt(aim.wall));
    const box = this.drawing.element.viewBox.baseVal;
    const left = (x - box.x) / box.width;
    const below = y - box.y < box.height / 4;
    const reach = this.drawing.view.liesAcross(wallAt(aim.wall).across) ? 16 : 96;
    const top = (y - box.y + (below ? reach : -reach)) / box.height;
    const { clientWidth, clientHeight } = this.drawing.element;
    const across = Math.min(Math.max(left, 0.18), 0.82) * clientWidth;
    this.tip.style.setProperty('--across', `${across}px`);
    this.tip.style.setProperty('--down', `${top * clientHeight}px`);
    this.tip.classList.toggle('below', below);
  }
}
