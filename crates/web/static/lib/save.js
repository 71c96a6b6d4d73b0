// Saving a file.

import { h } from './dom.js';

/** Lets the browser save what an address holds. */
export function save(address, name) {
  h('a', { href: address, download: name }).click();
}

/** Lets the browser save a text. */
export function saveText(text, name, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([text], { type }));
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
