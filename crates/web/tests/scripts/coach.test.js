// The coach's sentences: every quantity in them is one of the facts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';

import { isWorthAWarning, moments, sentence, warning } from '../../static/learn/coach.js';
import { loadLanguage } from '../../static/lib/language.js';
import { settings } from '../../static/lib/settings.js';

globalThis.document = /** @type {any} */ ({ documentElement: {} });
globalThis.fetch = /** @type {any} */ (
  async (address) => ({ ok: true, json: async () => JSON.parse(readFileSync(address, 'utf8')) })
);

async function speak(language) {
  settings.language = language;
  await loadLanguage();
}

beforeEach(() => speak('en'));

/** South places d4h: North needs three steps more, South five. */
const wall = {
  ply: 10,
  by: 'South',
  move: 'd4h',
  best: 'e5',
  loss: 3.2,
  lost_chance: 0.31,
  judgement: 'blunder',
  facts: {
    before: { South: 5, North: 4 },
    after: { South: 10, North: 7 },
    best: { South: 4, North: 4 },
    walls_left: { South: 6, North: 3 },
    race: { to_move: 'North', waiting: 'North' },
    proved: null,
  },
};

const facts = (changes) => ({ ...wall, ...changes, facts: { ...wall.facts, ...changes.facts } });

test('a wall that costs both', () => {
  assert.equal(
    sentence(wall),
    'd4h costs North 3 steps, but also costs South 5 steps; ' +
      'e5 would have left South 4 steps to go; now South needs 10 steps and North 7 steps; ' +
      'without more walls, North wins the race no matter who moves first.',
  );
});

test('the viewer is "you", as the one who moved and as the opponent', () => {
  assert.equal(
    sentence(wall, 'South'),
    'd4h costs North 3 steps, but also costs you 5 steps; e5 would have left you 4 steps to go; ' +
      'now you need 10 steps and North 7 steps; ' +
      'without more walls, North wins the race no matter who moves first.',
  );
  assert.equal(
    sentence(wall, 'North'),
    'd4h costs you 3 steps, but also costs South 5 steps; ' +
      'e5 would have left South 4 steps to go; now South needs 10 steps and you 7 steps; ' +
      'without more walls, you win the race no matter who moves first.',
  );
  assert.match(
    warning(wall, 'South'),
    /^This loses 3 steps\. d4h costs North 3 steps, but also costs you/,
  );
});

/** Every text that names a player has one for a viewer who is that player, in every language. */
test('no viewer is called by the name of the seat', async () => {
  const kinds = [
    wall,
    facts({ facts: { after: { South: 5, North: 5 } } }),
    facts({ facts: { after: { South: 7, North: 4 } } }),
    facts({ facts: { after: { South: 5, North: 4 } } }),
    ...[4, 5, 6].map((left) => facts({ move: 'e4', facts: { after: { South: left, North: 4 } } })),
    ...[5, 6].map((South) => facts({ best: 'c6h', facts: { best: { South, North: 7 } } })),
    ...['South', 'North'].flatMap((winner) => [
      facts({ facts: { proved: { winner, plies: 9 } } }),
      facts({ facts: { race: { to_move: winner, waiting: winner } } }),
    ]),
    facts({ facts: { race: { to_move: 'North', waiting: 'South' } } }),
    facts({ facts: { race: { to_move: 'South', waiting: 'North' } } }),
  ];
  for (const [language, south, north] of [
    ['en', 'South', 'North'],
    ['de', 'Süd', 'Nord'],
    ['es', 'Sur', 'Norte'],
  ]) {
    await speak(language);
    for (const review of kinds) {
      assert.ok(!sentence(review, 'South').includes(south), sentence(review, 'South'));
      assert.ok(!sentence(review, 'North').includes(north), sentence(review, 'North'));
      assert.ok(!/\{\w+\}/.test(sentence(review) + sentence(review, 'South')));
    }
  }
});

