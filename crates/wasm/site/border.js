// The border of the WebAssembly module: texts go in and out, events come out while it runs.
// crates/wasm/src/exports.rs is the other side.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Starts a module. `emit` gets every event, as JSON text. `rest` is called if a function of the
 * rest of the module is needed before `complete` was.
 * @param {WebAssembly.Module} module
 * @param {(json: string) => void} emit
 * @param {() => WebAssembly.Module} [rest]
 */
export async function start(module, emit, rest) {
  const random = new Uint32Array(1);
  const host = {
    now: () => performance.now(),
    today: () => Math.floor(Date.now() / 86_400_000),
    random: () => crypto.getRandomValues(random)[0],
    emit: (place, length) => emit(decoder.decode(bytes(place, length))),
    load: () => complete(rest()),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  const exports = /** @type {any} */ (instance.exports);
  const bytes = (place, length) => new Uint8Array(exports.memory.buffer, place, length);
  const write = (input) => {
    const data = typeof input === 'string' ? encoder.encode(input) : input;
    const place = exports.input(data.length);
    bytes(place, data.length).set(data);
  };
  // The rest imports the memory and functions of the first part, and fills its table.
  const complete = (module) => {
    if (exports.is_loaded.value) return;
    new WebAssembly.Instance(module, { first: exports });
    exports.is_loaded.value = 1;
  };
  const read = (length) => decoder.decode(bytes(exports.output(), length));
  return {
    /** Adds the rest of the module. */
    complete,
    /** Calls a function with a text or bytes; answers what it returns. */
    call(name, input, ...numbers) {
      write(input);
      return exports[name](...numbers);
    },
    /** Calls a function whose output is a text. */
    text(name, input, ...numbers) {
      return read(Number(this.call(name, input, ...numbers)));
    },
    /** Calls a function that answers with a status and JSON; null if it returns 0. */
    answer(name, input, ...numbers) {
      const packed = this.call(name, input, ...numbers);
      if (packed === 0n) return null;
      return { status: Number(packed >> 32n), text: read(Number(packed & 0xffffffffn)) };
    },
  };
}
