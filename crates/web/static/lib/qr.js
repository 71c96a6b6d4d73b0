// QR codes (ISO/IEC 18004) of texts up to 213 bytes: byte mode, error correction level M, versions
// 1 to 10. That is enough for a link. Nothing here touches the page.

/**
 * Error correction bytes of each block, and the data bytes of the blocks, by version.
 * @type {[number, number[]][]}
 */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

/** Centres of alignment patterns, by version. */
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The modules of a QR code, row by row, true for dark; null if the text is too long. Without a mask
 * the one with the smallest penalty is taken.
 * @param {string} text
 * @param {number} [mask]
 * @returns {boolean[][] | null}
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, blocks], at) => fits(bytes.length, blocks, at + 1));
  if (version === 0) return null;
  const bits = codewords(bytes, version).flatMap((byte) => toBits(byte, 8));
  if (mask !== undefined) return draw(version, bits, mask);
  const codes = MASKS.map((_, each) => draw(version, bits, each));
  const penalties = codes.map(penalty);
  return codes[penalties.indexOf(Math.min(...penalties))];
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** The mode takes four bits, the length eight, or sixteen from version 10 on. */
function fits(length, blocks, version) {
  return 4 + (version < 10 ? 8 : 16) + 8 * length <= 8 * sum(blocks);
}

const toBits = (value, count) =>
  Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);

/** The data in its blocks, interleaved, and their error correction. */
function codewords(bytes, version) {
  const [count, blocks] = BLOCKS[version - 1];
  const capacity = sum(blocks);
  const bits = [...toBits(4, 4), ...toBits(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...toBits(byte, 8));
  bits.push(...Array(Math.min(4, 8 * capacity - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  }
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const parts = blocks.map((size) => data.slice(from, (from += size)));
  return [...interleaved(parts), ...interleaved(parts.map((part) => corrections(part, count)))];
}

function interleaved(parts) {
  const longest = Math.max(...parts.map((part) => part.length));
  const columns = Array.from({ length: longest }, (_, at) => parts.map((part) => part[at]));
  return columns.flat().filter((byte) => byte !== undefined);
}

/** The product in the field of 256 elements. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The remainder of the division by the generator polynomial: Reed–Solomon. */
function corrections(data, count) {
  let generator = [1];
  for (let at = 0, root = 1; at < count; at += 1, root = times(root, 2)) {
    generator = [...generator, 0].map(
      (each, place) => each ^ (place ? times(generator[place - 1], root) : 0),
    );
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < count; at += 1) rest[at] ^= times(generator[at + 1], factor);
  }
  return rest;
}

/** A number with the remainder of its division by a polynomial behind it. */
function withRemainder(value, polynomial, count) {
  let rest = value << count;
  for (let bit = 31 - Math.clz32(rest); bit >= count; bit -= 1) {
    if ((rest >> bit) & 1) rest ^= polynomial << (bit - count);
  }
  return (value << count) | rest;
}

function draw(version, bits, mask) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) rows[y][x] = Boolean(dark);
  };
  for (let at = 0; at < size; at += 1) {
    put(at, 6, at % 2 === 0);
    put(6, at, at % 2 === 0);
  }
  drawSquares(version, size, put);
  drawFormat(size, put, mask);
  if (version >= 7) {
    toBits(withRemainder(version, 0x1f25, 12), 18).forEach((bit, at) => {
      const [far, near] = [size - 11 + ((17 - at) % 3), Math.floor((17 - at) / 3)];
      put(far, near, bit);
      put(near, far, bit);
    });
  }
  fillIn(rows, bits, mask);
  return rows;
}

/** The three finder patterns with their light borders, and the alignment patterns. */
function drawSquares(version, size, put) {
  const around = (x, y, radius, isDark) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        put(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    around(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  }
  const places = ALIGNED[version - 1];
  const last = places.at(-1);
  for (const x of places) {
    for (const y of places) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (y === 6 && x === last);
      if (!isFinder) around(x, y, 2, (distance) => distance !== 1);
    }
  }
}

/** The mask and the level (M is 0), twice, and the module that is always dark. */
function drawFormat(size, put, mask) {
  const format = toBits(withRemainder(mask, 0x537, 10) ^ 0x5412, 15);
  format.forEach((bit, at) => {
    const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at + (at === 8 ? 1 : 0);
    if (at < 8) put(near, 8, bit);
    else put(8, near, bit);
    if (at < 7) put(8, size - 1 - at, bit);
    else put(size - 15 + at, 8, bit);
  });
  put(8, size - 8, true);
}

/** The data, in columns of two from the right, up and down. */
function fillIn(rows, bits, mask) {
  const size = rows.length;
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        rows[y][x] = Boolean(bits[at] ?? 0) !== MASKS[mask](x, y);
        at += 1;
      }
    }
    up = !up;
  }
}

/** What makes a code hard to read: long runs, blocks, false finders, uneven darkness. */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  const lines = [...rows, ...columns];
  let points = 0;
  for (const line of lines) {
    for (const run of runs(line)) if (run >= 5) points += run - 2;
    const text = line.map(Number).join('');
    points += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < rows.length; y += 1) {
    for (let x = 1; x < rows.length; x += 1) {
      const block = [rows[y][x - 1], rows[y - 1][x], rows[y - 1][x - 1]];
      if (block.every((each) => each === rows[y][x])) points += 3;
    }
  }
  const dark = sum(rows.flat().map(Number)) / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(20 * dark - 10));
}

function runs(line) {
  const found = [];
  line.forEach((dark, at) => {
    if (at && dark === line[at - 1]) found[found.length - 1] += 1;
    else found.push(1);
  });
  return found;
}
