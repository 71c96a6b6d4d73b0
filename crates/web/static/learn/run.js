// A run of puzzles: a streak, which three mistakes end, or as many as possible in three minutes.

import { keepRecord } from './solver.js';

export const MISTAKES = 3;
const TIME = 3 * 60 * 1000;

/** Runs begin with easy puzzles, and each that is solved makes the next one harder. */
const FIRST_RATING = 850;
const HARDER = 25;

/**
 * @typedef {object} Run
 * @property {'streak' | 'timed'} mode
 * @property {string[]} seen
 * @property {number} solved
 * @property {number} mistakes
 * @property {number | null} end when the time is over
 */

/** The run that is going on. Leaving the page ends it. @type {Run | null} */
let run = null;

/** @param {'streak' | 'timed'} mode */
export function beginRun(mode) {
  const end = mode === 'timed' ? Date.now() + TIME : null;
  run = { mode, seen: [], solved: 0, mistakes: 0, end };
  return run;
}

/** The run of a mode, if one is going on. */
export function currentRun(mode) {
  return run?.mode === mode ? run : null;
}

export function wantedRating({ solved }) {
  return FIRST_RATING + HARDER * solved;
}

/** Counts an attempt. */
export function countAttempt(id, solved) {
  run.seen.push(id);
  if (solved) run.solved += 1;
  else run.mistakes += 1;
}

/** @param {Run} run */
export function isOver({ mistakes, end }) {
  return mistakes >= MISTAKES || (end !== null && Date.now() >= end);
}

/** Ends the run, and answers the record of its mode. */
export function endRun() {
  const { mode, solved } = run;
  run = null;
  return keepRecord(mode, solved);
}

/** The time left, like 2:05. @param {Run} run */
export function timeLeft({ end }) {
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
