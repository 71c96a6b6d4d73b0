// Studies in the browser's storage: a name and chapters, each a game with variations, comments,
// marks and arrows. There is no account: a study is exported as records or sent as a link.

import { Tree } from '../analysis/tree.js';
import { read, write } from '../lib/storage.js';

const KEY = 'quoridor.studies';

/**
 * @typedef {object} Chapter
 * @property {string} name
 * @property {string} start
 * @property {Record<string, string>} tags
 * @property {string | null} result
 * @property {object} line as the server writes it
 * @property {boolean} solve whether the reader is to find the moves
 *
 * @typedef {object} Study
 * @property {string} id
 * @property {string} name
 * @property {number} changed milliseconds since 1970
 * @property {Chapter[]} chapters
 */

/** @returns {Study[]} all studies, the last changed first */
export function studies() {
  const kept = read(KEY, []);
  return Array.isArray(kept) ? kept.sort((one, other) => other.changed - one.changed) : [];
}

/** @returns {Study | null} */
export function study(id) {
  return studies().find((each) => each.id === id) ?? null;
}

/**
 * Keeps a study, in place of an earlier one of the same id. Answers whether there was room.
 * @param {Study} study
 */
export function keep(study) {
  const others = studies().filter((each) => each.id !== study.id);
  return write(KEY, [{ ...study, changed: Date.now() }, ...others]);
}

export function remove(id) {
  write(
    KEY,
    studies().filter((each) => each.id !== id),
  );
}

/** A new study. @returns {Study} */
export function makeStudy(name, chapters) {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, name, changed: Date.now(), chapters };
}

/**
 * The chapter of a game on the board.
 * @param {string} name
 * @param {Tree} tree
 * @returns {Chapter}
 */
export function chapterOf(name, tree, solve = false) {
  const { start, tags, result } = tree;
  return { name, start, tags, result, line: tree.toLine(), solve };
}
