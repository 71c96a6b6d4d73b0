// The viewer's games that are not over, to be resumed with one click.

import { get } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { browserTokens, ownGames } from '../lib/tokens.js';
import { computerTitle } from './names.js';

/** How many of the newest games are looked at, and how many are listed. */
const LOOKED_AT = 12;
const LISTED = 5;

export function openGames() {
  const element = h('section.open-games', { hidden: true, 'aria-label': t('open.title') });
  load(element);
  return element;
}

async function load(element) {
  const found = await Promise.all(
    ownGames()
      .slice(0, LOOKED_AT)
      .map((id) => get(`games/${encodeURIComponent(id)}`).catch(() => null)),
  );
  const open = found.filter(
    (game) => game && !game.result && (game.moves.length || isShared(game)),
  );
  if (!open.length || !element.isConnected) return;
  element.hidden = false;
  fill(element, h('h2', t('open.title')), open.slice(0, LISTED).map(row));
}

/** A game with a friend is worth coming back to before its first move. */
function isShared(game) {
  const people = Object.values(game.seats).filter((who) => !who.computer);
  return people.length > browserTokens(game.game).length;
}

function row(game) {
  const dots = game.position.seats.map((seat) => h('span', { class: `dot ${seat}` }));
  return h(
    'a.open-game',
    { href: `/play/${game.game}`, 'data-game': game.game },
    h('span.dots', dots),
    h('span.what', h('b', opponents(game)), h('small', t('open.moves', { n: game.moves.length }))),
    h('span.resume', t('open.resume'), icon('forward')),
  );
}

function opponents(game) {
  const computers = Object.values(game.seats)
    .filter((who) => who.computer)
    .map((who) => computerTitle(who.computer).name);
  if (computers.length) return [...new Set(computers)].join(' – ');
  const names = Object.values(game.seats)
    .map((who) => who.human)
    .filter(Boolean);
  const others = names.filter((name) => name !== settings.name);
  if (isShared(game)) return others.join(' – ') || t('opponent.friend');
  return names.join(' – ') || t('opponent.here');
}
