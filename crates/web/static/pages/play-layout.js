// The layout of the page of a live game.

import { fill, h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { paceControl } from './play-panel.js';
import { stepper, typedForm, wallButtons } from './table-parts.js';

/** Makes the elements of a live game, and returns those that change; `table` is the game. */
export function layOut(table, host, seats) {
  // They have their height before the players are known, so that the board stays where it is.
  const above = h('div.bars.above', { 'data-seats': seats });
  const below = h('div.bars.below', { 'data-seats': seats });
  const line = h('p.status#status');
  const walls = wallButtons(table.board);
  const notice = h('div.notices');
  const moves = h('ol.moves', { 'aria-label': t('moves') });
  const typed = typedForm(table.board, (move) => table.typedMove(move));
  const actions = h('div.actions');
  // It takes the place of the field for moves when the game is over.
  const main = h('div.main-block');
  const pace = paceControl((pace) => table.send('pace', { pace }));
  const extra = h('div.extra');
  const words = h('section.in-words', { hidden: true, 'aria-label': t('reader.title') });
  const steps = stepper({
    first: () => table.look(0),
    back: () => table.browse(-1),
    forward: () => table.browse(1),
    last: () => table.look(null),
  });
  const box = { class: 'moves-box', tabindex: '0', role: 'region', 'aria-label': t('moves') };
  const section = h(
    'section.table',
    { 'aria-label': t('board') },
    above,
    table.board.element,
    below,
    h('div.below-board', line, walls.element),
  );
  table.board.element.addEventListener('wheel', (event) => table.wheel(event), { passive: false });
  const page = h('div.page.table-page.play-page');
  fill(
    host,
    fill(
      page,
      h('h1.for-ears', t('play.title')),
      section,
      h(
        'aside.side',
        { 'aria-label': t('play.side') },
        h('div.panel', steps, h('div', box, moves), notice, actions, main, typed.form),
        pace.element,
        extra,
        words,
      ),
    ),
  );
  const side = { notice, moves, typed, actions, main, pace, extra, words };
  return { page, above, below, line, walls, ...side };
}
