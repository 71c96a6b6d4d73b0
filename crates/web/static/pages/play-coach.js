// The coach of a live game, where it is switched on and no other person plays: it warns before a
// losing move is made, and shows the moments that mattered when the game is over.

import { Engine } from '../analysis/engine.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { isWorthAWarning, warning } from '../learn/coach.js';
import { momentsList } from '../learn/moments.js';
import { isAgainstPeople, viewerSeat } from './names.js';

/** Nodes for the look at a move: enough to see a lost race, and soon done. */
const NODES = 5000;
/** A move is made without advice if none has come by then. */
const PATIENCE = 5000;

export class Coach {
  /** @param {import('./play.js').Table} table */
  constructor(table) {
    this.table = table;
    this.engine = new Engine();
    this.question = 0;
    this.timer = 0;
    /** The move that is being looked at, or that was warned of: `{move, review}`. */
    this.doubt = null;
    /** The move that the player wants in spite of a warning, or that needs none. */
    this.cleared = null;
    /** The reviewed moves of the finished game, and whether all are there. */
    this.reviewed = [];
    this.isReviewed = false;
  }

  isOn() {
    const { state } = this.table;
    return settings.coach && state?.position.seats.length === 2 && !isAgainstPeople(state);
  }

  close() {
    clearTimeout(this.timer);
    this.engine.close();
  }

  /** Forgets a move that was considered: the position is another one. */
  forget() {
    this.engine.stop(this.question);
    clearTimeout(this.timer);
    this.doubt = null;
    this.cleared = null;
  }

  /** Whether a move may be made now. If not, the coach looks at it and makes it, or warns. */
  allows(move) {
    if (!this.isOn() || move === this.cleared || move === 'pass') return true;
    this.forget();
    this.doubt = { move, review: null };
    const game = { position: this.table.state.position.position, moves: [move] };
    this.question = this.engine.ask({ type: 'review', game, nodes: NODES }, (message) => {
      if (message.type === 'reviewed') this.#judge(message);
      if (message.type === 'error') this.#clear();
    });
    this.timer = setTimeout(() => this.#clear(), PATIENCE);
    return false;
  }

  #judge(review) {
    if (this.doubt?.move !== review.move) return;
    clearTimeout(this.timer);
    if (!isWorthAWarning(review)) {
      this.#clear();
      return;
    }
    this.doubt = { move: review.move, review };
    say(warning(review, viewerSeat(this.table.state)));
    this.table.redraw();
  }

  /** Makes the move that was considered. */
  #clear() {
    const move = this.doubt?.move;
    if (!move) return;
    this.forget();
    this.cleared = move;
    this.table.play(move);
  }

  /** The warning, with the choice. */
  notice() {
    if (!this.doubt) return null;
    const { review } = this.doubt;
    if (!review) return h('p.notice#coach-looks', t('coach.looks'));
    const other = () => {
      this.forget();
      this.table.redraw();
    };
    return h(
      'div.notice.bad#coach-warning',
      { role: 'alert' },
      h('p', warning(review, viewerSeat(this.table.state))),
      h(
        'div.main-row',
        h('button#coach-other', { onclick: other }, t('coach.other')),
        h('button.text#coach-anyway', { onclick: () => this.#clear() }, t('coach.anyway')),
      ),
    );
  }

  /** Reviews the game when it is over. */
  review() {
    const { state } = this.table;
    if (!this.isOn() || !this.table.plays() || this.reviewed.length || state.moves.length < 2) {
      return;
    }
    const game = { position: state.start, moves: state.moves };
    // The server keeps it with the game.
    const asked = { type: 'review', game, store: this.table.id };
    this.question = this.engine.ask(asked, (message) => {
      if (message.type === 'reviewed') this.reviewed.push(message);
      if (message.type === 'review') {
        this.isReviewed = true;
        this.table.redraw();
      }
    });
  }

  /** The moments of the finished game. */
  moments() {
    if (!this.isReviewed) return null;
    const look = (ply) => this.table.look(ply);
    return momentsList(this.reviewed, { look, viewer: viewerSeat(this.table.state) });
  }
}
