-- From now on sitters.token and seatings.control are hashes of tokens ('sha256:' and hexadecimal
-- digits), so that nobody who reads the store can play its seats; an empty sitters.token: no token
-- opens the seat. The tokens that are there are hashed by the code that runs this migration.

-- Tokens that were given out later, when somebody continued a game in another browser.
CREATE TABLE claims (
    id   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES seatings (game),
    seat TEXT NOT NULL CHECK (seat IN ('South', 'West', 'North', 'East', 'control')),
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX claims_by_game ON claims (game);

-- The pages in which tokens were are overwritten.
PRAGMA secure_delete = ON;
