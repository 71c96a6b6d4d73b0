// The three moments of a game that mattered, each in one sentence.

import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { moments, sentence } from './coach.js';

/**
 * @param {any[]} reviewed the reviewed moves
 * @param {{
 *   look: (ply: number) => void,
 *   viewer: import('../../types').Seat | null,
 *   picture?: (review: any) => void,
 * }} options `look` shows the position after a number of moves, `viewer` is the seat of who reads,
 *   `picture` offers a picture of a moment
 */
export function momentsList(reviewed, { look, viewer, picture }) {
  const found = moments(reviewed);
  if (!found.length) return h('p.note#moments', t('coach.none'));
  const item = (review) =>
    h(
      'li',
      h(
        'button',
        { class: `move judged-${review.judgement}`, onclick: () => look(review.ply + 1) },
        `${Math.floor(review.ply / 2) + 1}. ${review.ply % 2 ? '… ' : ''}${review.move}`,
      ),
      ' ',
      h('span', sentence(review, viewer)),
      ' ',
      picture
        ? h('button.text.picture', { onclick: () => picture(review) }, t('picture.offer'))
        : null,
    );
  return h(
    'section.moments#moments',
    { 'aria-label': t('coach.moments') },
    h('h3', t('coach.moments')),
    h('ol', found.map(item)),
  );
}