test('a tempo that decides the race', () => {
  const race = (to_move, waiting) => facts({ facts: { race: { to_move, waiting } } });
  // South has moved: North is to move.
  assert.match(
    sentence(race('North', 'South')),
    /; without more walls, North wins the race because it is their turn\.$/,
  );
  assert.match(
    sentence(race('North', 'South'), 'North'),
    /; without more walls, you win the race because it is your turn\.$/,
  );
  assert.match(
    sentence(race('South', 'North'), 'North'),
    /; without more walls, you lose the race because it is your turn\.$/,
  );
  assert.match(sentence(race(null, 'North')), /North 7 steps\.$/);
});

test('the same in German and Spanish', async () => {
  await speak('de');
  assert.equal(
    sentence(wall),
    'd4h kostet Nord 3 Schritte, aber auch Süd 5 Schritte; ' +
      'e5 hätte Süd noch 4 Schritte gelassen; jetzt braucht Süd 10 Schritte und Nord 7 Schritte; ' +
      'ohne weitere Wände gewinnt Nord den Wettlauf, egal wer zuerst zieht.',
  );
  await speak('es');
  assert.equal(
    sentence(wall),
    'd4h le cuesta a Norte 3 pasos, pero también a Sur 5 pasos; ' +
      'e5 habría dejado a Sur a 4 pasos; ahora Sur necesita 10 pasos y Norte 7 pasos; ' +
      'sin más muros, Norte gana la carrera, mueva quien mueva primero.',
  );
});

test('walls that cost one, and walls that cost nobody', () => {
  const them = facts({ best: 'd4h', facts: { after: { South: 5, North: 5 } } });
  assert.equal(
    sentence(them),
    'd4h costs North 1 step; now South needs 5 steps and North 5 steps; ' +
      'without more walls, North wins the race no matter who moves first.',
  );
  const own = facts({ best: 'd4h', facts: { after: { South: 7, North: 4 } } });
  assert.match(sentence(own), /^d4h costs only South: 2 steps; /);
  const none = facts({ best: 'd4h', facts: { after: { South: 5, North: 4 } } });
  assert.match(sentence(none), /^d4h costs nobody a step and leaves South with 6 walls; /);
});

test('steps towards the goal, beside it and away', () => {
  const step = (left) =>
    facts({ move: 'e4', best: 'e4', facts: { after: { South: left, North: 4 } } });
  assert.match(sentence(step(4)), /^e4 leaves South 4 steps to go; /);
  assert.match(sentence(step(5)), /^e4 brings South no closer: still 5 steps to go; /);
  assert.match(sentence(step(6)), /^e4 leads away: South now has 6 steps to go; /);
});

test('the better move, as a wall', () => {
  const best = (South, North) => facts({ best: 'c6h', facts: { best: { South, North } } });
  assert.match(sentence(best(5, 7)), /; c6h would have cost North 3 steps; /);
  assert.match(sentence(best(6, 7)), /; c6h would have cost North 3 steps and South 1 step; /);
  assert.match(sentence(best(5, 4)), /; the wall c6h was better; /);
});

test('a proof says more than the race', () => {
  const proved = facts({ facts: { proved: { winner: 'North', plies: 9 } } });
  assert.match(sentence(proved), /; now North has a forced win in 9 plies\.$/);
});

test('warnings say what is lost, in steps or in chances', () => {
  assert.match(warning(wall), /^This loses 3 steps\. d4h costs North 3 steps/);
  const chance = /^This lowers your winning chances by 31 percentage points\. /;
  assert.match(warning(facts({ loss: 0.4 })), chance);
  assert.match(warning(facts({ loss: Infinity })), chance);
  const proved = facts({ loss: 40, facts: { proved: { winner: 'North', plies: 9 } } });
  assert.match(warning(proved), /^This loses the game against best play\. /);
  assert.ok(isWorthAWarning(wall) && !isWorthAWarning({ lost_chance: 0.05 }));
});

test('the three worst moves are the moments, in the order of the game', () => {
  const lost = [0.3, 0.01, 0.06, 0.2, 0.5, 0.04];
  const reviewed = lost.map((lost_chance, ply) => ({ ...wall, ply, lost_chance }));
  assert.deepEqual(
    moments(reviewed).map(({ ply }) => ply),
    [0, 3, 4],
  );
  assert.deepEqual(moments(reviewed.slice(1, 2)), []);
});
