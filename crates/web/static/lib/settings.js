// The player's settings, kept in the browser.

import { read, write } from './storage.js';

const KEY = 'quoridor.settings';
const DEFAULTS = {
  language: null,
  theme: 'auto',
  board: 'wood',
  sound: false,
  reader: false,
  paths: false,
  /** Whether walls have to be confirmed: yes, no, or null for "only by touch". */
  confirm: null,
  /** Whether the coach warns before a losing move, where no other person plays. */
  coach: false,
  name: '',
  start: null,
  /** The theme of the puzzles that are wanted; '' for all. */
  puzzleTheme: '',
};

/** The settings as they are now. Change them with {@link change} only. */
export const settings = { ...DEFAULTS, ...read(KEY, {}) };

const listeners = new Set();

export function change(changes) {
  Object.assign(settings, changes);
  write(KEY, settings);
  for (const listener of listeners) listener(changes);
}

/** Calls `listener` with what changed; answers how to end that. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
