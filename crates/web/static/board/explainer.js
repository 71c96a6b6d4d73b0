// Says what the wall that is pointed at would do, or why it is illegal. The server knows; what it
// says is kept as long as the position is the same.

import { h } from '../lib/dom.js';
import { has, seatName, t } from '../lib/language.js';
import { post } from '../lib/api.js';

const PATIENCE = 50;

export class Explainer {
  #known = new Map();
  #of = null;
  #timer = 0;

  /**
   * `game` is the game that is shown, as in requests; `status` shows a line below the board;
   * `viewer` is the seat that "you" is, or null.
   * @param {import('./board.js').Board} board
   * @param {{
   *   game: () => object,
   *   status: (text: string | null, kind?: string) => void,
   *   viewer: () => import('../../types').Seat | null,
   * }} around
   */
  constructor(board, { game, status, viewer }) {
    this.board = board;
    this.game = game;
    this.status = status;
    this.viewer = viewer;
  }

  /** Something else is pointed at. */
  aimed(aim) {
    clearTimeout(this.#timer);
    const { position, movable } = this.board.state;
    // A wall in advance is placed in a position that nobody knows yet.
    if (aim?.kind !== 'wall' || !movable) {
      this.board.setTip([]);
      this.status(null);
      return;
    }
    if (this.#of !== position.position) {
      this.#of = position.position;
      this.#known.clear();
    }
    const { wall } = aim;
    this.#show(wall);
    if (this.#known.has(wall)) this.board.explain(wall, this.#known.get(wall));
    else this.#timer = setTimeout(() => this.#ask(wall), PATIENCE);
  }

  async #ask(wall) {
    const of = this.#of;
    const check = await post('check', { game: this.game(), move: wall }).catch(() => null);
    if (!check || of !== this.#of) return;
    this.#known.set(wall, check);
    if (this.board.state.aim?.wall !== wall) return;
    this.#show(wall);
    this.board.explain(wall, check);
  }

  #show(wall) {
    const { position } = this.board.state;
    const refusal = position.refused[wall];
    if (refusal) {
      const text = refusalText(refusal);
      this.board.setTip([text], true);
      this.status(text, 'bad');
      return;
    }
    const parts = changeParts(position, position.changes[wall] ?? {}, this.viewer());
    this.board.setTip(parts.map(({ seat, text }) => h('span', { class: `chip ${seat}` }, text)));
    this.status(`${wall}: ${parts.map(({ text }) => text).join(', ')}`);
  }
}

/** A wall's effect on each player: "you +0", "opponent +3". */
export function changeParts(position, changes, viewer) {
  const mover = position.seats.includes(viewer) ? viewer : null;
  const two = position.seats.length === 2;
  const concerned = two ? position.seats : position.seats.filter((seat) => changes[seat]);
  if (!concerned.length) return [{ seat: '', text: t('changes.nothing') }];
  const name = (seat) => {
    if (seat === mover) return t('you');
    return two && mover ? t('opponent') : seatName(seat);
  };
  const first = concerned.filter((seat) => seat === mover);
  const others = concerned.filter((seat) => seat !== mover);
  return [...first, ...others].map((seat) => {
    const by = changes[seat] ?? 0;
    return { seat, text: `${name(seat)} ${by < 0 ? '−' : '+'}${Math.abs(by)}` };
  });
}

/**
 * Why a move is refused, in the language of the page.
 * @param {import('../../types').Refusal} refusal
 */
export function refusalText({ code, reason, params = {} }) {
  const key = `refused.${code}`;
  return has(key) ? t(key, { player: params.player ? seatName(params.player) : '' }) : reason;
}

/**
 * Why a move cannot be played in a position, in the language of the page; null if it can.
 * @param {import('../../types').Position} position
 * @param {string} move
 */
export function whyNot({ steps, legal_walls: walls, refused, pass }, move) {
  if (steps.includes(move) || walls.includes(move) || (move === 'pass' && pass)) return null;
  if (refused[move]) return `${move}: ${refusalText(refused[move])}`;
  return t('typed.no-step', { move, steps: steps.join(', ') });
}
