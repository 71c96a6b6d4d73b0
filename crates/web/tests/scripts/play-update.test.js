// What a live game's messages change.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { updated } from '../../static/pages/play-update.js';

test('an update changes what it names', () => {
  /** @type {any} */
  const state = { moves: ['e2', 'e8', 'e3'], position: { width: 9, turn: 'North' }, spectators: 0 };
  const told = updated(state, { spectators: 2 });
  assert.deepEqual(told, { ...state, spectators: 2 });
  assert.equal(told.position, state.position);
  assert.deepEqual(updated(state, { ply: 3, moves: ['e7'] }).moves, ['e2', 'e8', 'e3', 'e7']);
  const position = { turn: 'South' };
  assert.deepEqual(updated(state, { position }).position, { width: 9, turn: 'South' });
  assert.deepEqual(updated(state, { ply: 1, moves: [] }).moves, ['e2']);
});
