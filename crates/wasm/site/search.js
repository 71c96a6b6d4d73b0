// A worker that searches: it gets the module, then networks and tasks.

import { start } from './border.js';
import { restNow } from './rest.js';

/** @param {(message: any) => void} post @param {(heard: (data: any) => void) => void} listen */
export function searchWorker(post, listen) {
  let border;
  listen(async (data) => {
    if (data.module) {
      border = start(data.module, (message) => post({ message }), restNow);
      return;
    }
    const module = await border;
    if (data.rest) {
      module.complete(data.rest);
      return;
    }
    if (data.network) {
      const files = module.text('files', '').split(' ');
      module.call('provide', new Uint8Array(data.bytes), files.indexOf(data.network));
      return;
    }
    try {
      module.call('run', JSON.stringify(data.of));
      post({});
    } catch {
      post({ failed: true });
    }
  });
}

if (typeof self !== 'undefined' && typeof postMessage === 'function')
  searchWorker(postMessage, (heard) => {
    self.onmessage = (event) => heard(event.data);
  });
