// Who answers: the server. The static site has another file in this place, with the same exports
// (crates/wasm/site/backend.js); everything else in the page is the same.

/** Where the page is: the path of its start, with a slash at the end. */
export const root = '/';

/**
 * Games with people on other devices; null where a server leads them. An invitation is a code in a
 * link to the game, by the name that it has for the guest; `take` gets the code of the reply.
 * `accept` and `take` throw if a code is broken.
 * @typedef {{
 *   invite: (game: string, token: string, ended: (wasReached: boolean) => void) => Promise<{
 *     name: string, code: string, take: (reply: string) => Promise<void> }>,
 *   accept: (game: string, code: string) => Promise<{
 *     token: string, reply: string, met: Promise<void>, close: () => void }>,
 *   isGuest: (game: string) => boolean,
 * }} Peers
 * @type {Peers | null}
 */
export const peers = null;

/**
 * A request; `path` begins with `/api/`.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function request(method, path, body, signal) {
  const response = await fetch(path, {
    method,
    signal,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json().catch(() => ({
    error: response.ok ? undefined : `${response.status} ${response.statusText}`,
  }));
  return { status: response.status, body: answer };
}

/**
 * A conversation. `opened`, `heard` (a text) and `closed` are called as things happen.
 * @param {string} path
 * @param {{ opened: () => void, heard: (text: string) => void, closed: () => void }} ends
 * @returns {{ isOpen: boolean, send: (text: string) => void, close: () => void }}
 */
export function connect(path, { opened, heard, closed }) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}${path}`);
  socket.addEventListener('open', opened);
  socket.addEventListener('message', (event) => heard(event.data));
  socket.addEventListener('close', closed);
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

/**
 * Called when a new version of the page is ready: never, the server has only one.
 * @param {(take: () => void) => void} _ready
 */
export function onUpdate(_ready) {}
