// The request of the start page to the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockRequest, DEFAULTS, gameRequest } from '../../static/pages/new-game.js';

const COMPUTERS = {
  levels: [
    { level: 1, player: 'alphabeta:level=1' },
    { level: 3, player: 'alphabeta:level=3' },
  ],
  players: [
    { name: 'random', seats: [2, 3, 4] },
    { name: 'mertens-2006', seats: [2] },
  ],
};

const asked = (wishes, name = '', random = () => 0.9) =>
  gameRequest({ ...DEFAULTS, ...wishes }, COMPUTERS, name, random);

test('a game against a level', () => {
  const { request, links } = asked({}, 'Ann');
  assert.deepEqual(request, {
    game: { board: '9x9', players: 2 },
    seats: { South: { human: 'Ann' }, North: { computer: 'alphabeta:level=3' } },
    clock: null,
  });
  assert.deepEqual(links, []);
});

test('a friend has no name until it enters one', () => {
  const { request, links } = asked({ opponent: 'friend', side: 'North', board: '7x7' });
  assert.deepEqual(request.seats, { North: { human: '' }, South: { human: '' } });
  assert.deepEqual(request.game, { board: '7x7', players: 2, walls: 6 });
  assert.deepEqual(links, ['South']);
});

test('the sides are drawn at random if one likes', () => {
  const side = (random) => Object.keys(asked({ side: 'random' }, 'Ann', random).request.seats)[0];
  assert.deepEqual([side(() => 0.1), side(() => 0.9)], ['South', 'North']);
});

test('four players', () => {
  const { request, links } = asked({ board: 'four', four: { North: 'link' } }, 'Ann');
  assert.deepEqual(request.seats, {
    South: { human: 'Ann' },
    West: { computer: 'random' },
    North: { human: '' },
    East: { computer: 'random' },
  });
  assert.deepEqual(links, ['North']);
});

test('clocks', () => {
  assert.deepEqual(clockRequest({ ...DEFAULTS, clock: '3+2' }), { minutes: 3, increment: 2 });
  const custom = { ...DEFAULTS, clock: 'custom', minutes: 0.5, increment: 7 };
  assert.deepEqual(clockRequest(custom), { minutes: 0.5, increment: 7 });
});
