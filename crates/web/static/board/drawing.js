// Draws a state as SVG. Pawns and walls keep their elements, so that the style sheet can animate
// them; everything else is redrawn.

import { svg } from '../lib/dom.js';
import { CELL, GROOVE, MARGIN, middleOf, PITCH, squareName } from './geometry.js';
import * as overlays from './overlays.js';
import { squareShape, wallShape } from './shapes.js';
import { viewOf } from './state.js';

/** @typedef {import('../../types').BoardState} BoardState */

/** From bottom to top. */
const LAYERS = [
  ...['squares', 'labels', 'goals', 'heat', 'last', 'sealed', 'targets', 'premove', 'paths'],
  ...['walls', 'ghost', 'pawns', 'lines', 'hint', 'marks'],
];
const OVERLAYS = LAYERS.filter((name) => name in overlays);

export class Drawing {
  constructor() {
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg('g', { class: name })]));
    this.element = svg(
      'svg.board',
      { role: 'img', focusable: 'false' },
      gradients(),
      Object.values(this.layers),
    );
    this.frame = '';
    this.pawns = new Map();
    this.walls = new Map();
  }

  /** @param {BoardState} state */
  draw(state) {
    if (!state.position) return;
    this.view = viewOf(state);
    this.#drawFrame(state);
    this.#drawWalls(state);
    this.#drawPawns(state);
    for (const name of OVERLAYS) {
      this.layers[name].replaceChildren(...overlays[name](state, this.view));
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
    const [whole, tall] = [across + 2 * MARGIN, down + 2 * MARGIN];
    this.element.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${whole} ${tall}`);
    this.element.style.setProperty('--ratio', String(whole / tall));
    const half = GROOVE / 2;
    const field = { x: -half, y: -half, width: across + GROOVE, height: down + GROOVE, rx: 12 };
    const squares = [
      svg('rect.frame', { x: -MARGIN, y: -MARGIN, width: whole, height: tall, rx: 26 }),
      svg('rect', { class: 'field', ...field }),
    ];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const name = squareName(column, row);
        squares.push(squareShape(view, name, { class: 'square', 'data-square': name }));
      }
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
    const low = down + MARGIN / 2 + 7;
    const left = -MARGIN / 2 - 7;
    const label = (x, y, text) => texts.push(svg('text', { x, y }, text));
    for (let column = 0; column < width; column++) {
      const { x, y } = this.view.place({ u: column + 0.5, v: 0 });
      const letter = squareName(column, 0)[0];
      if (this.view.sideways) label(left, y, letter);
      else label(x, low, letter);
    }
    for (let row = 0; row < height; row++) {
      const { x, y } = this.view.place({ u: 0, v: row + 0.5 });
      if (this.view.sideways) label(x, low, row + 1);
      else label(left, y, row + 1);
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
    const inOrder = places[0].x <= places[1].x && places[0].y <= places[1].y;
    const [a, b] = inOrder ? places : places.reverse();
    return svg('line', {
      class: `goal ${seat}`,
      x1: a.x + dx * out - Math.abs(dy) * along,
      y1: a.y + dy * out - Math.abs(dx) * along,
      x2: b.x + dx * out + Math.abs(dy) * along,
      y2: b.y + dy * out + Math.abs(dx) * along,
    });
  }

  #drawWalls({ position, last, owners }) {
    for (const [name, element] of this.walls) {
      if (position.walls.includes(name)) continue;
      element.remove();
      this.walls.delete(name);
    }
    const fresh = position.walls.filter((name) => !this.walls.has(name));
    const placed = fresh.length === 1 && last?.move === fresh[0] ? fresh[0] : null;
    for (const name of fresh) {
      const element = wallShape(this.view, name, {});
      this.layers.walls.append(element);
      this.walls.set(name, element);
    }
    for (const [name, element] of this.walls) {
      const owner = last?.move === name ? last.seat : owners[name];
      const recent = last?.move === name ? 'recent' : '';
      const settling = name === placed ? 'placed' : '';
      const classes = ['wall', owner && `owned ${owner}`, recent, settling];
      element.setAttribute('class', classes.filter(Boolean).join(' '));
    }
  }

  #drawPawns({ position, drag, movable, premover }) {
    const mover = movable ? position.turn : premover;
    for (const seat of position.seats) {
      let pawn = this.pawns.get(seat);
      if (!pawn) {
        pawn = pawnShape(seat, this.view.heading(seat));
        this.layers.pawns.append(pawn);
        this.pawns.set(seat, pawn);
      }
      const dragged = drag && seat === mover;
      const { x, y } = dragged ? drag : this.view.place(middleOf(position.pawns[seat]));
      pawn.style.transform = `translate(${x}px, ${y}px)`;
      pawn.classList.toggle('dragged', Boolean(dragged));
      pawn.classList.toggle('turn', seat === position.turn && !position.result);
      pawn.classList.toggle('own', movable && seat === position.turn);
    }
  }
}

function pawnShape(seat, heading) {
  return svg(
    'g',
    { class: `pawn ${seat}`, 'data-seat': seat },
    svg('ellipse.shade', { cx: 3, cy: 9, rx: 33, ry: 31 }),
    svg('circle.body', { r: 31 }),
    svg('circle.shine', { r: 31 }),
    svg('path.arrow', { d: 'M-11 5 L0 -8 L11 5', transform: `rotate(${heading})` }),
  );
}

/** Gradients; the style sheet sets their colours. */
function gradients() {
  const stop = (offset, colour, opacity = 1) =>
    svg('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
  const light = (name) =>
    svg(
      `linearGradient#${name}-light`,
      { x1: 0, y1: 0, x2: name === 'frame' ? 1 : 0, y2: 1 },
      stop(0, `var(--${name}-start)`),
      stop(1, `var(--${name}-end)`),
    );
  return svg(
    'defs',
    ['frame', 'square', 'wall'].map(light),
    svg(
      'radialGradient#pawn-light',
      { cx: 0.36, cy: 0.3, r: 0.75 },
      stop(0, '#fff', 0.75),
      stop(0.45, '#fff', 0.06),
      stop(1, '#000', 0.4),
    ),
  );
}
