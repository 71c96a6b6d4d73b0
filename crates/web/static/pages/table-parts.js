// Controls around a board that the game and the analysis share: the buttons for a wall that waits,
// and the field for typed moves.

import { isLegal, typedMove } from '../board/state.js';
import { h, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { say } from '../lib/speech.js';

/**
 * Turn, cancel and place the wall that waits for a confirmation.
 * @param {import('../board/board.js').Board} board
 */
export function wallButtons(board) {
  const button = (id, label, picture, run, className = '') =>
    h('button', { type: 'button', id, class: className, onclick: run }, icon(picture), t(label));
  const place = button('place-wall', 'wall.place', 'check', () => board.confirm(), 'primary');
  const element = h(
    'div',
    { class: 'touch-buttons' },
    button('turn-wall', 'wall.turn', 'turn', () => board.turn()),
    button('cancel-wall', 'cancel', 'close', () => board.cancel()),
    place,
  );
  return {
    element,
    /** @param {import('../../types').BoardState} state */
    show(state) {
      const { aim } = state;
      element.classList.toggle('shown', Boolean(aim?.held));
      place.disabled = !(aim?.wall && isLegal(state, aim.wall));
    },
  };
}

/**
 * A field for moves. `play` gets a move and answers what is wrong with it, or null.
 * @param {import('../board/board.js').Board} board
 * @param {(move: string) => string | null} play
 */
export function typedForm(board, play) {
  const input = h('input', {
    class: 'typed-move',
    id: 'typed-move',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 8,
    placeholder: 'e2, e3h',
    'aria-label': t('typed.label'),
    oninput: () => board.preview(typedMove(input.value)),
    onkeydown: (event) => {
      if (event.key !== 'Escape') return;
      input.value = '';
      board.cancel();
      input.blur();
    },
  });
  const form = h(
    'form',
    {
      class: 'typed',
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    input,
    h('button', { type: 'submit' }, t('typed.go')),
  );

  function submit() {
    if (input.value.trim() === '') return;
    const move = typedMove(input.value);
    if (!move) {
      complain(t('typed.not-a-move', { text: input.value }));
      return;
    }
    const problem = play(move);
    if (problem) complain(problem);
    input.value = '';
  }

  function complain(text) {
    toast(text, 'bad');
    say(text);
  }

  return {
    form,
    /** Somebody began to type elsewhere on the page. */
    begin(letter) {
      input.value = letter;
      input.focus();
    },
  };
}
