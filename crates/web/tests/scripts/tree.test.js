// A game with variations.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Tree } from '../../static/analysis/tree.js';

const START = '- / - / e1 e9 / 10 10 / 1';
const LINE = {
  comment: 'about the game',
  moves: [
    { move: 'e2', comment: 'first', nags: [1] },
    { move: 'e8', variations: [{ comment: '', moves: [{ move: 'e8h' }, { move: 'e3' }] }] },
    { move: 'e3', clock: '0:04:59', eval: { score: 0.3 } },
  ],
};

test('a line that is read is written the same', () => {
  assert.deepEqual(Tree.from({ start: START, line: LINE }).toLine(), LINE);
});

test('a move that is there already is not added', () => {
  const tree = new Tree(START);
  const first = tree.play(tree.root, 'e2');
  assert.equal(tree.play(tree.root, 'e2'), first);
  tree.play(tree.root, 'd1');
  assert.deepEqual(
    tree.root.children.map(({ move }) => move),
    ['e2', 'd1'],
  );
});

test('a variation that is promoted becomes the game', () => {
  const tree = Tree.from({ start: START, line: LINE });
  const variation = tree.root.children[0].children[1];
  assert.deepEqual(tree.moves(tree.end(variation)), ['e2', 'e8h', 'e3']);
  tree.promote(variation);
  assert.deepEqual(
    tree.main().map(({ move }) => move),
    [null, 'e2', 'e8h', 'e3'],
  );
});

test('what is removed takes all behind it away', () => {
  const tree = Tree.from({ start: START, line: LINE });
  const second = tree.root.children[0].children[0];
  assert.equal(tree.remove(second), tree.root.children[0]);
  assert.deepEqual(tree.moves(tree.end(tree.root)), ['e2', 'e8h', 'e3']);
  assert.equal(tree.remove(tree.root), tree.root);
});
