// The workers that search. Each runs one search at a time; a search is stopped by ending its
// worker, so that it stops at once, and a new worker takes its place when one is needed.

/**
 * @typedef {{ postMessage: (message: any) => void, terminate: () => void,
 *   onmessage: ((event: { data: any }) => void) | null }} Thread
 * @typedef {{ task: number, of: any, network: string | null, plays: boolean }} Search
 */

/** The network of the levels. */
const LEVELS = 'puct.weights';

export class Searches {
  #spawn;
  #network;
  #rest;
  #found;
  #ended;
  #failed;
  #most;
  /**
   * @type {{ thread: Thread, task: number, plays: boolean, networks: Set<string>,
   *   isWhole: boolean }[]}
   */
  #workers = [];
  /** @type {Search[]} */
  #waiting = [];

  /**
   * `spawn` makes a worker, `network` fetches a file, `rest` the rest of the module; `found`,
   * `ended` and `failed` are told of every message, of the end and of the failure of a search;
   * `most` is the number of workers for analyses.
   */
  constructor({ spawn, network, rest, found, ended, failed, most }) {
    this.#spawn = spawn;
    this.#network = network;
    this.#rest = rest;
    this.#found = found;
    this.#ended = ended;
    this.#failed = failed;
    this.#most = most;
  }

  /** @param {Search} search */
  begin(search) {
    this.#waiting.push(search);
    this.#next();
  }

  cancel(task) {
    this.#waiting = this.#waiting.filter((each) => each.task !== task);
    const worker = this.#workers.find((each) => each.task === task);
    if (!worker) return;
    this.#drop(worker);
    this.#ended(task);
    this.#next();
  }

  #drop(worker) {
    worker.thread.terminate();
    worker.thread.onmessage = null;
    this.#workers = this.#workers.filter((each) => each !== worker);
  }

  #next() {
    for (const search of [...this.#waiting]) {
      const worker = this.#free(search.plays);
      if (!worker) continue;
      this.#waiting = this.#waiting.filter((each) => each !== search);
      this.#run(worker, search);
    }
  }

  /**
   * A worker without a search. Computer players have one of their own, where they keep their
   * tables from move to move; analyses share the others.
   */
  #free(plays) {
    const own = this.#workers.filter((each) => each.plays === plays);
    const free = own.find((each) => each.task === 0);
    if (free || own.length >= (plays ? 1 : this.#most)) return free;
    const thread = this.#spawn();
    const worker = {
      thread,
      task: 0,
      plays,
      networks: new Set(),
      isWhole: false,
    };
    this.#workers.push(worker);
    return worker;
  }

  async #run(worker, { task, of, network, plays }) {
    worker.task = task;
    worker.thread.onmessage = ({ data }) => {
      if (data.message !== undefined) this.#found(task, data.message);
      else if (data.failed) this.#fail(worker, task);
      else this.#finish(worker, task);
    };
    worker.thread.onerror = () => this.#fail(worker, task);
    try {
      // The levels are in the first part of the module.
      const isFirst = plays && network === LEVELS;
      const rest = isFirst ? this.#rest.module : await this.#rest.coming();
      if (rest && !worker.isWhole) worker.thread.postMessage({ rest });
      worker.isWhole ||= rest !== null;
    } catch {
      // The worker tries it itself.
    }
    if (worker.task !== task) return;
    if (network && !worker.networks.has(network)) {
      try {
        worker.thread.postMessage({
          network,
          bytes: await this.#network(network),
        });
        worker.networks.add(network);
      } catch {
        // The player says itself that its network is missing.
      }
      if (worker.task !== task) return;
    }
    worker.thread.postMessage({ of });
  }

  #finish(worker, task) {
    worker.task = 0;
    this.#ended(task);
    this.#next();
  }

  #fail(worker, task) {
    this.#drop(worker);
    this.#failed(task);
    this.#next();
  }
}
