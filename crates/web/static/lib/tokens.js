// The secrets of one's seats. A tab has its own; the browser keeps them for when all tabs are
// closed.

const key = (game) => `quoridor.tokens.${game}`;

function read(storage, game) {
  try {
    return JSON.parse(storage.getItem(key(game))) ?? [];
  } catch {
    return [];
  }
}

/** Keeps the tokens of a game's seats for this tab and for the browser. */
export function keepTokens(game, tokens) {
  if (!tokens.length) return;
  const mine = [...new Set([...read(sessionStorage, game), ...tokens])];
  sessionStorage.setItem(key(game), JSON.stringify(mine));
  localStorage.setItem(key(game), JSON.stringify([...new Set([...read(localStorage, game), ...mine])]));
}

/** The tokens that this tab plays with. */
export function tabTokens(game) {
  return read(sessionStorage, game);
}

/** All the tokens that this browser has had for a game. */
export function browserTokens(game) {
  return read(localStorage, game);
}
