// The board of a lesson or a puzzle: one player moves, and the server judges and answers.

import { Board } from '../board/board.js';
import { Explainer, whyNot } from '../board/explainer.js';
import { lastMove, wallOwners } from '../board/history.js';
import { fill, h } from '../lib/dom.js';
import { setKeys } from '../lib/keys.js';
import { t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { describe } from '../pages/spoken.js';
import { typedForm, wallButtons } from '../pages/table-parts.js';

/**
 * Fills a page with a board beside a box. `attempt` answers how things stand now, `goal` what is to
 * be done; `play` gets the player's moves, and `next` is called by Enter when nothing waits for it.
 * @param {HTMLElement} host
 * @param {{
 *   label: string,
 *   box: HTMLElement,
 *   start: ReturnType<typeof import('../board/history.js').readPosition>,
 *   bottom?: import('../../types').Seat,
 *   attempt: () => any,
 *   goal: () => string,
 *   play: (move: string) => Promise<void>,
 *   next: () => void,
 * }} page
 */
export function practiceTable(host, { label, box, start, bottom, attempt, goal, play, next }) {
  let busy = false;
  const line = h('p.status#status');
  const board = new Board({ play: move, aimed, refused: () => say(line.textContent) });
  const explainer = new Explainer(board, {
    game: () => ({ position: attempt().position.position }),
    status,
    viewer: () => start.first,
  });
  const walls = wallButtons(board);
  const typed = typedForm(board, (text) => {
    if (attempt().standing !== 'open') return t('lesson.over');
    const problem = whyNot(attempt().position, text);
    if (!problem) board.play(text);
    return problem;
  });
  fill(
    host,
    h(
      'div.page.table-page.lesson-page',
      h(
        'section.table',
        { 'aria-label': t('board') },
        board.element,
        h('div.below-board', line, walls.element),
      ),
      h('aside.side', { 'aria-label': label }, box, typed.form),
    ),
  );
  setKeys(
    [
      {
        keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
        label: 'keys.arrows',
        run: (key) => board.arrow(key),
      },
      { keys: ['w'], label: 'keys.wall', run: () => board.showWall() },
      { keys: ['r'], label: 'keys.turn', run: () => board.turn() },
      { keys: ['Enter'], label: 'keys.place', run: () => board.confirm() || next() },
      { keys: ['Escape'], label: 'keys.cancel', run: () => board.cancel() },
    ],
    (letter) => typed.begin(letter),
  );

  async function move(text) {
    if (!text || busy) return;
    busy = true;
    board.drawing.element.setAttribute('aria-busy', 'true');
    try {
      await play(text);
    } finally {
      busy = false;
      board.drawing.element.removeAttribute('aria-busy');
    }
  }

  function aimed(aim) {
    explainer.aimed(aim);
    walls.show(board.state);
  }

  function status(text, kind = '') {
    line.textContent = text ?? goal();
    line.className = `status ${text ? kind : 'goal'}`;
  }

  return {
    /**
     * Draws the attempt as it stands, with a recommended move and marked squares.
     * @param {{ hint?: string | null, marks?: { from: string, to: string }[] }} [extras]
     */
    draw({ hint = null, marks = [] } = {}) {
      const { position, moves, standing } = attempt();
      board.set({
        position,
        bottom: bottom ?? 'South',
        movable: standing === 'open',
        confirm: settings.confirm,
        last: lastMove(start, moves),
        owners: wallOwners(start, moves),
        marks,
        hint,
      });
      status(null);
      board.drawing.element.setAttribute('aria-label', describe(board.state.position));
      walls.show(board.state);
    },
  };
}
