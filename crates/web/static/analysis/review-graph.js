// South's winning chances over a game, as a curve to click on.

import { svg } from '../lib/dom.js';
import { t } from '../lib/language.js';

const BAD = ['mistake', 'blunder'];

/**
 * Nothing until two points are known.
 * @param {any[]} main the nodes of the game
 * @param {any} current the node that is shown
 * @param {(node: any) => void} pick
 */
export function reviewGraph(main, current, pick) {
  const last = Math.max(main.length - 1, 1);
  const points = main
    .map((_, index) => ({ index, share: main[index + 1]?.review?.chance }))
    .filter(({ share }) => share !== undefined);
  const x = (index) => (index / last) * 100;
  const curve = points.map(({ index, share }) => `${x(index)},${(1 - share) * 100}`);
  const now = main.indexOf(current);
  const click = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    pick(main[Math.round(((event.clientX - left) / width) * last)]);
  };
  const attributes = {
    class: 'graph',
    viewBox: '0 0 100 100',
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': t('review.graph'),
    onclick: click,
  };
  const area = points.length
    ? `${x(points[0].index)},100 ${curve.join(' ')} ${x(points.at(-1).index)},100`
    : '';
  return svg(
    'svg',
    attributes,
    svg('polygon.south', { points: area }),
    svg('line.half', { x1: 0, x2: 100, y1: 50, y2: 50 }),
    svg('polyline.curve', { points: curve.join(' ') }),
    main.filter((node) => BAD.includes(node.review?.judgement)).map((node) => tick(node, x)),
    now >= 0 ? svg('line.now', { x1: x(now), x2: x(now), y1: 0, y2: 100 }) : null,
  );
}

function tick(node, x) {
  const className = `mistake ${node.review.by}`;
  return svg('rect', { class: className, x: x(node.ply) - 0.5, y: 93, width: 1, height: 7 });
}
