// Where games are kept: IndexedDB, for all tabs of the page together.

const NAME = 'quoridor';
const CHANNEL = 'quoridor-games';

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Games in memory only: for programs, and browsers that keep nothing. */
export class NoShelf {
  changed = () => {};

  async alone(work) {
    return work();
  }

  async news() {
    return [];
  }

  async keep() {}
}

export class Shelf {
  changed = () => {};
  #database;
  #known = 0;
  #channel = new BroadcastChannel(CHANNEL);

  static async open() {
    const asked = indexedDB.open(NAME, 1);
    // A row has the number of the change that wrote it, so that tabs find what others wrote.
    asked.onupgradeneeded = () => {
      const games = asked.result.createObjectStore('games', { keyPath: 'id' });
      games.createIndex('change', 'change');
    };
    const shelf = new Shelf();
    shelf.#database = await done(asked);
    shelf.#channel.onmessage = () => shelf.changed();
    return shelf;
  }

  /** Does something while no other tab does. */
  alone(work) {
    return navigator.locks ? navigator.locks.request(NAME, work) : work();
  }

  /** The games that were written since this was last asked. */
  async news() {
    const games = this.#database.transaction('games').objectStore('games');
    const since = IDBKeyRange.lowerBound(this.#known, true);
    const rows = await done(games.index('change').getAll(since));
    for (const { change } of rows) this.#known = Math.max(this.#known, change);
    return rows;
  }

  /** Keeps games. When this is done, they are on the disk. */
  async keep(rows) {
    if (!rows.length) return;
    const writing = this.#database.transaction('games', 'readwrite', { durability: 'strict' });
    const games = writing.objectStore('games');
    for (const { id, row } of rows) games.put({ id, row, change: ++this.#known });
    await new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onerror = writing.onabort = () => reject(writing.error);
    });
    this.#channel.postMessage('changed');
  }
}
