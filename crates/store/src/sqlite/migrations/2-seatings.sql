-- Games that are played at a server: who may move for which seat, and by which clock. What each move left on its clock is in clocks.

CREATE TABLE seatings (
    game      INTEGER PRIMARY KEY REFERENCES games (id),
    time      INTEGER,                        -- nanoseconds that each player begins with; none without a clock
    increment INTEGER,                        -- nanoseconds added after each move
    control   TEXT,                           -- the secret of who may pause a game of computer players alone
    rematch   INTEGER REFERENCES games (id),  -- the game that followed, if there was one
    CHECK ((time IS NULL) = (increment IS NULL))
) STRICT;

-- A human has a secret, a computer player a spec. Names are where those of all games are.
CREATE TABLE sitters (
    game  INTEGER NOT NULL REFERENCES seatings (game),
    seat  TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    token TEXT,
    spec  TEXT,
    PRIMARY KEY (game, seat),
    CHECK ((token IS NULL) <> (spec IS NULL))
) STRICT, WITHOUT ROWID;
