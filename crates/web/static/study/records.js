// A study as records, one for each chapter, and as a link that holds the records.
//
// The tags `Study`, `Chapter` and `Mode` say what a record is; a text of other records becomes a
// study with a chapter for each game.

import { importAll, post } from '../lib/api.js';
import { resolve } from '../lib/dom.js';
import { pack, unpack } from '../lib/packed.js';
import { SEATS } from '../lib/seats.js';
import { makeStudy } from './storage.js';

/** @typedef {import('./storage.js').Study} Study */

const SOLVE = 'solve';

/** The records of a study. @param {Study} study */
export async function toRecords(study) {
  const texts = [];
  for (const { name, start, tags, result, line, solve } of study.chapters) {
    const own = { ...tags, Study: study.name, Chapter: name, ...(solve && { Mode: SOLVE }) };
    const asked = { game: { position: start }, line, tags: own, result, format: 'record' };
    texts.push((await post('export', asked)).text.trim());
  }
  return `${texts.join('\n\n')}\n`;
}

/**
 * The study of a text of records; null if there is no game in it.
 * @param {string} text
 * @param {string} name its name if the records have none
 * @returns {Promise<{ study: Study | null, problems: { text: string }[] }>}
 */
export async function fromRecords(text, name) {
  const { games, problems } = await importAll(text);
  if (!games.length) return { study: null, problems };
  const chapters = games.map((game, index) => chapter(game, index));
  return { study: makeStudy(games[0].tags.Study ?? name, chapters), problems };
}

function chapter({ start, tags, result, line }, index) {
  const { Study: _, Chapter: name, Mode: mode, ...others } = tags;
  const players = SEATS.map((seat) => others[seat]).filter(Boolean);
  return {
    name: name ?? (players.join(' – ') || String(index + 1)),
    start,
    tags: others,
    result,
    line,
    solve: mode === SOLVE,
  };
}

/** The link that holds a study. @param {Study} study */
export async function toLink(study) {
  const text = await toRecords(study);
  return `${location.origin}${resolve('/studies')}#study=${await pack(text)}`;
}

/** The records of a link's fragment; null if it holds no study. */
export async function fromLink(hash) {
  const packed = new URLSearchParams(hash.slice(1)).get('study');
  return packed ? unpack(packed) : null;
}
