// Nodes per second of processor time of the module under Node: the counterpart of
// examples/nodes.rs.

import { readFile } from 'node:fs/promises';

import { start } from '../../site/border.js';

const [, , site, data = 'crates/engine/data'] = process.argv;
const compile = async (file) => WebAssembly.compile(await readFile(`${site}/site/${file}`));
const border = await start(await compile('quoridor.wasm'), () => {});
border.complete(await compile('rest.wasm'));
const files = border.text('files', '').split(' ');
for (const [place, file] of files.entries())
  border.call('provide', new Uint8Array(await readFile(`${data}/${file}`)), place);
for (const [spec, nodes] of [
  ['alphabeta:hash=16,threads=1', 1_000_000],
  ['puct:hash=16,threads=1', 500],
]) {
  const times = [];
  let answer = '';
  for (let round = 0; round < 3; round += 1) {
    const began = process.cpuUsage();
    answer = border.text('search_nodes', spec, nodes);
    times.push(process.cpuUsage(began).user / 1e6);
  }
  const best = Math.min(...times);
  const speed = Math.round(Number(answer.split(' ')[0]) / best);
  console.log(`wasm   ${spec}: ${answer}, ${best.toFixed(3)} s, ${speed} nodes/s`);
}
