// Requests and conversations as numbered messages, to what answers in place of a server: the worker
// of this page, or a friend's page.

/**
 * @typedef {{ number: number, status?: number, body?: any, failed?: string, opened?: boolean,
 *   closed?: boolean, text?: string }} News an answer, or what happens in a conversation
 */

export class Remote {
  #send;
  #asked = new Map();
  #conversations = new Map();
  #last = 0;
  #ended = '';

  /** @param {(message: object) => void} send takes a message there */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Takes a message from there.
   * @param {News} news
   */
  hear({ number, status, body, failed, opened, closed, text }) {
    const asked = this.#asked.get(number);
    if (asked) {
      this.#asked.delete(number);
      if (failed) asked.refuse(new Error(failed));
      else asked.resolve({ status, body });
    } else if (opened) this.#conversations.get(number)?.opened();
    else if (closed) this.#close(number);
    else this.#conversations.get(number)?.heard(text);
  }

  /**
   * Nobody answers any more.
   * @param {string} why
   */
  end(why) {
    this.#ended = why;
    for (const { refuse } of this.#asked.values()) refuse(new Error(why));
    this.#asked.clear();
    for (const number of [...this.#conversations.keys()]) this.#close(number);
  }

  #close(number) {
    const ends = this.#conversations.get(number);
    this.#conversations.delete(number);
    ends?.closed();
  }

  /** As `request` of the back end. */
  request(method, path, body, signal) {
    if (this.#ended) return Promise.reject(new Error(this.#ended));
    const number = ++this.#last;
    const answer = new Promise((resolve, refuse) => {
      this.#asked.set(number, { resolve, refuse });
      signal?.addEventListener('abort', () => {
        this.#asked.delete(number);
        refuse(new DOMException('The request was given up.', 'AbortError'));
      });
    });
    this.#send({ what: 'request', number, method, path, body });
    return answer;
  }

  /** As `connect` of the back end. */
  connect(path, { opened, heard, closed }) {
    const number = ++this.#last;
    let isOpen = false;
    this.#conversations.set(number, {
      opened: () => {
        isOpen = true;
        opened();
      },
      heard,
      closed: () => {
        isOpen = false;
        closed();
      },
    });
    if (this.#ended) queueMicrotask(() => this.#close(number));
    else this.#send({ what: 'connect', number, path });
    return {
      get isOpen() {
        return isOpen;
      },
      send: (text) => this.#send({ what: 'say', number, text }),
      close: () => {
        isOpen = false;
        this.#conversations.delete(number);
        this.#send({ what: 'close', number });
      },
    };
  }
}
