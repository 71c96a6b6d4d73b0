// Says what the wall that is pointed at would do, or why it is illegal. The server knows; what it
// says is kept as long as the position is the same.

import { h } from '../lib/dom.js';
import { has, seatName, t } from '../lib/language.js';
import { post } from '../lib/api.js';
import { refusalOf } from './state.js';

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
    // The position in which a premove is played is not known yet.
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
    const refusal = refusalOf(position, wall);
    if (refusal) {
      const text = refusalText(refusal);
      this.board.setTip([text], true);
      this.status(text, 'bad');
      return;
    }
    const parts = changeParts(position, wall, this.viewer());
    this.board.setTip(parts.map(({ seat, text }) => h('span', { class: `chip ${seat}` }, text)));
    this.status(`${wall}: ${parts.map(({ text }) => text).join(', ')}`);
  }
}

/** A wall's effect on each player: "you +0", "opponent +3". */
function changeParts(position, wall, viewer) {
  const by = (seat) => position.changes[seat]?.[wall] ?? 0;
  const mover = position.seats.includes(viewer) ? viewer : null;
  const two = position.seats.length === 2;
  const concerned = two ? position.seats : position.seats.filter(by);
  if (!concerned.length) return [{ seat: '', text: t('changes.nothing') }];
  const name = (seat) => {
    if (seat === mover) return t('you');
    return two && mover ? t('opponent') : seatName(seat);
  };
  const first = concerned.filter((seat) => seat === mover);
  const others = concerned.filter((seat) => seat !== mover);
  return [...first, ...others].map((seat) => ({ seat, text: `${name(seat)} +${by(seat)}` }));
}

/**
 * Why a move is refused, in the language of the page.
 * @param {import('../../types').Refusal} refusal
 */
export function refusalText({ code, player, reason = code }) {
  const key = `refused.${code}`;
  return has(key) ? t(key, { player: player ? seatName(player) : '' }) : reason;
}

/**
 * Why a move cannot be played in a position, in the language of the page; null if it can.
 * @param {import('../../types').Position} position
 * @param {string} move
 */
export function whyNot(position, move) {
  const { steps, legal_walls: walls, pass } = position;
  if (steps.includes(move) || walls.includes(move) || (move === 'pass' && pass)) return null;
  const refusal = refusalOf(position, move);
  if (refusal) return `${move}: ${refusalText(refusal)}`;
  return t('typed.no-step', { move, steps: steps.join(', ') });
}
