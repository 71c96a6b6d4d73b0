// The module of a built site under Node, driven by lines of JSON: requests, conversations.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';

const site = process.argv[2];
const file = (name) => `${site}/site/${name}`;
const load = (name) => import(pathToFileURL(file(name)).href);
const [{ Module }, { NoShelf }, { Rest }] = await Promise.all(
  ['module.js', 'shelf.js', 'rest.js'].map(load),
);
const compile = async (name) => WebAssembly.compile(await readFile(file(name)));
const module = await compile('quoridor.wasm');
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** A worker of Node that looks like one of a browser. */
function spawn() {
  const worker = new Worker(new URL('./search-thread.mjs', import.meta.url), {
    workerData: pathToFileURL(file('search.js')).href,
  });
  const thread = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.on('message', (data) => thread.onmessage?.({ data }));
  worker.on('error', () => thread.onerror?.());
  worker.unref();
  worker.postMessage({ module });
  return thread;
}

const backend = await Module.open({
  module,
  shelf: new NoShelf(),
  most: 2,
  deliver: print,
  spawn,
  rest: new Rest(() => compile('rest.wasm')),
  restNow: () => new WebAssembly.Module(readFileSync(file('rest.wasm'))),
  network: async (name) => new Uint8Array(await readFile(file(name))).buffer,
});

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.open !== undefined) await backend.connect(asked.open, asked.path);
  else if (asked.say !== undefined) await backend.say(asked.say, asked.text);
  else {
    const { status, text } = await backend.request(asked.method, asked.path, asked.body);
    print({ status, answer: text });
  }
}
process.exit();
