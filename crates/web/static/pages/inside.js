// Inside a computer player's head: what it thought of its last move.

import { h } from '../lib/dom.js';
import { has, t } from '../lib/language.js';
import { levelOf, playerName } from './names.js';
import { valueText } from './parts.js';

const ROWS = 10;

/**
 * A panel for the decision of the player who moved last.
 * @param {import('../../types').GameState} state
 */
export function insidePanel(state) {
  const { inside, position, seats, moves } = state;
  const order = position.seats;
  const mover = order[(order.indexOf(position.turn) + order.length - 1) % order.length];
  const spec = seats[mover].computer ?? '';
  const kind = spec.split(':')[0];
  const level = levelOf(spec);
  const about = level ? `level.about.${level}` : `bot.${kind}.more`;
  const silent = !inside.value && !inside.nodes && !inside.depth;
  const move = moves.at(-1) ?? '';
  return h(
    'section.inside#inside',
    { 'aria-label': t('inside') },
    h(
      'h2',
      h('span', { class: `dot ${mover}` }),
      t('inside.of', { player: playerName(state, mover), move }),
    ),
    has(about) ? h('p.note', t(about)) : null,
    silent
      ? h('p', t('inside.silent'))
      : h('p', h('b.value', valueText(inside.value)), ' ', figures(inside)),
    inside.line?.length > 1 ? h('p.line', inside.line.join(' ')) : null,
    inside.root?.length ? rootTable(inside.root) : null,
    inside.terms?.length ? termTable(inside.terms) : null,
  );
}

/**
 * Depth, nodes and speed, as far as there are any.
 * @param {{ depth?: number, nodes?: number, speed?: number }} search
 */
export function figures({ depth, nodes, speed }) {
  const number = new Intl.NumberFormat(document.documentElement.lang, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return [
    depth ? t('depth', { depth }) : null,
    nodes ? t('nodes', { nodes: number.format(nodes) }) : null,
    speed ? t('speed', { speed: number.format(speed) }) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function rootTable(root) {
  const counted = root.some(({ visits }) => visits > 0);
  const most = Math.max(...root.map(({ visits }) => visits), 1);
  const primed = root.some(({ prior }) => prior > 0);
  return h(
    'table.root',
    h(
      'thead',
      h(
        'tr',
        h('th', t('move')),
        h('th', t('value')),
        counted ? h('th', t('visits')) : null,
        primed ? h('th', t('prior')) : null,
      ),
    ),
    h(
      'tbody',
      root
        .slice(0, ROWS)
        .map((row) =>
          h(
            'tr',
            h('td', row.move),
            h('td', valueText(row.value, true)),
            counted
              ? h(
                  'td',
                  h('meter', { min: 0, max: most, value: row.visits, title: row.visits }),
                  ' ',
                  row.visits,
                )
              : null,
            primed ? h('td', `${(row.prior * 100).toFixed(1)} %`) : null,
          ),
        ),
    ),
  );
}

function termTable(terms) {
  const number = (value) =>
    (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)).replace('-', '−');
  return h(
    'table.terms',
    h(
      'thead',
      h(
        'tr',
        h('th', t('feature')),
        h('th', t('value')),
        h('th', t('weight')),
        h('th', t('product')),
      ),
    ),
    h(
      'tbody',
      terms.map(({ name, value, weight, product }) =>
        h(
          'tr',
          h('td', feature(name)),
          h('td', number(value)),
          h('td', number(weight)),
          h('td', number(product)),
        ),
      ),
    ),
    h(
      'tfoot',
      h(
        'tr',
        h('th', { scope: 'row', colspan: 3 }, t('sum')),
        h('td', number(terms.reduce((sum, { product }) => sum + product, 0))),
      ),
    ),
  );
}

/** A feature by its abbreviation, with its meaning. */
function feature(name) {
  const key = `feature.${name}`;
  return has(key) ? [h('b', name), ' ', h('small.note', t(key))] : name;
}
