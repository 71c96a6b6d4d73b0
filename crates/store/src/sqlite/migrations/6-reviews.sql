-- Reviews of games: JSON as the server sends it.

CREATE TABLE reviews (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    document TEXT NOT NULL
) STRICT;
