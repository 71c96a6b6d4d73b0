// The desk: one instance of the module that answers requests and leads games. What it wants kept is
// kept before anybody hears of it.

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

export class Desk {
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
    const desk = new Desk();
    desk.#shelf = shelf;
    desk.#deliver = deliver;
    desk.#rest = rest;
    desk.#network = network;
    const emit = (json) => desk.#events.push(JSON.parse(json));
    desk.#border = await start(module, emit, restNow);
    desk.#searches = new Searches({
      spawn,
      network,
      rest,
      most,
      found: (task, message) => desk.#do((border) => border.call('found', message, task)),
      ended: (task) => desk.#do((border) => border.call('ended', '', task)),
    });
    shelf.changed = () => desk.#do(() => {});
    await desk.#do(() => {});
    // It is wanted sooner or later; who needs it waits for it, and hears if it does not come.
    desk.#complete().catch(() => {});
    return desk;
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
    const wait = this.#border.call('tick', '');
    const events = this.#events.splice(0);
    const kept = events.filter(({ event }) => event === 'keep');
    for (const each of events) this.#search(each);
    await this.#shelf.keep(kept.map(({ game, row }) => ({ id: game, row: JSON.stringify(row) })));
    for (const each of events) this.#tell(each);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#do(() => {}), Math.min(wait + 1, LONGEST));
    this.#timer.unref?.();
    return result;
  }

  #search({ event, ...rest }) {
    if (event === 'search') this.#searches.begin(rest);
    if (event === 'cancel') this.#searches.cancel(rest.task);
  }

  #tell({ event, connection, message }) {
    if (event === 'message') this.#deliver({ connection, text: JSON.stringify(message) });
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
      // Openings have names without it; the next who asks tries again.
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
