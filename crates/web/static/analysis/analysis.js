// The state of the analysis board: a game, a place in it, and the position there. The cards
// around the board listen to it.

import { post } from '../lib/api.js';
import { Tree } from './tree.js';

export class Analysis {
  #listeners = new Set();
  #known = new WeakMap();
  tree = new Tree();
  node = this.tree.root;
  position = null;
  /** Replaces what a move on the board does, while one learns from mistakes. */
  tried = null;

  /**
   * Calls `listener(what)`: `moved` after every step, `changed` when comments or variations did,
   * `loaded` when it is another game, `shown` when the board is to be drawn again.
   */
  on(listener) {
    this.#listeners.add(listener);
  }

  tell(what) {
    for (const listener of this.#listeners) listener(what);
  }

  /** The game up to a place, as requests want it. */
  game(node = this.node) {
    return { position: this.tree.start, moves: this.tree.moves(node) };
  }

  async load(tree, node = tree.root) {
    this.tree = tree;
    await this.goTo(node, true);
    this.tell('loaded');
  }

  async goTo(node, quiet = false) {
    this.node = node;
    const position = this.#known.get(node) ?? (await post('position', { game: this.game(node) }));
    this.#known.set(node, position);
    if (this.node !== node) return;
    this.position = position;
    if (!quiet) this.tell('moved');
  }

  async play(move) {
    if (this.tried) return this.tried(move);
    const before = this.node.children.length;
    const next = this.tree.play(this.node, move);
    if (next.parent.children.length !== before) this.tell('changed');
    return this.goTo(next);
  }

  /** Plays several moves as a variation, and stays at the first. */
  async playLine(moves) {
    let at = this.node;
    for (const move of moves) at = this.tree.play(at, move);
    const first = this.node.children.find((child) => child.move === moves[0]);
    this.tell('changed');
    await this.goTo(first);
  }

  // Steps; each answers false if there is none.

  back() {
    return this.#step(this.node.parent);
  }
  forward() {
    return this.#step(this.node.children[0]);
  }
  first() {
    return this.#step(this.tree.root);
  }
  last() {
    return this.#step(this.tree.end(this.node));
  }

  /** To another variation at the same place. */
  beside(by) {
    const siblings = this.node.parent?.children ?? [];
    if (siblings.length < 2) return false;
    return this.#step(
      siblings[(siblings.indexOf(this.node) + by + siblings.length) % siblings.length],
    );
  }

  #step(to) {
    if (!to || to === this.node) return false;
    this.goTo(to);
    return true;
  }
}
