// Setting up a position. The server says whether it is legal, and why not.

import { post } from '../lib/api.js';
import { Board } from '../board/board.js';
import { isWall, squareName } from '../board/geometry.js';
import { choice, fill, h, select, toast } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { SEATS_OF } from '../lib/seats.js';

const SIZES = ['9x9', '8x8', '7x7', '6x6', '5x5', '4x4', '3x3', '8x3', '5x7'];

/** An editor of positions; `done` gets the position string. */
export async function editor(from, done) {
  let frame = from;
  let chosen = from.seats[0];
  let setup = {
    pawns: { ...from.pawns },
    walls: [...from.walls],
    walls_left: { ...from.walls_left },
    turn: from.turn,
  };
  let legal = null;
  let asked = 0;
  const board = new Board({ play: click });
  const tools = h('div.editor-tools');
  const report = h('div#setup-report', { role: 'status' });
  const use = h(
    'button.primary#use-setup',
    { onclick: () => done(legal.position) },
    t('editor.use'),
  );
  const side = h(
    'section.card',
    { 'aria-label': t('editor') },
    h('header', h('h2', t('editor'))),
    h('p.note', t('editor.about')),
    tools,
    report,
    h('div.actions', use),
  );
  change({});

  function click(move) {
    if (!isWall(move)) change({ pawns: { ...setup.pawns, [chosen]: move } });
    else if (setup.walls.includes(move))
      change({ walls: setup.walls.filter((wall) => wall !== move), walls_left: dealt(1) });
    else change({ walls: [...setup.walls, move], walls_left: dealt(-1) });
  }

  /** The walls left after one was placed by the player with most left, or removed. */
  function dealt(by) {
    const left = { ...setup.walls_left };
    const [first] = frame.seats.toSorted((a, b) => (left[a] - left[b]) * by);
    left[first] = Math.max(0, left[first] + by);
    return left;
  }

  function change(changes) {
    setup = { ...setup, ...changes };
    draw();
    check();
  }

  function draw() {
    const { width, height, seats, goals } = frame;
    const squares = Array.from({ length: width * height }, (_, index) =>
      squareName(index % width, Math.floor(index / width)),
    );
    const slots = squares
      .filter((square) => square.charCodeAt(0) - 96 < width && Number(square[1]) < height)
      .flatMap((square) => [`${square}h`, `${square}v`]);
    board.set({
      movable: true,
      editing: true,
      heat: null,
      position: {
        ...setup,
        position: JSON.stringify(setup),
        width,
        height,
        seats,
        goals,
        steps: squares,
        legal_walls: slots,
        refused: [],
        paths: {},
        changes: {},
        result: null,
        turn: chosen,
        walls_left: { [chosen]: 1 },
      },
    });
    board.drawing.element.setAttribute('aria-label', t('editor'));
    const names = seats.map((seat) => [seat, seatName(seat)]);
    const sizes = SIZES.map((size) => [size, size.replace('x', '×')]);
    const many = [2, 3, 4].map((n) => [n, n]);
    fill(
      tools,
      h(
        'div',
        choice({
          label: t('editor.pawn'),
          value: chosen,
          options: names,
          onpick: (seat) => {
            chosen = seat;
            draw();
          },
        }),
      ),
      seats.map((seat) =>
        h(
          'label',
          h('span', { class: `dot ${seat}` }),
          t('editor.walls', { player: seatName(seat) }),
          h('input', {
            type: 'number',
            min: 0,
            max: 64,
            value: setup.walls_left[seat],
            onchange: (event) =>
              change({ walls_left: { ...setup.walls_left, [seat]: Number(event.target.value) } }),
          }),
        ),
      ),
      h(
        'label',
        t('editor.turn'),
        select({}, names, setup.turn, (turn) => change({ turn })),
      ),
      h(
        'label',
        t('editor.board'),
        select({ id: 'editor-board' }, sizes, `${width}x${height}`, (size) =>
          begin(size, seats.length),
        ),
        select({ 'aria-label': t('editor.players') }, many, seats.length, (players) =>
          begin(`${width}x${height}`, Number(players)),
        ),
      ),
      h(
        'div.actions',
        h('button', { onclick: () => change({ walls: [] }) }, t('editor.clear')),
        h(
          'button',
          { onclick: () => begin(`${width}x${height}`, seats.length) },
          t('editor.start'),
        ),
      ),
    );
  }

  /** The start of another board. */
  async function begin(size, players) {
    try {
      frame = await post('position', { game: { board: size, players } });
      chosen = SEATS_OF[players][0];
      change({
        pawns: { ...frame.pawns },
        walls: [],
        walls_left: { ...frame.walls_left },
        turn: frame.turn,
      });
    } catch (error) {
      toast(error.message, 'bad');
      draw();
    }
  }

  async function check() {
    const mine = ++asked;
    const { width, height } = frame;
    // The last answer was about another position.
    use.disabled = true;
    try {
      const answer = await post('setup', { board: `${width}x${height}`, ...setup });
      if (mine !== asked) return;
      legal = answer.legal ? answer.position : null;
      fill(
        report,
        answer.legal
          ? h('p', '✓ ', t('editor.legal'))
          : h(
              'ul.problems',
              answer.problems.map((problem) => h('li', problem)),
            ),
      );
    } catch (error) {
      if (mine !== asked) return;
      legal = null;
      fill(report, h('p.bad', error.message));
    }
    use.disabled = !legal;
  }

  return { board, side };
}
