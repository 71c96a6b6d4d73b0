PRAGMA application_id = 0x51756f72; -- "Quor"
PRAGMA user_version = 7;

CREATE TABLE players (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- A game without an outcome is in progress, or its end is unknown.
CREATE TABLE games (
    id            INTEGER PRIMARY KEY,
    source        TEXT NOT NULL CHECK (source IN ('played', 'imported', 'live')),
    start         TEXT NOT NULL,              -- position string
    plies         INTEGER NOT NULL,           -- number of moves
    opening       INTEGER NOT NULL,           -- number of moves that were given, not chosen
    outcome       TEXT,                       -- 'South wins', 'draw'
    reason        TEXT,                       -- 'goal', 'resigns', ...; imported games have none
    reason_seat   TEXT,                       -- the player that the reason is about
    reason_detail TEXT,                       -- the illegal move
    date          TEXT,                       -- 2026-11-15
    dialect       TEXT NOT NULL,              -- the notation of its record
    comment       TEXT NOT NULL,              -- the comment before the first move
    fingerprint   INTEGER,                    -- of the whole record; none while it is in progress
    checksum      INTEGER NOT NULL,           -- of all rows of which the record is made
    changed       INTEGER,                    -- live: last change, in milliseconds since 1970
    added         TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    CHECK ((reason IS NULL) OR (outcome IS NOT NULL))
) STRICT;
CREATE INDEX games_by_fingerprint ON games (fingerprint);
CREATE INDEX games_by_change ON games (changed) WHERE outcome IS NULL;

CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    player INTEGER REFERENCES players (id),   -- none if unknown
    points REAL,                              -- one point is shared; none while in progress
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player);

-- The tags of an imported record.
CREATE TABLE tags (
    game  INTEGER NOT NULL REFERENCES games (id),
    place INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- ply: the number of moves before this one.
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

-- 'steps', 'score' (a unit of its own), 'chance', 'win in', 'loss in' (plies): the player's own, for who moved.
-- 'hundredths', 'wins in' (negative: lost): of [%eval], for who moved first.
CREATE TABLE evaluations (
    game  INTEGER NOT NULL,
    ply   INTEGER NOT NULL,
    kind  TEXT CHECK (kind IN ('steps', 'score', 'chance', 'win in', 'loss in',
                                 'hundredths', 'wins in')),
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
    variations TEXT NOT NULL,                 -- records that start before the move
    PRIMARY KEY (game, ply),
    FOREIGN KEY (game, ply) REFERENCES moves (game, ply)
) STRICT, WITHOUT ROWID;

-- The position after this many moves: the hash of its canonical image, and the symmetry that
-- leads to that image.
CREATE TABLE positions (
    hash     INTEGER NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (id),
    ply      INTEGER NOT NULL,
    symmetry TEXT NOT NULL
             CHECK (symmetry IN ('identity', 'mirror', 'rotation', 'mirror rotation')),
    PRIMARY KEY (hash, game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournaments (
    id     INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    seed   INTEGER NOT NULL,
    begun  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    UNIQUE (config, seed)
) STRICT;

-- Every scheduled game once.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    number     INTEGER NOT NULL,
    game       INTEGER NOT NULL UNIQUE REFERENCES games (id),
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Live games. Tokens are stored as hashes: 'sha256:' and hexadecimal digits.
CREATE TABLE seatings (
    game      INTEGER PRIMARY KEY REFERENCES games (id),
    time      INTEGER,                        -- nanoseconds at the beginning; none without a clock
    increment INTEGER,                        -- nanoseconds added after each move
    control   TEXT,                           -- the token that allows pausing computer players
    rematch   INTEGER REFERENCES games (id),
    CHECK ((time IS NULL) = (increment IS NULL))
) STRICT;

-- A human has a token (empty: none opens the seat), a computer player a spec.
CREATE TABLE occupants (
    game  INTEGER NOT NULL REFERENCES seatings (game),
    seat  TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    token TEXT,
    spec  TEXT,
    PRIMARY KEY (game, seat),
    CHECK ((token IS NULL) <> (spec IS NULL))
) STRICT, WITHOUT ROWID;

-- Tokens that were given out later, to continue a game in another browser.
CREATE TABLE claims (
    id   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES seatings (game),
    seat TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East', 'control')),
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX claims_by_game ON claims (game);

-- Players who left a game of three or four.
CREATE TABLE exits (
    game   INTEGER NOT NULL REFERENCES games (id),
    place  INTEGER NOT NULL,                  -- 0 for the first
    seat   TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    ply    INTEGER NOT NULL,                  -- number of moves made
    reason TEXT NOT NULL,                     -- 'resigns', 'loses on time', ...
    detail TEXT,                              -- the illegal move
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- Reviews: JSON, as the server sends it.
CREATE TABLE reviews (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    document TEXT NOT NULL
) STRICT;
