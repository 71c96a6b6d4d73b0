// Facts that follow from the moves of a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as history from '../../static/board/history.js';

const START = history.readPosition('- / - / e1 e9 / 10 10 / 1');

test('a position string is read', () => {
  const read = history.readPosition('d2 f4 / e3 / a5 e6 / 8 9 / 2 / 7x6');
  assert.deepEqual(read, {
    width: 7,
    height: 6,
    seats: ['South', 'North'],
    pawns: { South: 'a5', North: 'e6' },
    walls: ['d2h', 'f4h', 'e3v'],
    wallsLeft: { South: 8, North: 9 },
    first: 'North',
  });
});

test('the last move has where it came from', () => {
  const last = (...moves) => history.lastMove(START, moves);
  assert.equal(last(), null);
  assert.deepEqual(last('e2'), { move: 'e2', from: 'e1', seat: 'South' });
  assert.deepEqual(last('e2', 'e8', 'e3h', 'e7'), { move: 'e7', from: 'e8', seat: 'North' });
});

test('walls have owners, and pawns go on', () => {
  const moves = ['e2', 'e3h', 'd4v', 'e8'];
  assert.deepEqual(history.wallOwners(START, moves), { e3h: 'North', d4v: 'South' });
  const shown = history.shownPosition(START, moves);
  assert.deepEqual(shown.pawns, { South: 'e2', North: 'e8' });
  assert.deepEqual(shown.walls, ['e3h', 'd4v']);
  assert.deepEqual(shown.walls_left, { South: 9, North: 9 });
  assert.equal(shown.turn, 'South');
});
