// The target of the pointer.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as states from '../../static/board/state.js';

const START = {
  position: 'start',
  width: 9,
  height: 9,
  seats: ['South', 'North'],
  turn: 'South',
  pawns: { South: 'e1', North: 'e9' },
  walls: ['c3h'],
  walls_left: { South: 9, North: 10 },
  steps: ['d1', 'f1', 'e2'],
  legal_walls: ['d4h', 'd4v', 'e4h', 'e4v', 'e5h', 'e5v'],
  refused: [
    { code: 'crosses', walls: ['c3v'] },
    { code: 'seals-off', player: 'North', walls: ['a1h'] },
  ],
};

const own = (more = {}) => ({ ...states.emptyState(), position: START, movable: true, ...more });

test('a click beside the middle of a square that the pawn cannot reach means nothing', () => {
  // 20 pixels above the middle of c6, on a board with 70 pixels a square.
  const state = own();
  states.aimAt(state, { u: 2.5, v: 5.5 + 20 / 70 }, 'mouse');
  assert.equal(state.aim, null);
  assert.equal(states.aimedMove(state), null);
});

test('a groove means a wall, a few pixels beside it as well', () => {
  for (const off of [0, 0.1, 0.15]) {
    const state = own();
    states.aimAt(state, { u: 3.8, v: 4 + off }, 'mouse');
    assert.equal(state.aim.wall, 'd4h');
  }
  const state = own();
  states.aimAt(state, { u: 3.8, v: 4.2 }, 'mouse');
  assert.equal(state.aim, null);
});

test('a marked square means a step', () => {
  const state = own();
  states.aimAt(state, { u: 4.7, v: 1.3 }, 'mouse');
  assert.deepEqual(state.aim, { kind: 'step', square: 'e2' });
  assert.equal(states.aimedMove(state), 'e2');
});

test('a wall that was turned stays so along other grooves until it is turned again', () => {
  const state = own();
  const at = (u, v) => {
    states.aimAt(state, { u, v }, 'mouse');
    return state.aim?.wall;
  };
  assert.equal(at(3.8, 4), 'd4h');
  states.turn(state);
  assert.equal(state.aim.wall, 'd4v');
  assert.equal(at(4.8, 4), 'e4v');
  assert.equal(at(4.8, 5), 'e5v');
  states.cancel(state);
  assert.equal(at(4.8, 4), 'e4v');
  states.turn(state);
  assert.equal(state.aim.wall, 'e4h');
  assert.equal(at(4.8, 5), 'e5h');
  assert.equal(at(5, 4.5 + 0.3), 'e5v', 'it follows the groove again');
});

test('a finger shows the nearest wall wherever it touches', () => {
  const state = own();
  states.aimAt(state, { u: 3.6, v: 4.3 }, 'touch', { fresh: true });
  assert.equal(state.aim.wall, 'd4h');
});

test('in advance, near squares and free slots can be chosen', () => {
  const state = {
    ...states.emptyState(),
    position: { ...START, turn: 'North' },
    premover: 'South',
  };
  states.aimAt(state, { u: 4.5, v: 2.5 }, 'mouse');
  assert.equal(states.aimedMove(state), 'e3');
  states.aimAt(state, { u: 4.5, v: 6.5 }, 'mouse');
  assert.equal(state.aim, null);
  // It closes a way now; it may be legal after the next move.
  states.aimAt(state, { u: 0.8, v: 1 }, 'mouse');
  assert.equal(states.aimedMove(state), 'a1h');
  // It crosses a wall, which stays.
  states.aimAt(state, { u: 3, v: 3.3 }, 'mouse');
  assert.equal(state.aim, null);
});

test('two arrows choose between diagonal jumps', () => {
  // South stands before North, behind whom is a wall.
  const position = {
    ...START,
    pawns: { South: 'e5', North: 'e6' },
    steps: ['d6', 'f6', 'd5', 'f5', 'e4'],
  };
  const press = (bottom, ...keys) => {
    const state = own({ position, bottom });
    return keys.map(([x, y]) => states.stepTowards(state, { x, y }));
  };
  assert.deepEqual(press('South', [0, -1], [-1, 0]), [null, 'd6']);
  assert.deepEqual(press('South', [0, -1], [1, 0]), [null, 'f6']);
  assert.deepEqual(press('South', [-1, 0]), ['d5']);
  assert.deepEqual(press('North', [0, 1], [1, 0]), [null, 'd6']);
  assert.deepEqual(press('South', [0, -1], [0, 1]), [null, 'e4']);
});

test('typed moves are read in several ways', () => {
  const typed = ['e3', 'E3H', 'e 3 h', 'he3', 'pass', 'e10', 'hello', ''];
  const read = ['e3', 'e3h', 'e3h', 'e3h', 'pass', null, null, null];
  assert.deepEqual(typed.map(states.typedMove), read);
});

test('a mark is drawn, and taken away by drawing it again', () => {
  const state = own();
  states.toggleMark(state, 'e2', 'e4');
  states.toggleMark(state, 'c3', 'c3');
  states.toggleMark(state, 'e2', 'e4');
  assert.deepEqual(state.marks, [{ from: 'c3', to: 'c3' }]);
});
