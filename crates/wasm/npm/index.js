// Quoridor for JavaScript. index.d.ts describes what is here.

import { readFile } from 'node:fs/promises';

import { start } from './border.js';

const file = (name) => readFile(new URL(`./${name}`, import.meta.url));

/** Loads the module. */
export async function open() {
  const messages = [];
  const module = await WebAssembly.compile(await file('quoridor.wasm'));
  const border = await start(module, (json) => messages.push(JSON.parse(json)));
  const networks = border.text('files', '').split(' ');
  const loaded = new Set();

  function request(method, path, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const { status, text: answer } = border.answer('request', `${method}\n${path}\n${text}`);
    const json = JSON.parse(answer);
    if (status >= 400) throw new Error(json.error);
    return json;
  }

  async function run(task) {
    const network = border.text('needs', JSON.stringify(task));
    if (network && !loaded.has(network)) {
      border.call('provide', await file(network), networks.indexOf(network));
      loaded.add(network);
    }
    messages.length = 0;
    border.call('run', JSON.stringify(task));
    return messages.splice(0);
  }

  return {
    request,
    position: (game = {}) => request('POST', '/api/position', { game }),
    check: (game, move) => request('POST', '/api/check', { game, move }),
    players: () => request('GET', '/api/players').players,
    read: (text) => request('POST', '/api/import', { text }).games,
    write: (game, format = 'standard') => request('POST', '/api/export', { game, format }).text,
    async search(game = {}, { player, seconds = 10, depth, lines = 1 } = {}) {
      const question = { type: 'analyse', id: 1, game, player, seconds, depth, lines };
      const said = await run({ kind: 'question', text: JSON.stringify(question) });
      const last = said.at(-1);
      if (last.type !== 'done') throw new Error(last.error ?? 'the search failed');
      return last.decision;
    },
  };
}
