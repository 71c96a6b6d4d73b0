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

  /** `game()` is the game that is shown, as in requests; `status(text, kind)` shows a line below the board; `viewer()` is the seat that "you" is, or null. */
  constructor(board, { game, status, viewer }) {
    this.board = board;
    this.game = game;
    this.status = status;
    this.viewer = viewer;
  }

  /** Something else is pointed at. */
  aimed(aim) {
    clearTimeout(this.#timer);
    const { position } = this.board.state;
    if (aim?.kind !== 'wall') {
      this.board.setTip([]);
      this.status(null);
      return;
    }
    if (this.#of !== position.position) {
      this.#of = position.position;
      this.#known.clear();
    }
    const { wall } = aim;
    this.#show(wall, this.#known.get(wall));
    if (this.#known.has(wall)) this.board.explain(wall, this.#known.get(wall));
    else this.#timer = setTimeout(() => this.#ask(wall), PATIENCE);
  }

  async #ask(wall) {
    const of = this.#of;
    const check = await post('check', { game: this.game(), move: wall }).catch(() => null);
    if (!check || of !== this.#of) return;
    this.#known.set(wall, check);
    if (this.board.state.aim?.wall !== wall) return;
    this.#show(wall, check);
    this.board.explain(wall, check);
  }

  #show(wall, check) {
    const { position } = this.board.state;
    const refusal = position.refused[wall];
    if (refusal) {
      const text = refusalText(refusal, check?.sealed);
      this.board.setTip([text], true);
      this.status(`${wall}: ${text}`, 'bad');
      return;
    }
    const parts = changeParts(position, position.changes[wall] ?? {}, this.viewer());
    this.board.setTip(parts.map(({ seat, text }) => h('span', { class: `chip ${seat}` }, text)));
    this.status(`${wall}: ${parts.map(({ text }) => text).join(', ')}`);
  }
}

/** What a wall changes, for each player: "you +0", "opponent +3". */
export function changeParts(position, changes, viewer) {
  const mover = position.seats.includes(viewer) ? viewer : null;
  const two = position.seats.length === 2;
  const concerned = two ? position.seats : position.seats.filter((seat) => changes[seat]);
  if (!concerned.length) return [{ seat: '', text: t('changes.nothing') }];
  return concerned
    .toSorted((a, b) => (b === mover) - (a === mover))
    .map((seat) => ({ seat, who: seat === mover ? t('you') : two && mover ? t('opponent') : seatName(seat), by: changes[seat] ?? 0 }))
    .map(({ seat, who, by }) => ({ seat, text: `${who} ${by < 0 ? '−' : '+'}${Math.abs(by)}` }));
}

/** Why a move is refused, in the language of the page if it has words for it. */
export function refusalText({ code, reason }, sealed = null) {
  const key = `refused.${code}`;
  if (!has(key)) return reason;
  const wall = reason.match(/\b[a-i][1-9][hv]\b/)?.[0] ?? '';
  const player = sealed?.player ?? reason.match(/South|West|North|East/)?.[0];
  if (code === 'seals-off' && !player) return reason;
  return t(key, { wall, player: player ? seatName(player) : '', n: sealed?.squares.length ?? 0 });
}
