// The solver of puzzles: rating, what was tried and failed, and records, kept in the browser.

import { get, post } from '../lib/api.js';
import { read, write } from '../lib/storage.js';

const KEY = 'quoridor.puzzles';

/**
 * @typedef {object} Solver
 * @property {{ rating: number, deviation: number, volatility: number } | null} rating
 * @property {string[]} tried the puzzles that counted for the rating
 * @property {string[]} failed the puzzles to review
 * @property {{ streak: number, timed: number }} best
 */

/** @returns {Solver} */
export function solver() {
  return valid(read(KEY, {}));
}

/** A rating as people read it; everybody begins with 1500. */
export function shownRating() {
  return Math.round(solver().rating?.rating ?? 1500);
}

/** @param {Partial<Solver>} changes */
function keep(changes) {
  write(KEY, { ...solver(), ...changes });
}

/**
 * What a file or the browser has kept, as far as it can be read.
 * @param {{ rating?: any, tried?: any, failed?: any, best?: any }} kept
 */
function valid({ rating = null, tried = [], failed = [], best = {} }) {
  const names = (list) => (Array.isArray(list) ? list.filter((id) => /^[0-9a-f]+$/.test(id)) : []);
  const count = (value) => (Number.isInteger(value) && value > 0 ? value : 0);
  const numbers = ['rating', 'deviation', 'volatility'];
  const rated = numbers.every((name) => Number.isFinite(rating?.[name]));
  return {
    rating: rated ? rating : null,
    tried: names(tried),
    failed: names(failed),
    best: { streak: count(best?.streak), timed: count(best?.timed) },
  };
}

/** Adds what a file has kept: the rating of the one who tried more. */
export function mergeSolver(kept) {
  const [own, other] = [solver(), valid(kept ?? {})];
  const both = (one, more) => [...new Set([...one, ...more])];
  keep({
    rating: other.tried.length > own.tried.length ? other.rating : own.rating,
    tried: both(own.tried, other.tried),
    failed: both(own.failed, other.failed),
    best: {
      streak: Math.max(own.best.streak, other.best.streak),
      timed: Math.max(own.best.timed, other.best.timed),
    },
  });
}

/**
 * Counts the first attempt at a puzzle, and answers by how much the rating changed; null if it was
 * tried before.
 * @param {string} id
 * @param {boolean} solved
 */
export async function rate(id, solved) {
  const { rating, tried } = solver();
  if (tried.includes(id)) return null;
  const before = shownRating();
  const after = await post('puzzle-rating', { solver: rating, puzzle: id, solved });
  keep({ rating: after, tried: [...tried, id] });
  return shownRating() - before;
}

/** A failed puzzle is reviewed until it is solved. @param {string} id @param {boolean} solved */
export function keepForReview(id, solved) {
  const others = solver().failed.filter((other) => other !== id);
  keep({ failed: solved ? others : [...others, id] });
}

/** Keeps the number of puzzles of a run if it is a record. Answers the record. */
export function keepRecord(mode, count) {
  const { best } = solver();
  if (count > best[mode]) keep({ best: { ...best, [mode]: count } });
  return solver().best[mode];
}

let listed;

/** All puzzles; asked for once. */
export function allPuzzles() {
  listed ??= get('puzzles').then(
    ({ puzzles }) => puzzles,
    (error) => {
      listed = undefined;
      throw error;
    },
  );
  return listed;
}

/** The puzzle of the day where the solver is. */
export function puzzleOfTheDay() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return post('puzzle-of-the-day', { date });
}

/** How many of the nearest puzzles the next one is drawn from. */
const NEAREST = 15;

/**
 * A puzzle near a rating that is not one of some; any other one when all were there.
 * @param {{ id: string, rating: number, themes: string[] }[]} puzzles
 * @param {{ near: number, theme?: string | null, not: string[] }} wish
 */
export function nextPuzzle(puzzles, { near, theme = null, not }) {
  const fitting = puzzles.filter(({ themes }) => !theme || themes.includes(theme));
  const fresh = fitting.filter(({ id }) => !not.includes(id));
  const distance = ({ rating }) => Math.abs(rating - near);
  const sorted = (fresh.length ? fresh : fitting).toSorted((a, b) => distance(a) - distance(b));
  const nearest = sorted.slice(0, NEAREST);
  return nearest[Math.floor(Math.random() * nearest.length)];
}
