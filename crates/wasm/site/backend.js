// Who answers: a worker with the WebAssembly module, in place of the server. It has the exports of
// crates/web/static/lib/backend.js.

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
const asked = new Map();
const connections = new Map();
let last = 0;
let broken = '';

worker.onmessage = ({ data }) => {
  if (data.broken) {
    broken = data.broken;
    for (const { refuse } of asked.values()) refuse(new Error(broken));
    asked.clear();
  } else if (data.number) {
    const { resolve, refuse } = asked.get(data.number) ?? {};
    asked.delete(data.number);
    if (data.failed) refuse?.(new Error(data.failed));
    else resolve?.({ status: data.status, body: JSON.parse(data.answer) });
  } else connections.get(data.connection)?.(data);
};

/** A request; `path` begins with `/api/`. */
export function request(method, path, body, signal) {
  const friend = leader(path);
  if (friend) return friend.request(path);
  if (broken) return Promise.reject(new Error(broken));
  const number = ++last;
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = new Promise((resolve, refuse) => {
    asked.set(number, { resolve, refuse });
    signal?.addEventListener('abort', () => {
      asked.delete(number);
      refuse(new DOMException('The request was given up.', 'AbortError'));
    });
  });
  worker.postMessage({ what: 'request', number, method, path, body: text });
  return answer;
}

/** A conversation. `opened`, `heard` (a text) and `closed` are called as things happen. */
export function connect(path, { opened, heard, closed }) {
  const friend = leader(path);
  if (friend) return friend.connect(path, { opened, heard, closed });
  const connection = ++last;
  let isOpen = false;
  connections.set(connection, (data) => {
    if (data.opened) {
      isOpen = true;
      opened();
    } else if (data.closed) {
      isOpen = false;
      connections.delete(connection);
      closed();
    } else heard(data.text);
  });
  worker.postMessage({ what: 'connect', connection, path });
  return {
    get isOpen() {
      return isOpen;
    },
    send: (text) => worker.postMessage({ what: 'say', connection, text }),
    close: () => {
      isOpen = false;
      connections.delete(connection);
      worker.postMessage({ what: 'close', connection });
    },
  };
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
