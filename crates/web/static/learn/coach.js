// The coach: sentences about moves, built from exact quantities that the server computed: shortest
// paths before and after, walls left, the race, and proofs. docs/http.md ("Reviews") lists them.

import { isWall } from '../board/geometry.js';
import { has, seatName, t } from '../lib/language.js';

/** How much winning probability a move must lose to be a moment, and for a warning. */
const MOMENT = 0.05;
const WARNING = 0.1;
const MOST_MOMENTS = 3;

/** The moves of a review that mattered most, in the order of the game. @param {any[]} reviewed */
export function moments(reviewed) {
  return reviewed
    .filter(({ lost_chance: lost, facts }) => lost >= MOMENT && facts)
    .sort((one, other) => other.lost_chance - one.lost_chance)
    .slice(0, MOST_MOMENTS)
    .sort((one, other) => one.ply - other.ply);
}

/** Whether the coach warns before a move is made. */
export function isWorthAWarning({ lost_chance: lost }) {
  return lost >= WARNING;
}

const steps = (n) => t('coach.steps', { n });

/** @typedef {import('../../types').Seat} Seat */

/**
 * One sentence about a move of a review. It says "you" to a viewer who has a seat.
 * @param {any} review
 * @param {Seat | null} [viewer]
 */
export function sentence(review, viewer = null) {
  const parts = [made, better, then].flatMap((part) => part(review, viewer) ?? []);
  return `${parts.join('; ')}.`;
}

/**
 * A text about what a player did. There are others for the player itself (`.you`) and for the
 * opponent (`.opponent`), where those read differently.
 * @param {string} key
 * @param {Seat} player
 * @param {Seat | null} viewer
 * @param {any} words
 */
function about(key, player, viewer, words) {
  const own = !viewer ? key : `${key}.${viewer === player ? 'you' : 'opponent'}`;
  return t(has(own) || has(`${own}.other`) ? own : key, words);
}

const otherSeat = (seat) => (seat === 'South' ? 'North' : 'South');

/** What a move changed: how many steps more each player needs. */
function change({ by, facts }, after) {
  const other = otherSeat(by);
  return {
    player: seatName(by),
    opponent: seatName(other),
    own: after[by] - facts.before[by],
    theirs: after[other] - facts.before[other],
    left: after[by],
  };
}

function made(review, viewer) {
  const { move, facts, by } = review;
  const { own, theirs, left, player, opponent } = change(review, facts.after);
  const words = { move, player, opponent, own: steps(own), theirs: steps(theirs) };
  if (isWall(move)) {
    const kind = theirs > 0 ? (own > 0 ? 'both' : 'them') : own > 0 ? 'own' : 'none';
    const walls = t('coach.walls', { n: facts.walls_left[by] });
    return about(`coach.wall.${kind}`, by, viewer, { ...words, walls });
  }
  const kind = own < 0 ? 'closer' : own === 0 ? 'same' : 'away';
  return about(`coach.step.${kind}`, by, viewer, { ...words, left: steps(left) });
}

function better(review, viewer) {
  const { best, move, facts, by } = review;
  if (!facts.best || !best || best === move) return null;
  const { own, theirs, left, player, opponent } = change(review, facts.best);
  const words = { best, player, opponent, own: steps(own), theirs: steps(theirs) };
  if (isWall(best)) {
    const kind = theirs > 0 ? (own > 0 ? 'both' : 'them') : 'none';
    return about(`coach.best.wall.${kind}`, by, viewer, words);
  }
  const kind = own < 0 ? 'closer' : 'other';
  return about(`coach.best.step.${kind}`, by, viewer, { ...words, left: steps(left) });
}

function then(review, viewer) {
  const { by, facts } = review;
  if (facts.proved) {
    const { winner, plies } = facts.proved;
    return about('coach.proved', winner, viewer, { player: seatName(winner), n: plies });
  }
  const { player, opponent } = change(review, facts.after);
  const [own, theirs] = [facts.after[by], facts.after[otherSeat(by)]];
  const words = { player, opponent, own: steps(own), theirs: steps(theirs) };
  return [about('coach.race', by, viewer, words), tempo(review, viewer)].filter(Boolean);
}

/** Who wins if nobody places another wall, and whether it matters who moves first. */
function tempo({ by, facts }, viewer) {
  const { to_move: winner, waiting } = facts.race ?? {};
  if (!winner || !waiting) return null;
  if (winner === waiting) {
    return about('coach.tempo.always', winner, viewer, { player: seatName(winner) });
  }
  // The mover's opponent is next.
  const first = otherSeat(by);
  const kind = winner === first ? 'wins' : 'loses';
  return about(`coach.tempo.${kind}`, first, viewer, { player: seatName(first) });
}

/**
 * The warning before a move is final: what it loses, and why.
 * @param {any} review
 * @param {Seat | null} [viewer]
 */
export function warning(review, viewer = null) {
  return `${lost(review)} ${sentence(review, viewer)}`;
}

function lost({ by, loss, lost_chance: chance, facts }) {
  // A proved loss has no size in steps.
  if (facts.proved && facts.proved.winner !== by) return t('coach.loses.game');
  if (loss >= 1 && loss < 50) return t('coach.loses', { n: Math.round(loss) });
  return t('coach.loses.chance', { lost: Math.round(100 * chance) });
}
