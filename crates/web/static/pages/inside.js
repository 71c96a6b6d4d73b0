// The search behind a computer player's last move.

import { h } from '../lib/dom.js';
import { has, t } from '../lib/language.js';
import { levelOf, playerName } from './names.js';
import { valueText } from './parts.js';

const ROWS = 10;

/** A panel for the last move's decision. @param {import('../../types').GameState} state */
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

const row = (kind, cells) =>
  h(
    'tr',
    cells.map((cell) => (cell === null ? null : h(kind, cell))),
  );

function rootTable(root) {
  const counted = root.some(({ visits }) => visits > 0);
  const most = Math.max(...root.map(({ visits }) => visits), 1);
  const primed = root.some(({ prior }) => prior > 0);
  const bar = ({ visits }) => h('meter', { min: 0, max: most, value: visits, title: visits });
  const head = [t('move'), t('value'), counted ? t('visits') : null, primed ? t('prior') : null];
  const cells = (each) => [
    each.move,
    valueText(each.value, true),
    counted ? [bar(each), ' ', each.visits] : null,
    primed ? `${(each.prior * 100).toFixed(1)} %` : null,
  ];
  return h(
    'table.root',
    h('thead', row('th', head)),
    h(
      'tbody',
      root.slice(0, ROWS).map((each) => row('td', cells(each))),
    ),
  );
}

function termTable(terms) {
  const number = (value) =>
    (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)).replace('-', '−');
  const sum = terms.reduce((sum, { product }) => sum + product, 0);
  return h(
    'table.terms',
    h('thead', row('th', [t('feature'), t('value'), t('weight'), t('product')])),
    h(
      'tbody',
      terms.map(({ name, value, weight, product }) =>
        row('td', [feature(name), number(value), number(weight), number(product)]),
      ),
    ),
    h('tfoot', h('tr', h('th', { scope: 'row', colspan: 3 }, t('sum')), h('td', number(sum)))),
  );
}

/** A feature by its abbreviation, with its meaning. */
function feature(name) {
  const key = `feature.${name}`;
  return has(key) ? [h('b', name), ' ', h('small.note', t(key))] : name;
}
