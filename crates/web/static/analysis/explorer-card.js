// The moves of a position: what the opening book thinks of them, and how they did in stored games.

import { post } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { t } from '../lib/language.js';

/** The moves that are shown at first. */
const FIRST = 12;

/**
 * @param {import('./analysis.js').Analysis} analysis
 * @param {import('../board/board.js').Board} board
 */
export function explorerCard(analysis, board) {
  // Reserves a line, so that the answer shifts nothing.
  const body = h('div', h('p.note', '…'));
  const element = h('section.explorer', { 'aria-label': t('explorer') }, body);

  let isWhole = false;

  async function load() {
    if (element.hidden || !element.isConnected) return;
    const { node } = analysis;
    const game = analysis.game();
    const [stored, book] = await Promise.all([post('explore', { game }), post('book', { game })]);
    if (analysis.node !== node) return;
    board.set({ hint: null });
    const rows = merged(book.moves, stored.moves);
    fill(
      body,
      book.opening
        ? h('p.opening', { title: book.opening.source }, h('b', book.opening.name))
        : null,
      h(
        'p.note',
        book.positions ? `${t('explorer.book', { n: book.positions })} ` : '',
        t('explorer.games', { n: stored.games }),
      ),
      rows.length ? table(rows) : null,
      rows.length > FIRST ? more(rows) : null,
      book.opening
        ? h('p.note.source', t('explorer.source', { source: book.opening.source }))
        : null,
    );
  }

  /** The moves of the book in its order, then those that only stored games have. */
  function merged(book, stored) {
    const games = new Map(stored.map((row) => [row.move, row]));
    const own = book.map((row) => ({ move: row.move, book: row, games: games.get(row.move) }));
    const known = new Set(book.map((row) => row.move));
    const others = stored.filter((row) => !known.has(row.move));
    return [...own, ...others.map((row) => ({ move: row.move, book: null, games: row }))];
  }

  function table(rows) {
    return h(
      'table',
      h(
        'thead',
        h(
          'tr',
          h('th', t('move')),
          h('th.number', { title: t('explorer.engine.title') }, t('explorer.engine')),
          h('th.number', { title: t('explorer.share.title') }, t('explorer.share')),
          h('th.number', t('explorer.count')),
          h('th', t('explorer.score')),
        ),
      ),
      h('tbody', rows.slice(0, isWhole ? rows.length : FIRST).map(line)),
    );
  }

  /** A button that shows all moves. */
  function more(rows) {
    if (isWhole) return null;
    const show = () => {
      isWhole = true;
      load();
    };
    return h('button.text#all-moves', { onclick: show }, t('explorer.all', { n: rows.length }));
  }

  function line({ move, book, games }) {
    const show = () => board.set({ hint: move });
    const hide = () => board.set({ hint: null });
    const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
    return h(
      'tr',
      { onmouseenter: show, onmouseleave: hide, class: book && !book.explored ? 'rough' : null },
      h(
        'td',
        h(
          'button.move',
          {
            onfocus: show,
            onblur: hide,
            onclick: () => {
              hide();
              analysis.play(move);
            },
          },
          move,
        ),
      ),
      h(
        'td.number',
        { title: book ? t('explorer.depth', { n: book.depth }) : null },
        book ? `${Math.round(100 * book.score)} %` : '–',
      ),
      h('td.number', book ? percent(book.share) : '–'),
      h('td.number', games ? games.games : '–'),
      h('td', games ? score(games) : ''),
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
        'span.bar',
        {
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

  analysis.on((what) => what !== 'changed' && what !== 'shown' && load());
  return { element, shown: load };
}
