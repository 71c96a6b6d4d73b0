// A thread of Node that runs the site's search worker.

import { parentPort, workerData } from 'node:worker_threads';

const { searchWorker } = await import(workerData);
searchWorker(
  (message) => parentPort.postMessage(message),
  (heard) => parentPort.on('message', heard),
);
