// The instance of the module that answers requests and leads games. What it wants kept is kept
// before anybody hears of it.

import { start } from './border.js';
import { Searches } from './searches.js';

/** The longest timer, in milliseconds. */
const LONGEST = 30_000;

const BOOK = 'opening.book';

/** What the first part of the module answers; all else waits for the rest. */
const FIRST = [
  /^GET \/api\/(addresses|health|players)$/,
  /^GET \/api\/(store\/)?games(\?.*)?$/,
  /^GET \/api\/games\/\w+$/,
  /^POST \/api\/(check|games|position)$/,
];

export class Module {
  #border;
  #shelf;
  #deliver;
  #searches;
  #rest;
  #network;
  #book;
  #events = [];
  #work = Promise.resolve();
  #timer;

  /**
   * `shelf` keeps games, `deliver` takes `{connection, text}` and `{connection, closed}`.
   * @param {{ module: WebAssembly.Module, shelf: any, deliver: (event: any) => void,
   *   spawn: () => any, network: (file: string) => Promise<ArrayBuffer>, most: number,
   *   rest: import('./rest.js').Rest, restNow: () => WebAssembly.Module }} parts
   */
  static async open({ module, shelf, deliver, spawn, network, most, rest, restNow }) {
    const own = new Module();
    own.#shelf = shelf;
    own.#deliver = deliver;
    own.#rest = rest;
    own.#network = network;
    const emit = (json) => own.#events.push(JSON.parse(json));
    own.#border = await start(module, emit, restNow);
    own.#searches = new Searches({
      spawn,
      network,
      rest,
      most,
      found: (task, message) => own.#do((border) => border.call('found', message, task)),
      ended: (task) => own.#do((border) => border.call('ended', '', task)),
      failed: (task) => own.#do((border) => border.call('failed', '', task)),
    });
    shelf.changed = () => own.#do(() => {});
    await own.#do(() => {});
    // A request that needs it waits for it, and fails if it does not come.
    own.#complete().catch(() => {});
    return own;
  }

  async #complete() {
    this.#border.complete(await this.#rest.coming());
  }

  /** Does something with the module, one thing after the other. */
  #do(work) {
    const done = this.#work.then(() => this.#shelf.alone(() => this.#step(work)));
    this.#work = done.catch(() => {});
    return done;
  }

  async #step(work) {
    for (const { id, row } of await this.#shelf.news()) this.#border.text('restore', row, id);
    const result = work(this.#border);
    let wait = LONGEST;
    let problem = null;
    do {
      wait = this.#border.call('tick', '');
      const events = this.#events.splice(0);
      for (const each of events) this.#search(each);
      const kept = events.filter(({ event }) => event === 'keep');
      if (kept.length) {
        const lost = await this.#keep(kept);
        problem ??= lost;
        this.#border.call('stored', lost ?? '');
      }
      for (const each of events) this.#tell(each);
    } while (this.#events.length);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#do(() => {}), Math.min(wait + 1, LONGEST));
    this.#timer.unref?.();
    // Live games are told by their rooms, everything else is a request.
    if (problem && result) throw new Error(problem);
    return result;
  }

  /** Keeps games. Answers null, or why it could not. */
  async #keep(games) {
    const rows = games.map(({ game, row }) => ({ id: game, row: JSON.stringify(row) }));
    try {
      await this.#shelf.keep(rows);
      return null;
    } catch (error) {
      return `the browser could not store the game: ${error?.message ?? error}`;
    }
  }

  #search({ event, ...rest }) {
    if (event === 'search') this.#searches.begin(rest);
    if (event === 'cancel') this.#searches.cancel(rest.task);
  }

  #tell({ event, connection, text }) {
    if (event === 'message') this.#deliver({ connection, text });
    if (event === 'closed') this.#deliver({ connection, closed: true });
  }

  /** Provides the opening book, which is fetched when it is first asked for. */
  #provideBook() {
    const provide = async () => {
      const bytes = new Uint8Array(await this.#network(BOOK));
      const files = this.#border.text('files', '').split(' ');
      this.#border.call('provide', bytes, files.indexOf(BOOK));
    };
    this.#book ??= provide().catch(() => {
      // Openings have names without it; the next request tries again.
      this.#book = undefined;
    });
    return this.#book;
  }

  /** Answers a request: a status, and JSON. */
  async request(method, path, body = '') {
    if (!FIRST.some((each) => each.test(`${method} ${path}`))) await this.#complete();
    if (path === '/api/book') await this.#provideBook();
    return this.#do((border) => border.answer('request', `${method}\n${path}\n${body}`));
  }

  /** Opens a conversation; answers null, or the status of a refusal. */
  async connect(connection, path) {
    if (path === '/api/analysis') await this.#complete();
    return this.#do((border) => border.answer('open', path, connection));
  }

  say(connection, text) {
    return this.#do((border) => border.call('say', text, connection));
  }

  close(connection) {
    return this.#do((border) => border.call('close', '', connection));
  }
}
