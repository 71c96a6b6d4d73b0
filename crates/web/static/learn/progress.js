// The lessons that were solved, kept in the browser, and the file with all progress.

import { mergeSolver, solver } from './solver.js';

const KEY = 'quoridor.lessons';

/** @returns {string[]} the names of the lessons that were solved */
export function solvedLessons() {
  try {
    return names(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** @param {string[]} more the names of solved lessons, added to those that are kept */
export function keepSolved(more) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...solvedLessons(), ...more])]));
  } catch {
    // A browser that keeps nothing: lessons can be learnt all the same.
  }
}

/** The progress as a file. */
export function progressFile() {
  const text = JSON.stringify(
    { quoridor: 'progress', lessons: solvedLessons(), puzzles: solver() },
    null,
    2,
  );
  return new Blob([`${text}\n`], { type: 'application/json' });
}

/**
 * Adds the progress of a file to what is kept. Answers whether it is such a file.
 * @param {string} text
 */
export function loadProgress(text) {
  try {
    const { quoridor, lessons, puzzles } = JSON.parse(text);
    if (quoridor !== 'progress' || !Array.isArray(lessons)) return false;
    keepSolved(names(lessons));
    mergeSolver(puzzles);
    return true;
  } catch {
    return false;
  }
}

function names(list) {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}
