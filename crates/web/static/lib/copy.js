// The clipboard. Pages without HTTPS, such as those of a server in the local network, have only the
// old interface.

import { toast } from './dom.js';
import { t } from './language.js';

/** Copies a text; answers whether that was possible. @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'for-ears';
  // Inside a dialog, nothing outside it can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** Copies a text and says so. @param {string} text @param {string} said the name of what is said */
export async function copyAndTell(text, said = 'copied') {
  if (await copy(text)) toast(t(said));
  else toast(t('copy.impossible'), 'bad');
}
