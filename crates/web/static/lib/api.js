// Asking the server. docs/http.md is the contract.

/** A refusal by the server; the message is for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refusal(body.error ?? `${response.status} ${response.statusText}`, response.status);
  return body;
}

export async function get(path, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(
      ([, value]) => value !== '' && value !== null && value !== undefined,
    ),
  );
  return answer(await fetch(`/api/${path}${query.size ? `?${query}` : ''}`));
}

export async function post(path, body, signal) {
  return answer(
    await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }),
  );
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
