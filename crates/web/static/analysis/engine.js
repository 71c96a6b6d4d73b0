// Questions to the analysis of the server. A question that was replaced is never answered.

import { Connection } from '../lib/connection.js';

export class Engine {
  #connection = null;
  #asked = new Map();
  #next = 1;

  /** Asks; `heard` gets every message of the answer. Answers the question's number. */
  ask(question, heard) {
    const id = this.#next++;
    this.#asked.set(id, { question: { ...question, id }, heard });
    if (!this.#connection) this.#connect();
    else this.#connection.send({ ...question, id });
    return id;
  }

  stop(id) {
    if (!this.#asked.delete(id)) return;
    this.#connection?.send({ type: 'stop', id });
  }

  close() {
    this.#asked.clear();
    this.#connection?.close();
    this.#connection = null;
  }

  #connect() {
    this.#connection = new Connection('analysis', {
      hello: null,
      heard: (message) => {
        const asked = this.#asked.get(message.id);
        if (!asked) return;
        if (['done', 'heat', 'policy', 'review', 'error'].includes(message.type))
          this.#asked.delete(message.id);
        asked.heard(message);
      },
      // Questions that were open when a connection was lost are asked again.
      changed: (how) => {
        if (how === 'open')
          for (const { question } of this.#asked.values()) this.#connection.send(question);
      },
    });
  }
}
