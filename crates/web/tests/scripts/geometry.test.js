// Names of squares and walls, and their places on the screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as geometry from '../../static/board/geometry.js';

const { middleOf, slotAt, squareName, squaresNear, View, wallAt, wallName } = geometry;

test('places and names belong together from every side', () => {
  const size = { width: 7, height: 5 };
  for (const seat of ['South', 'West', 'North', 'East']) {
    const view = new View(size.width, size.height, seat);
    const thereAndBack = (spot) => view.spot(view.place(spot));
    for (let column = 0; column < 7; column++) {
      for (let row = 0; row < 5; row++) {
        const { u, v } = thereAndBack(middleOf(squareName(column, row)));
        assert.deepEqual([Math.floor(u), Math.floor(v)], [column, row], seat);
      }
    }
    for (let column = 0; column < 6; column++) {
      for (let row = 0; row < 4; row++) {
        for (const across of [true, false]) {
          const name = wallName(column, row, across);
          const { u, v } = wallAt(name);
          const spot = across ? { u: u + 0.3, v } : { u, v: v + 0.3 };
          assert.equal(slotAt(thereAndBack(spot), size), name, seat);
        }
      }
    }
  }
});

test('along a groove a wall keeps its orientation at every crossing', () => {
  const size = { width: 9, height: 9 };
  // 8 pixels off the middle of a groove, on a board with 70 pixels a square.
  const off = 8 / 70;
  for (const orientation of ['h', 'v']) {
    let previous = null;
    const seen = new Set();
    for (let along = 0.6; along < 8.4; along += 0.02) {
      const spot = orientation === 'h' ? { u: along, v: 4 + off } : { u: 4 + off, v: along };
      const wall = slotAt(spot, size, { previous });
      assert.equal(wall[2], orientation, `${wall} at ${along}`);
      seen.add(wall);
      previous = wall;
    }
    assert.equal(seen.size, 8);
  }
});

test('back and forth around the middle between two slots, the wall stays', () => {
  const size = { width: 9, height: 9 };
  const first = slotAt({ u: 3.45, v: 4 }, size);
  const walls = [3.52, 3.48, 3.55, 3.45].map((u) => slotAt({ u, v: 4 }, size, { previous: first }));
  assert.deepEqual(walls, [first, first, first, first]);
  assert.notEqual(slotAt({ u: 3.62, v: 4 }, size, { previous: first }), first);
});

test('a wall leaves its groove for another', () => {
  const size = { width: 9, height: 9 };
  const previous = slotAt({ u: 4.3, v: 4 }, size);
  assert.equal(previous, 'd4h');
  assert.equal(slotAt({ u: 4, v: 4.05 }, size, { previous }), 'd4h');
  assert.equal(slotAt({ u: 4, v: 4.3 }, size, { previous }), 'd4v');
});

test('a pawn may go to squares two steps away in one move, if others let it', () => {
  const size = { width: 5, height: 5 };
  assert.deepEqual(squaresNear('a1', size).sort(), ['a2', 'a3', 'b1', 'b2', 'c1']);
  assert.equal(squaresNear('c3', size).length, 12);
});
