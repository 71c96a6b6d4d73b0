// Learning from mistakes: find a better move in the position before each.

import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';

/** A move that loses at most this many steps against the best one is good enough. */
const NEARLY_BEST = 0.35;

/**
 * Goes through mistakes; `changed` is called whenever something else is to be shown, `ended` when
 * there are no more.
 */
export class Lesson {
  /**
   * @param {import('./analysis.js').Analysis} analysis
   * @param {import('./engine.js').Engine} engine
   * @param {{ nodes: any[], plies: number[], changed: () => void, ended: () => void }} about
   */
  constructor(analysis, engine, { nodes, plies, changed, ended }) {
    this.analysis = analysis;
    this.engine = engine;
    this.nodes = nodes;
    this.plies = plies;
    this.changed = changed;
    this.ended = ended;
    this.at = 0;
    analysis.tried = (move) => this.#tried(move);
    this.#ask();
  }

  get review() {
    return this.nodes[this.plies[this.at] + 1].review;
  }

  /** The move to draw on the board: the answer, once it is shown. */
  get answer() {
    return this.state === 'shown' ? this.review.best : null;
  }

  end() {
    this.analysis.tried = null;
    this.ended();
  }

  #ask() {
    this.state = 'asked';
    this.said = null;
    this.analysis.goTo(this.nodes[this.plies[this.at]]);
  }

  #next() {
    this.at += 1;
    if (this.at < this.plies.length) this.#ask();
    else this.end();
  }

  #tried(move) {
    this.said = move;
    if (move === this.review.best) {
      this.#judge(true);
      return;
    }
    this.state = 'thinking';
    this.changed();
    this.engine.ask({ type: 'heat', game: this.analysis.game(), depth: 2 }, (message) => {
      const found = message.moves?.find((each) => each.move === move);
      if (this.said === move) this.#judge(Boolean(found) && found.loss <= NEARLY_BEST);
    });
  }

  #judge(right) {
    this.state = right ? 'right' : 'wrong';
    this.changed();
  }

  box() {
    const { review } = this;
    const solved = this.state === 'right' || this.state === 'shown';
    const show = () => {
      this.state = 'shown';
      this.changed();
    };
    const words = { move: this.said ?? review.move, played: review.move, best: review.best };
    return h(
      'div#lesson',
      { class: `lesson ${this.state}` },
      h('p', h('b', t('learn.of', { at: this.at + 1, all: this.plies.length }))),
      h('p', { role: 'status' }, t(`learn.${this.state}`, words)),
      h(
        'div.main-row',
        solved ? null : h('button', { onclick: show }, t('learn.show')),
        h(
          'button',
          { class: solved ? 'primary' : '', onclick: () => this.#next() },
          t('learn.next'),
        ),
        h('button.text', { onclick: () => this.end() }, t('learn.end')),
      ),
    );
  }
}
