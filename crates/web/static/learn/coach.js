// The coach: sentences about moves, built from exact quantities that the server computed: shortest
// paths before and after, walls left, and proofs. docs/http.md ("Reviews") lists them.

import { isWall } from '../board/geometry.js';
import { seatName, t } from '../lib/language.js';

/** How much winning probability a move must lose to be a moment, and for a warning. */
const MOMENT = 0.05;
const WARNING = 0.1;
const MOST_MOMENTS = 3;

/**
 * The moves of a review that mattered most, in the order of the game.
 * @param {any[]} reviewed
 */
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

/**
 * One sentence about a move of a review.
 * @param {any} review
 */
export function sentence(review) {
  const parts = [made(review), better(review), then(review)].filter(Boolean);
  return `${parts.join('; ')}.`;
}

/** What a move changed: how many steps more each player needs. */
function change({ by, facts }, after) {
  const other = by === 'South' ? 'North' : 'South';
  return {
    player: seatName(by),
    opponent: seatName(other),
    own: after[by] - facts.before[by],
    theirs: after[other] - facts.before[other],
    left: after[by],
  };
}

function made(review) {
  const { move, facts, by } = review;
  const { own, theirs, left, player, opponent } = change(review, facts.after);
  const words = { move, player, opponent, own: steps(own), theirs: steps(theirs) };
  if (isWall(move)) {
    const kind = theirs > 0 ? (own > 0 ? 'both' : 'them') : own > 0 ? 'own' : 'none';
    const walls = t('coach.walls', { n: facts.walls_left[by] });
    return t(`coach.wall.${kind}`, { ...words, walls });
  }
  const kind = own < 0 ? 'closer' : own === 0 ? 'same' : 'away';
  return t(`coach.step.${kind}`, { ...words, left: steps(left) });
}

function better(review) {
  const { best, move, facts } = review;
  if (!facts.best || !best || best === move) return null;
  const { own, theirs, left, player, opponent } = change(review, facts.best);
  const words = { best, player, opponent, own: steps(own), theirs: steps(theirs) };
  if (isWall(best)) {
    const kind = theirs > 0 ? (own > 0 ? 'both' : 'them') : 'none';
    return t(`coach.best.wall.${kind}`, words);
  }
  return t(`coach.best.step.${own < 0 ? 'closer' : 'other'}`, { ...words, left: steps(left) });
}

function then(review) {
  const { by, facts } = review;
  if (facts.proved) {
    const { winner, plies } = facts.proved;
    return t('coach.proved', { player: seatName(winner), n: plies });
  }
  const { player, opponent } = change(review, facts.after);
  const other = by === 'South' ? 'North' : 'South';
  const [own, theirs] = [facts.after[by], facts.after[other]];
  return t('coach.race', { player, opponent, own: steps(own), theirs: steps(theirs) });
}

/**
 * The warning before a move is final: what it loses, and why.
 * @param {any} review
 */
export function warning(review) {
  const { loss } = review;
  const lost =
    loss >= 1 && Number.isFinite(loss) && loss < 50
      ? t('coach.loses', { n: Math.round(loss) })
      : t('coach.loses.chance', { lost: Math.round(100 * review.lost_chance) });
  return `${lost} ${sentence(review)}`;
}
