// Asking for something. docs/http.md is the contract.

import { request } from './backend.js';

/** A refusal; the message is for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

function answer({ status, body }) {
  if (status >= 400) throw new Refusal(body.error ?? String(status), status);
  return body;
}

export async function get(path, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(
      ([, value]) => value !== '' && value !== null && value !== undefined,
    ),
  );
  return answer(await request('GET', `/api/${path}${query.size ? `?${query}` : ''}`));
}

export async function post(path, body, signal) {
  return answer(await request('POST', `/api/${path}`, body ?? {}, signal));
}

/** All games of a text of records, which come in pages, and what is wrong with the text. */
export async function importAll(text) {
  const { games, problems, ...first } = await post('import', { text });
  for (let next = first.next; next !== null;) {
    const page = await post('import', { text, offset: next });
    games.push(...page.games);
    next = page.next;
  }
  return { games, problems };
}

let players;

/** The computer players; asked for once. */
export function computerPlayers() {
  players ??= get('players').catch((error) => {
    players = undefined;
    throw error;
  });
  return players;
}
