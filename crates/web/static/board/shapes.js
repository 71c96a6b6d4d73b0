// The shapes that drawings of a board are made of, in units of the drawing.

import { svg } from '../lib/dom.js';
import { CELL, GROOVE, middleOf, wallAt } from './geometry.js';

const WALL_LENGTH = 2 * CELL + GROOVE;
const WALL_WIDTH = GROOVE - 4;

/** @typedef {import('./geometry.js').View} View */

/**
 * A square, with room left free at its edges.
 * @param {View} view
 * @param {string} name
 * @param {object} attributes
 */
export function squareShape(view, name, attributes, inset = 0) {
  const { x, y } = view.place(middleOf(name));
  const side = CELL - 2 * inset;
  const corner = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  return svg('rect', { ...corner, rx: 10 - inset / 2, ...attributes });
}

/** A wall. @param {View} view @param {string} name @param {object} attributes */
export function wallShape(view, name, attributes, length = WALL_LENGTH, breadth = WALL_WIDTH) {
  const { u, v, across } = wallAt(name);
  const { x, y } = view.place({ u, v });
  const [width, height] = view.liesAcross(across) ? [length, breadth] : [breadth, length];
  const corner = { x: x - width / 2, y: y - height / 2, width, height };
  return svg('rect', { ...corner, rx: Math.min(6, breadth / 2), 'data-wall': name, ...attributes });
}

/**
 * An arrow from one square to another.
 * @param {View} view
 * @param {string} from
 * @param {string} to
 * @param {string} className
 */
export function arrowShape(view, from, to, className) {
  const a = view.place(middleOf(from));
  const b = view.place(middleOf(to));
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - ux * 10, y: b.y - uy * 10 };
  const neck = { x: tip.x - ux * 26, y: tip.y - uy * 26 };
  const left = `${neck.x - uy * 17} ${neck.y + ux * 17}`;
  const right = `${neck.x + uy * 17} ${neck.y - ux * 17}`;
  return svg(
    'g',
    { class: className },
    svg('line', { x1: a.x + ux * 20, y1: a.y + uy * 20, x2: neck.x, y2: neck.y }),
    svg('path', { d: `M${tip.x} ${tip.y} L${left} L${right} Z` }),
  );
}

/** A number in a disc, to count the moves of a line. */
export function badgeShape({ x, y }, text, className) {
  return svg(
    'g',
    { class: `badge ${className}` },
    svg('circle', { cx: x, cy: y, r: 15 }),
    svg('text', { x, y: y + 1 }, text),
  );
}

/** A row of walls that a player has left, drawn as walls. */
export function wallsLeftShape(left, all) {
  const count = Math.max(left, all);
  const pieces = Array.from({ length: count }, (_, index) =>
    svg('rect', {
      class: index < left ? 'piece' : 'gap',
      x: index * 9 + 1,
      y: 1,
      width: 5,
      height: 24,
      rx: 1.5,
    }),
  );
  const box = `0 0 ${count * 9} 26`;
  return svg('svg.walls-left', { viewBox: box, 'aria-hidden': 'true' }, pieces);
}
