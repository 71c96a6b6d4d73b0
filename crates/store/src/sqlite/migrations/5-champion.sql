-- Until now `champion` was another name of `alphabeta`; from now on it is a player of its own. Games in progress keep their player.

UPDATE sitters SET spec = 'alphabeta' || substr(spec, length('champion') + 1) WHERE spec = 'champion' OR spec LIKE 'champion:%';
