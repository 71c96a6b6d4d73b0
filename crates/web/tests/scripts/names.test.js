// Names of players, by viewer. Without a language loaded, texts are their keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAgainstPeople, levelOf, playerName, recordedName } from '../../static/pages/names.js';
import { clockText, resultText, valueText } from '../../static/pages/parts.js';

const nobody = { human: '', here: true };
const friends = (yours) => ({ seats: { South: nobody, North: nobody }, yours });

test('people without a name are named relative to the viewer', () => {
  const names = (yours) => ['South', 'North'].map((seat) => playerName(friends(yours), seat));
  assert.deepEqual(names(['South']), ['me', 'opponent.title']);
  assert.deepEqual(names(['North']), ['opponent.title', 'me']);
  assert.deepEqual(names([]), ['seat.South', 'seat.North']);
  assert.deepEqual(names(['South', 'North']), ['seat.South', 'seat.North']);
});

test('a name that was entered is the same for all', () => {
  const game = { seats: { South: { human: 'Ann' }, North: nobody }, yours: ['South'] };
  assert.equal(playerName(game, 'South'), 'Ann');
  assert.equal(playerName({ ...game, yours: ['North'] }, 'South'), 'Ann');
});

test('of computers with the same name, the seat says which', () => {
  const random = { computer: 'glendenning-2005' };
  const seats = { South: nobody, West: random, North: random, East: { computer: 'eizagirre' } };
  const names = ['West', 'North', 'East'].map((seat) => playerName({ seats, yours: [] }, seat));
  const twins = ['Glendenning 2005 (seat.West)', 'Glendenning 2005 (seat.North)'];
  assert.deepEqual(names, [...twins, 'Eizagirre']);
});

test('the winner reads that it has won', () => {
  const result = { winner: 'South' };
  assert.equal(resultText(result, friends(['South'])), 'result.you');
  assert.equal(resultText(result, friends(['North'])), 'result.wins');
  assert.equal(resultText({ winner: null }, friends([])), 'result.draw');
});

test('nobody gets help against people', () => {
  assert.equal(isAgainstPeople(friends(['South'])), true);
  assert.equal(isAgainstPeople(friends(['South', 'North'])), false);
  const computer = { seats: { South: nobody, North: { computer: 'random' } }, yours: ['South'] };
  assert.equal(isAgainstPeople(computer), false);
});

test('levels are found in technical names', () => {
  const specs = ['alphabeta:level=3', 'champion:hash=4,level=10', 'alphabeta', 'random'];
  assert.deepEqual(specs.map(levelOf), [3, 10, null, null]);
  assert.equal(recordedName('South', 'glendenning-2005'), 'Glendenning 2005');
  assert.equal(recordedName('South', 'Ann'), 'Ann');
  assert.equal(recordedName('South', ''), 'seat.South');
});

test('clocks show tenths when there is little time', () => {
  const texts = [300000, 61999, 20000, 19999, 500, -3].map(clockText);
  assert.deepEqual(texts, ['5:00', '1:01', '0:20', '0:19.9', '0:00.5', '0:00.0']);
});

test('values have the unit that they are in', () => {
  assert.equal(valueText({ score: -0.46 }), 'value.score');
  assert.equal(valueText({ score: -0.46 }, true), '−0.46');
  assert.equal(valueText({ chance: 0.567 }), '57 %');
  assert.equal(valueText({ steps: 1 }), 'value.steps');
  assert.equal(valueText(null), '');
});
