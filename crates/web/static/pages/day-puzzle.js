// The puzzle of the day, on a board that takes the first move.

import { go } from '../app.js';
import { Board } from '../board/board.js';
import { Explainer } from '../board/explainer.js';
import { puzzleOfTheDay } from '../learn/solver.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { describe } from './spoken.js';
import { wallButtons } from './table-parts.js';

export async function dayPuzzle() {
  const { id, position } = await puzzleOfTheDay();
  const address = `/puzzles/${id}`;
  const goal = t('puzzle.goal', { player: seatName(position.turn) });
  const line = h('p', { class: 'note', id: 'day-goal' }, goal);
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
  board.set({ position, bottom: position.turn, movable: true, confirm: settings.confirm });
  board.drawing.element.setAttribute('aria-label', describe(position));
  return h(
    'section',
    { class: 'showcase', 'aria-label': t('puzzles.day') },
    board.element,
    walls.element,
    h(
      'div',
      { class: 'caption' },
      h('span', { class: `dot ${position.turn}` }),
      h('b', {}, t('puzzles.day')),
      line,
      h(
        'a',
        { class: 'button', id: 'day-puzzle', href: address },
        icon('hint'),
        t('puzzles.solve'),
      ),
    ),
  );
}
