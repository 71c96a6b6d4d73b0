// The worker behind the page: it has the module, and starts the workers that search.

import { Module } from './module.js';
import { Rest, compile, restNow } from './rest.js';
import { NoShelf, Shelf } from './shelf.js';

const at = (path) => new URL(path, import.meta.url);

const networks = new Map();

function network(file) {
  if (!networks.has(file)) {
    const fetched = fetch(at(`./${file}`)).then((response) => {
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      return response.arrayBuffer();
    });
    fetched.catch(() => networks.delete(file));
    networks.set(file, fetched);
  }
  return networks.get(file);
}

async function open() {
  const [module, shelf] = await Promise.all([
    compile(at('./quoridor.wasm')),
    Shelf.open().catch(() => new NoShelf()),
  ]);
  return Module.open({
    module,
    shelf,
    network,
    rest: new Rest(),
    restNow,
    deliver: ({ connection, ...news }) => postMessage({ number: connection, ...news }),
    spawn: () => {
      const worker = new Worker(at('./search.js'), { type: 'module' });
      worker.postMessage({ module });
      return worker;
    },
    most: Math.max(2, navigator.hardwareConcurrency - 1 || 2),
  });
}

const opened = open();
opened.catch((error) => postMessage({ broken: String(error.message ?? error) }));

self.onmessage = async ({ data: { what, number, method, path, body, text } }) => {
  const own = await opened.catch(() => null);
  if (!own) return;
  if (what === 'request') {
    try {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const { status, text: answer } = await own.request(method, path, sent);
      postMessage({ number, status, body: JSON.parse(answer) });
    } catch (error) {
      postMessage({ number, failed: String(error.message ?? error) });
    }
  } else if (what === 'connect') {
    const refused = await own.connect(number, path);
    postMessage(refused ? { number, closed: true } : { number, opened: true });
  } else if (what === 'say') own.say(number, text);
  else if (what === 'close') own.close(number);
};
