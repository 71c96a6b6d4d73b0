// Overlays of a board: marks, paths, previews of walls, lines, the heat map. Each
// function makes the elements of one layer from a state and the view of it.

import { svg } from '../lib/dom.js';
import { CELL, isWall, middleOf, wallAt } from './geometry.js';
import { arrowShape, badgeShape, squareShape, wallShape } from './shapes.js';
import { isLegal, moverOf } from './state.js';

/** @typedef {import('../../types').BoardState} BoardState */
/** @typedef {import('./geometry.js').View} View */

/** The moves of the heat map that have their number written on them: the best walls. */
const NUMBERED_WALLS = 8;

/** How many moves of the best line are drawn. */
const DRAWN_MOVES = 6;

/** @param {BoardState} state @param {View} view */
export function last({ last }, view) {
  if (!last || isWall(last.move) || last.move === 'pass') return [];
  return [last.from, last.move]
    .filter(Boolean)
    .map((square) => squareShape(view, square, { class: `trace ${last.seat}` }));
}

/** @param {BoardState} state @param {View} view */
export function targets({ position, movable, aim, editing, premover, heat: numbers }, view) {
  if (premover && !movable && aim?.kind === 'step') {
    return [squareShape(view, aim.square, { class: `premove-target ${premover}` }, 6)];
  }
  if (!movable || (editing && aim?.kind !== 'step')) return [];
  return position.steps
    .filter((square) => !(editing || numbers) || square === aim?.square)
    .map((square) => {
      const { x, y } = view.place(middleOf(square));
      const aimed = aim?.square === square;
      return svg('circle', {
        class: `target ${position.turn}${aimed ? ' aimed' : ''}`,
        cx: x,
        cy: y,
        r: aimed ? 30 : 13,
        'data-target': square,
      });
    });
}

/** The squares that an illegal wall would seal off. */
export function sealed({ check }, view) {
  return (check?.sealed?.squares ?? []).map((square) =>
    squareShape(view, square, { class: 'no-way-out' }),
  );
}

/**
 * The shortest paths: with the wall that is pointed at, if it is legal, and before it where they
 * differ.
 * @param {BoardState} state
 * @param {View} view
 */
export function paths(state, view) {
  const { position, aim, check, movable, editing } = state;
  const aims = aim?.kind === 'wall' && movable;
  if (editing || (!aims && !state.paths)) return [];
  // Through an illegal wall there is no path to show.
  if (aims && !isLegal(state, aim.wall)) return [];
  const now = position.paths;
  const then = aims ? check?.after?.paths : null;
  const apart = position.seats.length > 2 ? 11 : 16;
  // Paths that share squares run side by side; others run through the middle.
  const crowd = position.seats.flatMap((seat) => then?.[seat] ?? now[seat] ?? []);
  const isShared = (squares) => squares.some((one) => crowd.filter((each) => each === one)[1]);
  const lane = (index, squares) =>
    isShared(squares) ? (index - (position.seats.length - 1) / 2) * apart : 0;
  return position.seats
    .filter((seat) => now[seat])
    .flatMap((seat, index) => {
      const changed = then && then[seat] && then[seat].join() !== now[seat].join();
      const shown = changed ? then[seat] : now[seat];
      const off = lane(index, shown);
      return [
        changed ? pathShape(view, now[seat], `path before ${seat}`, off) : null,
        pathShape(view, shown, `path ${seat}`, off),
      ];
    })
    .filter(Boolean);
}

function pathShape(view, squares, className, off) {
  const points = squares
    .map((square) => view.place(middleOf(square)))
    .map(({ x, y }) => `${x + off},${y + off}`);
  return svg('polyline', {
    class: className,
    points: points.join(' '),
    'data-steps': squares.length - 1,
  });
}

/** The wall that is pointed at. */
export function ghost(state, view) {
  const { aim, movable } = state;
  if (aim?.kind !== 'wall') return [];
  const legal = isLegal(state, aim.wall) ? 'legal' : 'illegal';
  const held = aim.held ? ' held' : '';
  const early = movable ? '' : ' early';
  const owner = moverOf(state);
  return [wallShape(view, aim.wall, { class: `ghost-wall ${legal}${held}${early} ${owner}` })];
}

/** The move that was chosen in advance. */
export function premove({ premove: move, premover }, view) {
  if (!move || !premover) return [];
  const className = `premove ${premover}`;
  return isWall(move)
    ? [wallShape(view, move, { class: className })]
    : [squareShape(view, move, { class: className }, 6)];
}

/** Arrows and circles of the player's own. */
export function marks({ marks: drawn }, view) {
  return drawn.map(({ from, to }) => {
    if (from !== to) return arrowShape(view, from, to, 'mark');
    const { x, y } = view.place(middleOf(from));
    return svg('circle.mark', { cx: x, cy: y, r: 36 });
  });
}

/** How good every move is: colours for all, numbers for steps and the best walls. */
export function heat({ heat: moves }, view) {
  if (!moves) return [];
  const ranked = [...moves].sort(([, a], [, b]) => b.bad - a.bad);
  const walls = ranked.filter(([move]) => isWall(move));
  const numbered = new Set(walls.slice(-NUMBERED_WALLS).map(([move]) => move));
  return ranked.flatMap(([move, { bad, text }]) => {
    const shape = isWall(move)
      ? wallShape(view, move, { class: 'hot-wall' }, CELL - 8, 12)
      : squareShape(view, move, { class: 'hot-square' }, 3);
    shape.style.setProperty('--bad', bad.toFixed(3));
    shape.append(svg('title', `${move}: ${text}`));
    if (isWall(move) && !numbered.has(move)) return [shape];
    return [shape, heatNumber(view, move, text)];
  });
}

function heatNumber(view, move, text) {
  if (!isWall(move)) {
    const { x, y } = view.place(middleOf(move));
    return svg('text.hot-number', { x, y: y + 1 }, text);
  }
  const { u, v, across } = wallAt(move);
  const { x, y } = view.place({ u, v });
  const turned = view.liesAcross(across) ? null : `rotate(-90 ${x} ${y})`;
  return svg('text.hot-number.small', { x, y: y + 1, transform: turned }, text);
}

/**
 * Lines: the first move of each, strongly, and how the best one goes on, faintly and counted.
 * @param {BoardState} state
 * @param {View} view
 */
export function lines({ lines: planned, position }, view) {
  const elements = [];
  for (const { moves, rank } of [...planned].reverse()) {
    const where = { ...position.pawns };
    const drawn = moves.slice(0, rank === 1 ? DRAWN_MOVES : 1);
    let turn = position.seats.indexOf(position.turn);
    for (const [index, move] of drawn.entries()) {
      const seat = position.seats[turn % position.seats.length];
      const className = `plan ${seat} rank-${Math.min(rank, 5)} ply-${Math.min(index, 6)}`;
      if (isWall(move)) {
        elements.push(wallShape(view, move, { class: className }));
        const { u, v } = wallAt(move);
        if (drawn.length > 1) {
          elements.push(badgeShape(view.place({ u, v }), index + 1, className));
        }
      } else if (move !== 'pass') {
        elements.push(arrowShape(view, where[seat], move, className));
        where[seat] = move;
      }
      turn += 1;
    }
  }
  return elements;
}

/** A recommended move. */
export function hint({ hint: move, position }, view) {
  if (!move || move === 'pass') return [];
  const className = 'plan hint';
  return isWall(move)
    ? [wallShape(view, move, { class: className })]
    : [arrowShape(view, position.pawns[position.turn], move, className)];
}
