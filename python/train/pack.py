"""Compresses rows into files that are small enough to copy or commit, the newest games first.

    python pack.py --rows runs/games --out out --most-mib 60

writes `rows-000.xz`, … of at most 15 MiB each, which the other scripts read like `rows.bin`. Bytes
stand column by column, which makes them several times smaller. A folder that has rows already is
refused: whoever reads it would read the same games twice.
"""

import lzma
from multiprocessing import Pool

import numpy as np

import features
from run_folder import Parser, at_least, folder, make, write

ROWS_IN_FILE = 400_000


def packed(rows: np.ndarray) -> bytes:
    columns = rows.view(np.uint8).reshape(-1, 64).T
    return lzma.compress(np.ascontiguousarray(columns).tobytes(), preset=6)


def main():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="+", required=True)
    parser.add_argument("--out", type=folder, required=True)
    parser.add_argument("--most-mib", type=at_least(0, float), default=60)
    options = parser.parse_args()
    if any(options.out.glob("rows*")):
        raise SystemExit(f"{options.out}: there are rows in it already: name another folder")
    rows = features.read(options.rows)
    # Whole games only.
    starts = np.flatnonzero(rows["ply"] == 0)
    parts, end = [], len(rows)
    while end > 0:
        begin = int(starts[starts <= max(0, end - ROWS_IN_FILE)].max(initial=0))
        parts.append(np.ascontiguousarray(rows[begin:end]))
        end = begin
    make(options.out)
    left = options.most_mib * 2**20
    with Pool() as pool:
        for number, content in enumerate(pool.imap(packed, parts)):
            if len(content) > min(left, 15 * 2**20):
                print(f"{len(parts) - number} of {len(parts)} files left out: no room")
                break
            left -= len(content)
            name = f"rows-{number:03}.xz"
            write(options.out / name, content)
            print(f"{name}: {len(parts[number])} rows, {len(content)} bytes")


if __name__ == "__main__":
    main()
