// A study as records, one for each chapter, and as a link that holds the records.
//
// The tags `Study`, `Chapter` and `Mode` say what a record is; a text of other records becomes a
// study with a chapter for each game.

import { post } from '../lib/api.js';
import { makeStudy } from './shelf.js';

/** @typedef {import('./shelf.js').Study} Study */

const SOLVE = 'solve';

/**
 * The records of a study.
 * @param {Study} study
 */
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
  const { games, problems, ...first } = await post('import', { text });
  for (let next = first.next; next !== null;) {
    const page = await post('import', { text, offset: next });
    games.push(...page.games);
    next = page.next;
  }
  if (!games.length) return { study: null, problems };
  const chapters = games.map((game, index) => chapter(game, index));
  return { study: makeStudy(games[0].tags.Study ?? name, chapters), problems };
}

function chapter({ start, tags, result, line }, index) {
  const { Study: _, Chapter: name, Mode: mode, ...others } = tags;
  const players = ['South', 'West', 'North', 'East'].map((seat) => others[seat]).filter(Boolean);
  return {
    name: name ?? (players.join(' – ') || String(index + 1)),
    start,
    tags: others,
    result,
    line,
    solve: mode === SOLVE,
  };
}

/**
 * The link that holds a study.
 * @param {Study} study
 */
export async function toLink(study) {
  const text = await toRecords(study);
  return `${location.origin}/studies#study=${await pack(text)}`;
}

/** The records of a link's fragment; null if it holds no study. */
export async function fromLink(hash) {
  const packed = new URLSearchParams(hash.slice(1)).get('study');
  return packed ? unpack(packed) : null;
}

/** Compressed (deflate) and in the letters of links (URL-safe Base64). */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The opposite of {@link pack}. Throws if the text was not packed by it. */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream('deflate-raw'), MOST);
  return new TextDecoder('utf-8', { fatal: true }).decode(text);
}

/** A small link can hold a large text; nobody writes a study of more bytes. */
const MOST = 1 << 20;

async function through(bytes, stream, most = Infinity) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) throw new Error('too long');
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
