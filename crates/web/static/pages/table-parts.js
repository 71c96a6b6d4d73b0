// Controls around a board: the buttons for a wall that waits, those for looking at other moves, and
// the field for typed moves.

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
    h('button', { id, class: className, onclick: run }, icon(picture), t(label));
  const place = button('place-wall', 'wall.place', 'check', () => board.confirm(), 'primary');
  const element = h(
    'div.touch-buttons',
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

/** Buttons to look at other moves of a game. */
export function stepper({ first, back, forward, last }) {
  const button = (label, picture, run) =>
    h('button', { 'aria-label': t(label), title: t(label), onclick: run }, icon(picture));
  return h(
    'div.stepper',
    button('keys.home', 'home', first),
    button('keys.back', 'back', back),
    button('keys.forward', 'forward', forward),
    button('keys.end', 'end', last),
  );
}

/**
 * A field for moves. `play` gets a move and answers what is wrong with it, or null.
 * @param {import('../board/board.js').Board} board
 * @param {(move: string) => string | null} play
 */
export function typedForm(board, play) {
  const input = h('input.typed-move#typed-move', {
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
    'form.typed',
    {
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
    /** The first letter was typed elsewhere on the page. */
    begin(letter) {
      input.value = letter;
      input.focus();
    },
  };
}
