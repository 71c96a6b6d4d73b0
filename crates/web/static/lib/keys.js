// The keyboard. Each page has one table of keys; `?` shows it.

import { dialog, h } from './dom.js';
import { t } from './language.js';

let table = [];
let typing = null;

/**
 * Takes a page's keys: `{keys: ['u'], label: 'keys.undo', run}`; `run` may answer false if it had
 * no use for the key. `type`, if given, gets the first character of a move that somebody begins to
 * type (a letter of a column).
 */
export function setKeys(rows, type = null) {
  table = rows;
  typing = type;
}

export function showKeys() {
  if (document.querySelector('dialog[open]')) return;
  const rows = [...table, { keys: ['?'], label: 'keys.help' }];
  const list = rows.map((row) =>
    h(
      'tr',
      h(
        'th',
        { scope: 'row' },
        row.keys.map((key) => [h('kbd', NAMES[key] ?? key), ' ']),
      ),
      h('td', t(row.label)),
    ),
  );
  const typed = typing
    ? [h('tr', h('th', { scope: 'row' }, h('kbd', 'e3h')), h('td', t('keys.typed')))]
    : [];
  dialog(t('keys.title'), h('table.keys', h('tbody', typed, list)));
}

const NAMES = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  ' ': '␣',
};

document.addEventListener('keydown', (event) => {
  const chord = event.ctrlKey || event.metaKey || event.altKey;
  if (event.defaultPrevented || chord || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const field = /** @type {HTMLInputElement} */ (target.closest?.('input, textarea, select'));
  const letter = /^[a-i]$/.test(event.key);
  // The field for moves, while it is empty, takes letters of columns only.
  if (field && (letter || field.value !== '' || !field.classList.contains('typed-move'))) return;
  const pressed = event.key === 'Enter' || event.key === ' ';
  if (pressed && target.closest?.('button, a, summary')) return;
  if (event.key === '?') {
    event.preventDefault();
    showKeys();
    return;
  }
  for (const row of table) {
    if (!row.keys.includes(event.key)) continue;
    if (row.run(event.key) !== false) event.preventDefault();
    return;
  }
  if (typing && letter) {
    event.preventDefault();
    typing(event.key);
  }
});
