// Progress as a file, for another browser.

import { h, toast } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { saveText } from '../lib/save.js';
import { loadProgress, progressText } from './progress.js';

/** Two buttons; `loaded` is called when a file was read. */
export function progressButtons(loaded) {
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
  const save = () => saveText(progressText(), 'quoridor-progress.json', 'application/json');
  return h(
    'div.main-row',
    h('button.text#save-progress', { onclick: save }, t('lessons.save')),
    h('button.text#load-progress', { onclick: () => file.click() }, t('lessons.load')),
    file,
  );
}
