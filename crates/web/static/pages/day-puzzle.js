// The puzzle of the day, on a board that takes the first move.

import { go } from '../app.js';
import { Board } from '../board/board.js';
import { Explainer } from '../board/explainer.js';
import { readPosition, shownPosition, START } from '../board/history.js';
import { puzzleOfTheDay } from '../learn/solver.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { describe } from './spoken.js';
import { wallButtons } from './table-parts.js';

const EMPTY = { ...shownPosition(readPosition(START), []), seats: [] };

/** The board is empty until the puzzle is loaded. */
export function dayPuzzle() {
  let address = '/puzzles';
  let position = null;
  // Both names are equally long, so loading shifts nothing.
  let goal = t('puzzle.goal', { player: seatName('South') });
  const line = h('p.note.pending#day-goal', goal);
  const dot = h('span.dot.South.pending');
  const link = h(
    'a.button.pending#day-puzzle',
    { href: address },
    icon('hint'),
    t('puzzles.solve'),
  );
  const board = new Board({
    play: (move) => move && go(`${address}?move=${move}`),
    aimed: (aim) => {
      explainer.aimed(aim);
      walls.show(board.state);
    },
  });
  const explainer = new Explainer(board, {
    game: () => ({ position: position.position }),
    status: (text) => (line.textContent = text ?? goal),
    viewer: () => position.turn,
  });
  const walls = wallButtons(board);
  board.set({ position: EMPTY });
  const show = (puzzle) => {
    position = puzzle.position;
    address = `/puzzles/${puzzle.id}`;
    goal = t('puzzle.goal', { player: seatName(position.turn) });
    line.textContent = goal;
    dot.className = `dot ${position.turn}`;
    link.setAttribute('href', address);
    for (const element of [line, link]) element.classList.remove('pending');
    board.set({ position, bottom: position.turn, movable: true, confirm: settings.confirm });
    board.drawing.element.setAttribute('aria-label', describe(position));
  };
  puzzleOfTheDay().then(show, (error) => {
    line.textContent = error.message;
    line.classList.remove('pending');
  });
  return h(
    'section.showcase',
    { 'aria-label': t('puzzles.day') },
    board.element,
    walls.element,
    h('div.caption', dot, h('b', t('puzzles.day')), line, link),
  );
}
