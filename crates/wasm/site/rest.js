// The rest of the module: what the first page does not need. It is loaded while the page is used
// already.

const at = new URL('./rest.wasm', import.meta.url);

/** Loads it at once, which only a worker may, and which holds up everything else. */
export function restNow() {
  const asked = new XMLHttpRequest();
  asked.open('GET', at, false);
  asked.responseType = 'arraybuffer';
  asked.send();
  return new WebAssembly.Module(asked.response);
}

export class Rest {
  /** Null until it is there. @type {WebAssembly.Module | null} */
  module = null;
  #fetch;
  #coming;

  /** @param {() => Promise<WebAssembly.Module>} [fetch] */
  constructor(fetch) {
    this.#fetch = fetch ?? (() => compile(at));
  }

  /** Waits until it is there. */
  async coming() {
    this.#coming ??= this.#fetch();
    try {
      this.module = await this.#coming;
    } catch (error) {
      // The next request tries again.
      this.#coming = undefined;
      throw error;
    }
    return this.module;
  }
}

/** Fetches a module. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Some file hosts do not know the type of WebAssembly.
  return WebAssembly.compile(await response.arrayBuffer());
}
