// A game with variations. The first child of a node is how the game went on, the others are
// variations.

import { START } from '../board/history.js';

export class Tree {
  constructor(start = START, tags = {}) {
    this.start = start;
    this.tags = tags;
    this.result = null;
    this.root = node(null, null);
  }

  /** From a line as the server writes it (docs/http.md, "Texts and links"). */
  static from({ start, line, tags = {}, result = null }) {
    const tree = new Tree(start, tags);
    tree.result = result;
    tree.root.comment = line.comment ?? '';
    grow(tree.root, line.moves);
    return tree;
  }

  /** As the server reads it. */
  toLine() {
    return { comment: this.root.comment, moves: written(this.root) };
  }

  /** The node after a move, which is made if there is none. */
  play(from, move) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const child = node(move, from);
    from.children.push(child);
    return child;
  }

  /** The moves from the start to a node. */
  moves(to) {
    const moves = [];
    for (let at = to; at.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  /** The game itself, without variations: its nodes, the start first. */
  main() {
    return follow(this.root);
  }

  /** The last node of the line that a node is on. */
  end(of) {
    return follow(of).at(-1);
  }

  /** Takes a node and all behind it away; answers where that leaves one. */
  remove(gone) {
    if (!gone.parent) return gone;
    gone.parent.children = gone.parent.children.filter((child) => child !== gone);
    return gone.parent;
  }

  /** Makes the variation that a node is on the game itself. */
  promote(chosen) {
    for (let at = chosen; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
  }
}

function node(move, parent) {
  return {
    move,
    parent,
    ply: parent ? parent.ply + 1 : 0,
    children: [],
    comment: '',
    nags: [],
    eval: null,
    clock: null,
    review: null,
  };
}

function grow(from, moves) {
  let at = from;
  for (const {
    move,
    comment = '',
    nags = [],
    eval: value = null,
    clock = null,
    variations = [],
  } of moves) {
    const before = at;
    at = node(move, before);
    Object.assign(at, { comment, nags, eval: value, clock });
    before.children.push(at);
    for (const variation of variations) {
      const first = before.children.length;
      grow(before, variation.moves);
      if (variation.comment && before.children[first])
        before.children[first].comment ||= variation.comment;
    }
  }
}

function written(from) {
  const moves = [];
  for (let at = from.children[0]; at; at = at.children[0]) {
    const variations =
      at.parent.children[0] === at
        ? at.parent.children
            .slice(1)
            .map((child) => ({ comment: '', moves: [entry(child), ...written(child)] }))
        : [];
    moves.push({ ...entry(at), ...(variations.length ? { variations } : {}) });
  }
  return moves;
}

function entry({ move, comment, nags, eval: value, clock }) {
  return {
    move,
    ...(comment && { comment }),
    ...(nags.length && { nags }),
    ...(value && { eval: value }),
    ...(clock && { clock }),
  };
}

function follow(from) {
  const nodes = [from];
  while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
  return nodes;
}
