// A connection that reconnects.

import { connect } from './backend.js';

const LONGEST_WAIT = 5000;

/**
 * @typedef {{
 *   hello: (() => object) | null,
 *   heard: (message: any) => void,
 *   changed?: (how: 'open' | 'lost' | 'closed') => void,
 * }} Ends
 */

/**
 * Keeps a connection to `path`. `hello` (a function) makes the first message of each; `heard` gets
 * every message; `changed` is told `open`, `lost` or `closed`. `send` answers whether the message
 * could go out: what was not acknowledged is for the caller to send again, after the next `open`.
 */
export class Connection {
  #path;
  #hello;
  #heard;
  #changed;
  #socket = null;
  #wait = 250;
  #timer = 0;
  #ended = false;

  /** @param {string} path @param {Ends} ends */
  constructor(path, { hello, heard, changed = () => {} }) {
    this.#path = path;
    this.#hello = hello;
    this.#heard = heard;
    this.#changed = changed;
    this.#open();
    window.addEventListener('online', this.#again);
  }

  get isOpen() {
    return this.#socket?.isOpen ?? false;
  }

  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#again);
    this.#socket?.close();
    this.#changed('closed');
  }

  #again = () => {
    if (this.#ended || this.isOpen) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #open() {
    const socket = connect(`/api/${this.#path}`, {
      opened: () => {
        if (socket !== this.#socket) return;
        this.#wait = 250;
        const hello = this.#hello?.();
        if (hello) socket.send(JSON.stringify(hello));
        this.#changed('open');
      },
      heard: (text) => socket === this.#socket && !this.#ended && this.#heard(JSON.parse(text)),
      closed: () => {
        if (this.#ended || socket !== this.#socket) return;
        this.#changed('lost');
        this.#timer = setTimeout(this.#again, this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
      },
    });
    this.#socket = socket;
  }
}
