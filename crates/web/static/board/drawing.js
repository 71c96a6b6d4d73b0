// Draws a state as SVG. What stays (pawns, walls) is moved, so that the style sheet can animate it;
// what comes and goes is drawn anew.

import { svg } from '../lib/dom.js';
import { CELL, GROOVE, isWall, MARGIN, middleOf, PITCH, squareName, wallAt } from './geometry.js';
import { isLegal, viewOf } from './state.js';

const LAYERS = ['squares', 'labels', 'goals', 'heat', 'last', 'sealed', 'targets', 'paths', 'walls', 'ghost', 'pawns', 'lines', 'hint'];
const WALL_LENGTH = 2 * CELL + GROOVE;
const WALL_WIDTH = GROOVE - 4;

export class Drawing {
  constructor() {
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg('g', { class: name })]));
    this.element = svg('svg', { class: 'board', role: 'img', focusable: 'false' }, Object.values(this.layers));
    this.frame = '';
    this.pawns = new Map();
    this.walls = new Map();
  }

  draw(state) {
    if (!state.position) return;
    this.view = viewOf(state);
    this.#drawFrame(state);
    this.#drawWalls(state);
    this.#drawPawns(state);
    for (const name of ['heat', 'last', 'sealed', 'targets', 'paths', 'ghost', 'lines', 'hint']) {
      this.layers[name].replaceChildren(...this[name](state));
    }
    const over = Boolean(state.position.result);
    this.element.classList.toggle('movable', state.movable && !over);
    this.element.dataset.aim = state.aim?.kind ?? '';
  }

  /** The place on the drawing of a pointer. */
  place(event) {
    const matrix = this.element.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  #drawFrame({ position: { width, height, goals, seats }, bottom }) {
    const frame = `${width}x${height} ${bottom} ${seats}`;
    if (frame === this.frame) return;
    this.frame = frame;
    const { view } = this;
    const across = view.across * PITCH - GROOVE;
    const down = view.down * PITCH - GROOVE;
    this.element.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${across + 2 * MARGIN} ${down + 2 * MARGIN}`);
    this.element.style.setProperty('--ratio', (across + 2 * MARGIN) / (down + 2 * MARGIN));
    const squares = [svg('rect', { class: 'frame', x: -MARGIN, y: -MARGIN, width: across + 2 * MARGIN, height: down + 2 * MARGIN, rx: 26 }),
      svg('rect', { class: 'field', x: -GROOVE / 2, y: -GROOVE / 2, width: across + GROOVE, height: down + GROOVE, rx: 12 })];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) squares.push(this.#square(squareName(column, row), 'square'));
    }
    this.layers.squares.replaceChildren(...squares);
    this.layers.labels.replaceChildren(...this.#labels(width, height, down));
    this.layers.goals.replaceChildren(...seats.map((seat) => this.#goal(seat, goals[seat])));
    this.pawns.clear();
    this.walls.clear();
    this.layers.pawns.replaceChildren();
    this.layers.walls.replaceChildren();
  }

  #labels(width, height, down) {
    const texts = [];
    const label = (x, y, text) => texts.push(svg('text', { x, y }, text));
    for (let column = 0; column < width; column++) {
      const { x, y } = this.view.place({ u: column + 0.5, v: 0 });
      this.view.sideways ? label(-MARGIN / 2 - 7, y, squareName(column, 0)[0]) : label(x, down + MARGIN / 2 + 7, squareName(column, 0)[0]);
    }
    for (let row = 0; row < height; row++) {
      const { x, y } = this.view.place({ u: 0, v: row + 0.5 });
      this.view.sideways ? label(x, down + MARGIN / 2 + 7, row + 1) : label(-MARGIN / 2 - 7, y, row + 1);
    }
    return texts;
  }

  /** A bar in a player's colour along the side that it heads for. */
  #goal(seat, squares) {
    const places = [squares[0], squares.at(-1)].map((square) => this.view.place(middleOf(square)));
    const heading = this.view.heading(seat);
    const [dx, dy] = { 0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0] }[heading];
    const out = CELL / 2 + GROOVE / 2 + 4;
    const along = CELL / 2 - 6;
    const [a, b] = places[0].x <= places[1].x && places[0].y <= places[1].y ? places : places.reverse();
    return svg('line', {
      class: `goal ${seat}`,
      x1: a.x + dx * out - Math.abs(dy) * along, y1: a.y + dy * out - Math.abs(dx) * along,
      x2: b.x + dx * out + Math.abs(dy) * along, y2: b.y + dy * out + Math.abs(dx) * along,
    });
  }

  #square(name, className) {
    const { x, y } = this.view.place(middleOf(name));
    return svg('rect', { class: className, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, rx: 10, 'data-square': className === 'square' ? name : null });
  }

  #wall(name, className, length = WALL_LENGTH) {
    const { u, v, across } = wallAt(name);
    const { x, y } = this.view.place({ u, v });
    const [width, height] = this.view.liesAcross(across) ? [length, WALL_WIDTH] : [WALL_WIDTH, length];
    return svg('rect', { class: className, x: x - width / 2, y: y - height / 2, width, height, rx: 6, 'data-wall': name });
  }

  #drawWalls({ position, last }) {
    for (const [name, element] of this.walls) {
      if (position.walls.includes(name)) continue;
      element.remove();
      this.walls.delete(name);
    }
    const fresh = position.walls.filter((name) => !this.walls.has(name));
    const placed = fresh.length === 1 && last?.move === fresh[0] ? fresh[0] : null;
    for (const name of fresh) {
      const element = this.#wall(name, 'wall');
      this.layers.walls.append(element);
      this.walls.set(name, element);
    }
    for (const [name, element] of this.walls) element.setAttribute('class', `wall${last?.move === name ? ` recent ${last.seat}` : ''}${name === placed ? ' placed' : ''}`);
  }

  #drawPawns({ position, drag, movable }) {
    for (const seat of position.seats) {
      let pawn = this.pawns.get(seat);
      if (!pawn) {
        pawn = svg('g', { class: `pawn ${seat}`, 'data-seat': seat },
          svg('circle', { class: 'shade', cy: 4, r: 32 }), svg('circle', { class: 'body', r: 30 }), svg('circle', { class: 'rim', r: 22 }),
          svg('path', { class: 'arrow', d: 'M-10 5 L0 -7 L10 5', transform: `rotate(${this.view.heading(seat)})` }));
        this.layers.pawns.append(pawn);
        this.pawns.set(seat, pawn);
      }
      const dragged = drag && seat === position.turn;
      const { x, y } = dragged ? drag : this.view.place(middleOf(position.pawns[seat]));
      pawn.style.transform = `translate(${x}px, ${y}px)`;
      pawn.classList.toggle('dragged', Boolean(dragged));
      pawn.classList.toggle('turn', seat === position.turn && !position.result);
      pawn.classList.toggle('own', movable && seat === position.turn);
    }
  }

  last({ last }) {
    if (!last || isWall(last.move) || last.move === 'pass') return [];
    return [last.from, last.move].filter(Boolean).map((square) => this.#square(square, `trace ${last.seat}`));
  }

  targets({ position, movable, aim, editing }) {
    if (!movable || (editing && aim?.kind !== 'step')) return [];
    return position.steps.filter((square) => !editing || square === aim.square).map((square) => {
      const { x, y } = this.view.place(middleOf(square));
      const aimed = aim?.square === square;
      return svg('circle', { class: `target ${position.turn}${aimed ? ' aimed' : ''}`, cx: x, cy: y, r: aimed ? 30 : 13, 'data-target': square });
    });
  }

  sealed({ check }) {
    return (check?.sealed?.squares ?? []).map((square) => this.#square(square, 'no-way-out'));
  }

  /** The shortest paths: with the wall that is pointed at, if there is one, and before it where they differ. */
  paths({ position, aim, check, paths, editing }) {
    if (editing || (aim?.kind !== 'wall' && !paths)) return [];
    const now = position.paths;
    const then = aim?.kind === 'wall' ? check?.after?.paths : null;
    const lane = (index) => (index - (position.seats.length - 1) / 2) * (position.seats.length > 2 ? 11 : 16);
    return position.seats.flatMap((seat, index) => {
      const changed = then && then[seat] && then[seat].join() !== now[seat].join();
      return [
        changed ? this.#path(now[seat], `path before ${seat}`, lane(index)) : null,
        then && !then[seat] ? null : this.#path(changed ? then[seat] : now[seat], `path ${seat}`, lane(index)),
      ];
    }).filter(Boolean);
  }

  #path(squares, className, off) {
    const points = squares.map((square) => this.view.place(middleOf(square))).map(({ x, y }) => `${x + off},${y + off}`);
    return svg('polyline', { class: className, points: points.join(' '), 'data-steps': squares.length - 1 });
  }

  ghost(state) {
    const { aim } = state;
    if (aim?.kind !== 'wall') return [];
    const legal = isLegal(state, aim.wall);
    return [this.#wall(aim.wall, `ghost-wall ${legal ? 'legal' : 'illegal'}${aim.held ? ' held' : ''}`)];
  }

  heat({ heat }) {
    if (!heat) return [];
    return [...heat].sort(([, a], [, b]) => b - a).map(([move, badness]) => {
      const element = isWall(move) ? this.#wall(move, 'hot-wall', CELL) : this.#square(move, 'hot-square');
      element.style.setProperty('--bad', badness.toFixed(3));
      element.append(svg('title', {}, move));
      return element;
    });
  }

  /** Best lines: the first move of each, strongly, and how the best one goes on, faintly. */
  lines({ lines, position }) {
    const pawns = { ...position.pawns };
    const elements = [];
    for (const { moves, rank } of [...lines].reverse()) {
      const where = { ...pawns };
      let turn = position.seats.indexOf(position.turn);
      for (const [index, move] of moves.slice(0, rank === 1 ? 6 : 1).entries()) {
        const seat = position.seats[turn % position.seats.length];
        const className = `plan ${seat} rank-${Math.min(rank, 5)} ply-${Math.min(index, 6)}`;
        if (isWall(move)) elements.push(this.#wall(move, className));
        else if (move !== 'pass') {
          elements.push(this.#arrow(where[seat], move, className));
          where[seat] = move;
        }
        turn += 1;
      }
    }
    return elements;
  }

  hint({ hint, position }) {
    if (!hint) return [];
    return [isWall(hint) ? this.#wall(hint, 'plan hint') : this.#arrow(position.pawns[position.turn], hint, 'plan hint')];
  }

  #arrow(from, to, className) {
    const a = this.view.place(middleOf(from));
    const b = this.view.place(middleOf(to));
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const tip = { x: b.x - ux * 10, y: b.y - uy * 10 };
    const neck = { x: tip.x - ux * 26, y: tip.y - uy * 26 };
    const head = `M${tip.x} ${tip.y} L${neck.x - uy * 17} ${neck.y + ux * 17} L${neck.x + uy * 17} ${neck.y - ux * 17} Z`;
    return svg('g', { class: className },
      svg('line', { x1: a.x + ux * 20, y1: a.y + uy * 20, x2: neck.x, y2: neck.y }), svg('path', { d: head }));
  }
}

/** A row of walls that a player has left, drawn as walls. */
export function stock(left, all) {
  const count = Math.max(left, all);
  const pieces = Array.from({ length: count }, (_, index) =>
    svg('rect', { class: index < left ? 'piece' : 'gap', x: index * 9 + 1, y: 1, width: 5, height: 24, rx: 1.5 }));
  return svg('svg', { class: 'stock', viewBox: `0 0 ${count * 9} 26`, 'aria-hidden': 'true' }, pieces);
}

/** Where a player's last step came from: the square of its last step before, or of the start. */
export function lastMove(moves, seats, first, startPawns) {
  if (!moves.length) return null;
  const turn = (ply) => seats[(seats.indexOf(first) + ply) % seats.length];
  const ply = moves.length - 1;
  const seat = turn(ply);
  let from = startPawns?.[seat] ?? null;
  for (let each = 0; each < ply; each++) {
    if (turn(each) === seat && !isWall(moves[each]) && moves[each] !== 'pass') from = moves[each];
  }
  return { move: moves[ply], from, seat };
}

/** Pawns and player to move of a position string, for {@link lastMove}. */
export function startOf(text, seats) {
  const fields = text.split('/').map((field) => field.trim());
  const pawns = fields[2].match(/[a-i][1-9]/g) ?? [];
  return { pawns: Object.fromEntries(seats.map((seat, index) => [seat, pawns[index]])), first: seats[Number(fields[4]) - 1] };
}

