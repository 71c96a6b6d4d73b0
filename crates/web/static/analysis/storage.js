// Analyses in the browser's storage: the game on the board, so that a reload loses nothing, and
// the reviews of games.

import { read, write } from '../lib/storage.js';
import { Tree } from './tree.js';

const ANALYSIS = 'quoridor.analysis';
const REVIEWS = 'quoridor.reviews';
const MOST_REVIEWS = 20;

/**
 * Keeps the game on the board for the address that it was opened with.
 * @param {string} address
 * @param {import('./analysis.js').Analysis} analysis
 */
export function keepAnalysis(address, { tree, node }) {
  const { start, tags, result } = tree;
  const moves = tree.moves(node);
  const kept = { address, start, tags, result, line: tree.toLine(), moves };
  write(ANALYSIS, kept, 'sessionStorage');
}

/**
 * The game that was on the board at an address: its tree, and where one was in it.
 * @param {string} address
 */
export function keptAnalysis(address) {
  const kept = read(ANALYSIS, null, 'sessionStorage');
  if (kept?.address !== address) return null;
  const tree = Tree.from(kept);
  let node = tree.root;
  for (const move of kept.moves) {
    const next = node.children.find((child) => child.move === move);
    if (!next) break;
    node = next;
  }
  return { tree, node };
}

const gameKey = (tree) => `${tree.start} ${tree.moves(tree.end(tree.root)).join(' ')}`;

/**
 * Keeps the review of a game.
 * @param {Tree} tree
 * @param {{ reviewed: object[], summary: object }} review
 */
export function keepReview(tree, review) {
  const key = gameKey(tree);
  const others = read(REVIEWS, []).filter((each) => each.key !== key);
  write(REVIEWS, [{ key, ...review }, ...others].slice(0, MOST_REVIEWS));
}

/** The review of a game, if this browser made one. @param {Tree} tree */
export function keptReview(tree) {
  const key = gameKey(tree);
  return read(REVIEWS, []).find((each) => each.key === key) ?? null;
}
