-- The store of games as it began. A store that was made with this text is out in the world: what is to be different is written in a
-- new migration, never here.

PRAGMA application_id = 0x51756f72; -- "Quor"

CREATE TABLE players (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- A game that has no outcome is still on, or its end is unknown.
CREATE TABLE games (
    id            INTEGER PRIMARY KEY,
    source        TEXT NOT NULL CHECK (source IN ('played', 'imported', 'live')),
    start         TEXT NOT NULL,              -- position string
    plies         INTEGER NOT NULL,           -- how many moves it has
    opening       INTEGER NOT NULL,           -- how many of them were given and not chosen
    outcome       TEXT,                       -- 'South wins', 'draw'
    reason        TEXT,                       -- why it ended: 'goal', 'resigns', ...; imported games do not say
    reason_seat   TEXT,                       -- of whom the reason speaks
    reason_detail TEXT,                       -- the illegal move
    date          TEXT,                       -- 2026-11-15
    dialect       TEXT NOT NULL,              -- in which notation it is exported
    comment       TEXT NOT NULL,              -- what was said before the first move
    fingerprint   INTEGER,                    -- of the whole record; none while the game is on
    added         TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    CHECK ((reason IS NULL) OR (outcome IS NOT NULL))
) STRICT;
CREATE INDEX games_by_fingerprint ON games (fingerprint);

CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    player INTEGER REFERENCES players (id),   -- none if nobody knows
    points REAL,                              -- one point is shared; none while the game is on
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player);

-- What an imported record says beside its moves, in its order.
CREATE TABLE tags (
    game  INTEGER NOT NULL REFERENCES games (id),
    place INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- ply: how many moves were made before this one.
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id),
    ply  INTEGER NOT NULL,
    move TEXT NOT NULL,                       -- standard notation
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE clocks (
    game INTEGER NOT NULL,
    ply  INTEGER NOT NULL,
    used INTEGER,                             -- nanoseconds that the move took
    left INTEGER,                             -- nanoseconds on the clock afterwards
    PRIMARY KEY (game, ply),
    FOREIGN KEY (game, ply) REFERENCES moves (game, ply)
) STRICT, WITHOUT ROWID;

-- 'score', 'chance', 'win in', 'loss in' (moves of all sides): worth to who moved, as a player thought.
-- 'hundredths', 'wins in' (lost if negative): worth to who moved first, as [%eval] in a record says.
CREATE TABLE evaluations (
    game  INTEGER NOT NULL,
    ply   INTEGER NOT NULL,
    kind  TEXT CHECK (kind IN ('score', 'chance', 'win in', 'loss in', 'hundredths', 'wins in')),
    value REAL,
    depth INTEGER,
    nodes INTEGER,
    PRIMARY KEY (game, ply),
    FOREIGN KEY (game, ply) REFERENCES moves (game, ply),
    CHECK ((kind IS NULL) = (value IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE annotations (
    game       INTEGER NOT NULL,
    ply        INTEGER NOT NULL,
    nags       TEXT NOT NULL,                 -- '1 14'
    comment    TEXT NOT NULL,
    variations TEXT NOT NULL,                 -- records, one a variation, each from the position before the move
    PRIMARY KEY (game, ply),
    FOREIGN KEY (game, ply) REFERENCES moves (game, ply)
) STRICT, WITHOUT ROWID;

-- The position after so many moves: the hash of its canonical image, and which symmetry leads to that image.
CREATE TABLE positions (
    hash     INTEGER NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (id),
    ply      INTEGER NOT NULL,
    symmetry TEXT NOT NULL CHECK (symmetry IN ('identity', 'mirror', 'rotation', 'mirror rotation')),
    PRIMARY KEY (hash, game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournaments (
    id     INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    seed   INTEGER NOT NULL,
    begun  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    UNIQUE (config, seed)
) STRICT;

-- Every scheduled game exactly once.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    number     INTEGER NOT NULL,
    game       INTEGER NOT NULL UNIQUE REFERENCES games (id),
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
