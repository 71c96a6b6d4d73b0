// Values that the browser keeps, as JSON.

/** A kept value, or `usual` if there is none that can be read. */
export function read(name, usual, storage = 'localStorage') {
  try {
    return JSON.parse(globalThis[storage].getItem(name)) ?? usual;
  } catch {
    return usual;
  }
}

/** Keeps a value. Answers whether the browser keeps it: it may have no room, or keep nothing. */
export function write(name, value, storage = 'localStorage') {
  try {
    globalThis[storage].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
