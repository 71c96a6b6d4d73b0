// The secrets of the viewer's seats, and the games they belong to. A tab has its own; the browser
// keeps them for when all tabs are closed.

import { read, write } from './storage.js';

const key = (game) => `quoridor.tokens.${game}`;
const linksKey = (game) => `quoridor.links.${game}`;
const GAMES = 'quoridor.games';
const MOST_GAMES = 100;

/** Keeps the tokens of a game's seats for this tab and for the browser. */
export function keepTokens(game, tokens) {
  if (!tokens.length) return;
  const mine = [...new Set([...tabTokens(game), ...tokens])];
  write(key(game), mine, 'sessionStorage');
  write(key(game), [...new Set([...browserTokens(game), ...mine])]);
  const others = ownGames().filter((each) => each !== game);
  write(GAMES, [game, ...others].slice(0, MOST_GAMES));
}

/** The tokens that this tab plays with. */
export function tabTokens(game) {
  return read(key(game), [], 'sessionStorage');
}

/** All the tokens that this browser has had for a game. */
export function browserTokens(game) {
  return read(key(game), []);
}

/** The games that this browser has a seat in, the newest first. */
export function ownGames() {
  return read(GAMES, []);
}

/** Keeps the tokens of the seats that friends get a link to: one for each seat. */
export function keepLinks(game, links) {
  if (Object.keys(links).length) write(linksKey(game), links, 'sessionStorage');
}

/** The tokens of the seats that friends get a link to. */
export function friendLinks(game) {
  return read(linksKey(game), {}, 'sessionStorage');
}
