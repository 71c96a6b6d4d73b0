-- Games of the terminal are live games too. Of three or four players, those who resign or run out of time leave the game, and the
-- others play on.

CREATE TABLE exits (
    game   INTEGER NOT NULL REFERENCES games (id),
    place  INTEGER NOT NULL,                  -- 0 for the first who left
    seat   TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East')),
    ply    INTEGER NOT NULL,                  -- how many moves had been made
    reason TEXT NOT NULL,                     -- 'resigns', 'loses on time', ...
    detail TEXT,                              -- the illegal move
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- When a live game was changed last, in milliseconds since 1970: the game to continue. None in games of older versions.
ALTER TABLE games ADD COLUMN changed INTEGER;
CREATE INDEX games_by_change ON games (changed) WHERE outcome IS NULL;
