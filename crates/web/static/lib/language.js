// The words of the page. One file a language in /lang; English fills what another lacks.

import { settings } from './settings.js';

/** The languages that there are, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };

let words = {};
let plural = new Intl.PluralRules('en');

/** Loads the language that is set, or the browser's if there is a file for it. */
export async function loadLanguage() {
  const wanted =
    settings.language ??
    navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ??
    'en';
  const [english, own] = await Promise.all([file('en'), wanted === 'en' ? {} : file(wanted)]);
  words = { ...english, ...own };
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
  return wanted;
}

async function file(language) {
  const answer = await fetch(new URL(`../lang/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`/lang/${language}.json: ${answer.status}`);
  return answer.json();
}

/**
 * The text of a key, with `{name}` replaced by what `values` has for it. If there are texts
 * `key.one` and `key.other`, `values.n` chooses.
 * @param {string} key
 * @param {{ n?: number, [name: string]: any }} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text =
    words[key] ??
    ('n' in values
      ? (words[`${key}.${plural.select(Math.abs(values.n))}`] ?? words[`${key}.other`])
      : undefined) ??
    key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Whether there is a text. */
export function has(key) {
  return key in words;
}

/** The name of a seat. */
export function seatName(seat) {
  return t(`seat.${seat}`);
}
