// The layout of the page of a live game.

import { fill, h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { paceControl } from './play-panel.js';
import { typedForm, wallButtons } from './table-parts.js';

/** Makes the elements of a live game, and returns those that change; `table` is the game. */
export function layOut(table, host, seats) {
  // They have their height before the players are known, so that the board stays where it is.
  const above = h('div', { class: 'bars above', 'data-seats': seats });
  const below = h('div', { class: 'bars below', 'data-seats': seats });
  const line = h('p', { class: 'status', id: 'status' });
  const walls = wallButtons(table.board);
  const notice = h('div', { class: 'notices' });
  const moves = h('ol', { class: 'moves', 'aria-label': t('moves') });
  const typed = typedForm(table.board, (move) => table.typedMove(move));
  const actions = h('div', { class: 'actions' });
  // It takes the place of the field for moves when the game is over.
  const main = h('div', { class: 'main-block' });
  const pace = paceControl((pace) => table.send('pace', { pace }));
  const extra = h('div', { class: 'extra' });
  const words = h('section', {
    class: 'in-words',
    hidden: true,
    'aria-label': t('reader.title'),
  });
  const browse = (label, picture, run) =>
    h(
      'button',
      { type: 'button', 'aria-label': t(label), title: t(label), onclick: run },
      icon(picture),
    );
  const stepper = h(
    'div',
    { class: 'stepper' },
    browse('keys.home', 'home', () => table.look(0)),
    browse('keys.back', 'back', () => table.browse(-1)),
    browse('keys.forward', 'forward', () => table.browse(1)),
    browse('keys.end', 'end', () => table.look(null)),
  );
  const box = { class: 'moves-box', tabindex: '0', role: 'region', 'aria-label': t('moves') };
  const section = h(
    'section',
    { class: 'table', 'aria-label': t('board') },
    above,
    table.board.element,
    below,
    h('div', { class: 'below-board' }, line, walls.element),
  );
  table.board.element.addEventListener('wheel', (event) => table.wheel(event), { passive: false });
  const page = h('div', { class: 'page table-page play-page' });
  fill(
    host,
    fill(
      page,
      h('h1', { class: 'for-ears' }, t('play.title')),
      section,
      h(
        'aside',
        { class: 'side', 'aria-label': t('play.side') },
        h(
          'div',
          { class: 'panel' },
          stepper,
          h('div', box, moves),
          notice,
          actions,
          main,
          typed.form,
        ),
        pace.element,
        extra,
        words,
      ),
    ),
  );
  const side = { notice, moves, typed, actions, main, pace, extra, words };
  return { page, above, below, line, walls, ...side };
}
