// The answer of one engine to one question: its lines so far, and the newest figures.

export class EngineAnswer {
  #engine;
  #changed;
  #question = 0;
  /** @type {any[]} */
  lines = [];
  /** The newest figures, or what went wrong. */
  news = null;

  /** @param {import('./engine.js').Engine} engine @param {() => void} changed */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /** Forgets the answer, and asks again if there is a question. */
  ask(question) {
    this.#engine.stop(this.#question);
    this.lines = [];
    this.news = null;
    if (question) this.#question = this.#engine.ask(question, (message) => this.#heard(message));
  }

  /** The lines that have moves. */
  get shown() {
    return this.lines.filter((line) => line?.line?.length);
  }

  #heard(message) {
    if (message.type === 'queued') this.news = { queued: message.ahead };
    else if (message.type === 'error') this.news = { error: message.error };
    else if (message.type === 'progress') {
      this.lines[message.rank - 1] = message;
      this.news = message;
    } else if (message.type === 'done') this.#finish(message.decision);
    this.#changed();
  }

  #finish(decision) {
    if (decision && !this.lines.length) this.lines = [{ ...decision, rank: 1 }];
    this.news = { ...(this.news ?? {}), ...(this.news?.depth ? {} : decision), done: true };
  }
}
