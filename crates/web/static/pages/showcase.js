// A game that plays itself on the first view.

import { Board } from '../board/board.js';
import { lastMove, readPosition, shownPosition, START, wallOwners } from '../board/history.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { computerTitle } from './names.js';
import { SHOWN_GAME } from './shown-game.js';

const PAUSE = 1400;
const REST = 6000;

/** It begins in the middle, where something happens at once. */
const FIRST_PLY = 10;

export function showcase() {
  const board = new Board({ play: () => {} });
  const start = readPosition(START);
  const { moves, players } = SHOWN_GAME;
  const caption = h('p.note');
  const replay = new URLSearchParams({ moves: moves.join(' ') });
  const element = h(
    'section.showcase',
    { 'aria-label': t('showcase') },
    board.element,
    h(
      'div.caption',
      h('span.dot.South'),
      h('b', computerTitle(players.South).name),
      h('span.note', '–'),
      h('span.dot.North'),
      h('b', computerTitle(players.North).name),
      caption,
      h('a.button', { href: `/analysis?${replay}` }, icon('analyse'), t('analyse')),
    ),
  );
  board.drawing.element.setAttribute('aria-label', t('showcase'));
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let ply = still ? moves.length : FIRST_PLY;
  let timer = 0;
  draw();

  function draw() {
    const played = moves.slice(0, ply);
    board.set({
      position: shownPosition(start, played),
      last: lastMove(start, played),
      owners: wallOwners(start, played),
    });
    caption.textContent = t('showcase.move', { at: ply, all: moves.length });
    if (still) return;
    timer = setTimeout(next, ply === moves.length ? REST : PAUSE);
  }

  function next() {
    ply = ply === moves.length ? FIRST_PLY : ply + 1;
    draw();
  }

  return { element, close: () => clearTimeout(timer) };
}
