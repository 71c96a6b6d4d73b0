// The lessons that were solved, kept in the browser, and the file with all progress.

import { read, write } from '../lib/storage.js';
import { mergeSolver, solver } from './solver.js';

const KEY = 'quoridor.lessons';

/** @returns {string[]} the names of the lessons that were solved */
export function solvedLessons() {
  return names(read(KEY, []));
}

/** @param {string[]} more the names of solved lessons, added to those that are kept */
export function keepSolved(more) {
  write(KEY, [...new Set([...solvedLessons(), ...more])]);
}

/** The progress as the text of a file. */
export function progressText() {
  const progress = { quoridor: 'progress', lessons: solvedLessons(), puzzles: solver() };
  return `${JSON.stringify(progress, null, 2)}\n`;
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
