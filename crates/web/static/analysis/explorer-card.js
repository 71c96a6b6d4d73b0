// The moves that were played here in stored games.

import { post } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { t } from '../lib/language.js';

export function explorerCard(desk) {
  // A line from the beginning, so that nothing below moves when the answer comes.
  const body = h('div', {}, h('p', { class: 'note' }, '…'));
  const element = h('section', { class: 'explorer', 'aria-label': t('explorer') }, body);

  async function load() {
    if (element.hidden || !element.isConnected) return;
    const { node } = desk;
    const { games, moves } = await post('explore', { game: desk.game() });
    if (desk.node !== node) return;
    fill(
      body,
      h('p', { class: 'note' }, t('explorer.games', { n: games })),
      moves.length ? table(moves) : null,
    );
  }

  function table(moves) {
    return h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {}, t('move')),
          h('th', { class: 'number' }, t('explorer.count')),
          h('th', {}, t('explorer.score')),
        ),
      ),
      h(
        'tbody',
        {},
        moves.map((row) =>
          h(
            'tr',
            {},
            h(
              'td',
              {},
              h(
                'button',
                { type: 'button', class: 'move', onclick: () => desk.play(row.move) },
                row.move,
              ),
            ),
            h('td', { class: 'number' }, row.games),
            h('td', {}, score(row)),
          ),
        ),
      ),
    );
  }

  function score({ wins, draws, losses, score: points }) {
    const part = (className, count) => {
      const element = h('span', { class: className });
      element.style.flexGrow = count;
      return element;
    };
    return [
      h(
        'span',
        {
          class: 'bar',
          role: 'img',
          'aria-label': `+${wins} =${draws} −${losses}`,
          title: `+${wins} =${draws} −${losses}`,
        },
        part('won', wins),
        part('drawn', draws),
        part('lost', losses),
      ),
      points === null ? '' : `${Math.round(points * 100)} %`,
    ];
  }

  desk.on((what) => what !== 'changed' && load());
  return { element, shown: load };
}
