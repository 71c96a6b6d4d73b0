// An interactive chapter: the reader finds the moves of the one who moves first in it, and the
// others are played by themselves.

import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { wordsOf } from './marks.js';

export class Solve {
  /**
   * @param {import('../analysis/analysis.js').Analysis} analysis
   * @param {{ changed: () => void, ended: () => void }} about
   */
  constructor(analysis, { changed, ended }) {
    this.analysis = analysis;
    this.changed = changed;
    this.ended = ended;
    this.state = 'asked';
    this.said = '';
    this.reader = null;
    analysis.tried = (move) => this.#tried(move);
    this.#begin();
  }

  async #begin() {
    await this.analysis.goTo(this.analysis.tree.root);
    this.reader = this.analysis.position.turn;
    if (!this.#next()) this.state = 'solved';
    this.changed();
  }

  #next() {
    return this.analysis.node.children[0] ?? null;
  }

  async #tried(move) {
    const { children } = this.analysis.node;
    this.said = move;
    if (children[0]?.move === move) {
      await this.#right();
      return;
    }
    // A variation is answered with its comment: the author knew the move.
    const known = children.find((child) => child.move === move);
    this.state = 'wrong';
    this.why = known ? wordsOf(known.comment) : '';
    this.changed();
    this.analysis.tell('shown');
  }

  async #right() {
    const { analysis } = this;
    this.why = wordsOf(this.#next().comment);
    await analysis.goTo(this.#next());
    while (this.#next() && analysis.position.turn !== this.reader)
      await analysis.goTo(this.#next());
    this.state = this.#next() ? 'right' : 'solved';
    this.changed();
  }

  /** Shows the move, and goes on with it. */
  async show() {
    this.said = this.#next()?.move ?? '';
    if (this.#next()) await this.#right();
  }

  end() {
    this.analysis.tried = null;
    this.ended();
  }

  box() {
    const solved = this.state === 'solved';
    return h(
      'div#solve',
      { class: `lesson ${this.state}` },
      h('p', { role: 'status' }, t(`solve.${this.state}`, { move: this.said })),
      this.why ? h('p.note', this.why) : null,
      h(
        'div.main-row',
        solved ? null : h('button', { onclick: () => this.show() }, t('learn.show')),
        h(
          'button',
          { class: solved ? 'primary' : 'text', onclick: () => this.end() },
          t('learn.end'),
        ),
      ),
    );
  }
}
