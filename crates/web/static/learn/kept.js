// Progress as a file, for another browser.

import { h, toast } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { loadProgress, progressFile } from './progress.js';

/** Two buttons; `loaded` is called when a file was read. */
export function kept(loaded) {
  const file = h('input', {
    type: 'file',
    accept: 'application/json',
    hidden: true,
    onchange: async () => {
      const good = loadProgress(await file.files[0].text());
      if (good) loaded();
      else toast(t('lessons.bad-file'), 'bad');
    },
  });
  const save = () => {
    const address = URL.createObjectURL(progressFile());
    h('a', { href: address, download: 'quoridor-progress.json' }).click();
    URL.revokeObjectURL(address);
  };
  return h(
    'div',
    { class: 'main-row' },
    h(
      'button',
      { type: 'button', class: 'text', id: 'save-progress', onclick: save },
      t('lessons.save'),
    ),
    h(
      'button',
      { type: 'button', class: 'text', id: 'load-progress', onclick: () => file.click() },
      t('lessons.load'),
    ),
    file,
  );
}
