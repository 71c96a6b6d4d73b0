// The secrets of the viewer's seats, and the games they belong to. A tab has its own; the browser
// keeps them for when all tabs are closed.

const key = (game) => `quoridor.tokens.${game}`;
const LINKS = (game) => `quoridor.links.${game}`;
const GAMES = 'quoridor.games';
const MOST_GAMES = 100;

function read(storage, name, empty) {
  try {
    return JSON.parse(storage.getItem(name)) ?? empty;
  } catch {
    return empty;
  }
}

/** Keeps the tokens of a game's seats for this tab and for the browser. */
export function keepTokens(game, tokens) {
  if (!tokens.length) return;
  const mine = [...new Set([...tabTokens(game), ...tokens])];
  sessionStorage.setItem(key(game), JSON.stringify(mine));
  localStorage.setItem(key(game), JSON.stringify([...new Set([...browserTokens(game), ...mine])]));
  const others = ownGames().filter((each) => each !== game);
  localStorage.setItem(GAMES, JSON.stringify([game, ...others].slice(0, MOST_GAMES)));
}

/** The tokens that this tab plays with. */
export function tabTokens(game) {
  return read(sessionStorage, key(game), []);
}

/** All the tokens that this browser has had for a game. */
export function browserTokens(game) {
  return read(localStorage, key(game), []);
}

/** The games that this browser has a seat in, the newest first. */
export function ownGames() {
  return read(localStorage, GAMES, []);
}

/** Keeps the tokens of seats that are to be given away: one for each seat. */
export function keepLinks(game, links) {
  if (Object.keys(links).length) sessionStorage.setItem(LINKS(game), JSON.stringify(links));
}

/** The tokens of seats that are to be given away. */
export function friendLinks(game) {
  return read(sessionStorage, LINKS(game), {});
}
