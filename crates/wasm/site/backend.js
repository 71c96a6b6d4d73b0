// Who answers: a worker with the WebAssembly module, in place of the server. It has the exports of
// crates/web/static/lib/backend.js.

import { Remote } from '../site/remote.js';

/** Where the page is: the path of its start, with a slash at the end. */
export const root = new URL('..', import.meta.url).pathname;

/** The friends who lead games that this browser is a guest of, the newest first. */
const friends = [];
const leader = (path) => friends.find((friend) => friend.leads(path));

/** Games with people on other devices: there is no server that they could reach. */
export const peers = {
  async invite(game, token, ended) {
    const { invite } = await import('../site/friends.js');
    return invite(game, token, { request, connect, ended });
  },
  async accept(game, code) {
    const { accept } = await import('../site/friends.js');
    const { friend, ...rest } = await accept(game, code);
    return { ...rest, met: friend.then((met) => void friends.unshift(met)) };
  },
  isGuest: (game) => leader(`/api/games/${game}`) !== undefined,
};

const worker = new Worker(new URL('../site/worker.js', import.meta.url), { type: 'module' });
const remote = new Remote((message) => worker.postMessage(message));
worker.onmessage = ({ data }) => (data.broken ? remote.end(data.broken) : remote.hear(data));

/** A request; `path` begins with `/api/`. */
export function request(method, path, body, signal) {
  return (leader(path) ?? remote).request(method, path, body, signal);
}

/** A conversation. `opened`, `heard` (a text) and `closed` are called as things happen. */
export function connect(path, ends) {
  return (leader(path) ?? remote).connect(path, ends);
}

/** Calls back when a new version of the page is ready, with what takes it. */
export function onUpdate(tell) {
  if (!navigator.serviceWorker) return;
  const offer = (waiting) => {
    // The first version has nobody to replace.
    if (!waiting || !navigator.serviceWorker.controller) return;
    tell(() => waiting.postMessage('take over'));
  };
  const isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload();
  });
  navigator.serviceWorker
    .register(`${root}service-worker.js`, { scope: root })
    .then((registration) => {
      offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing;
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed') offer(coming);
        });
      });
    })
    .catch(() => {});
}
