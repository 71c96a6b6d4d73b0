// The settings, as a dialog.

import { choice, dialog, h, select } from './dom.js';
import { LANGUAGES, t } from './language.js';
import { change, settings } from './settings.js';

const CONFIRM = { auto: null, on: true, off: false };

export function openSettings() {
  const row = (name, control) => h('div.setting', h('span', t(`settings.${name}`)), control);
  const oneOf = (name, options, value, pick) =>
    row(name, choice({ label: t(`settings.${name}`), value, options, onpick: pick }));
  const named = (name, values) => values.map((each) => [each, t(`settings.${name}.${each}`)]);
  const switched = ['off', 'on'].map((each) => [each, t(each)]);
  const onOff = (name) =>
    oneOf(name, switched, settings[name] ? 'on' : 'off', (on) => change({ [name]: on === 'on' }));
  const themes = named('theme', ['auto', 'light', 'dark']);
  const boards = named('board', ['wood', 'paper', 'slate', 'contrast']).map(([board, text]) => [
    board,
    [h('span.swatch', { 'data-board': board }), text],
  ]);
  const confirm = Object.keys(CONFIRM).find((key) => CONFIRM[key] === settings.confirm);
  const element = dialog(
    t('settings.title'),
    row('name', nameField()),
    row(
      'language',
      languageField(() => element.close()),
    ),
    oneOf('theme', themes, settings.theme, (theme) => change({ theme })),
    oneOf('board', boards, settings.board, (board) => change({ board })),
    oneOf('confirm', named('confirm', Object.keys(CONFIRM)), confirm, (value) =>
      change({ confirm: CONFIRM[value] }),
    ),
    onOff('sound'),
    onOff('paths'),
    onOff('coach'),
    h('p.note', t('settings.coach.note')),
    onOff('reader'),
    h('p.note', t('settings.reader.note')),
  );
}

function nameField() {
  return h('input', {
    type: 'text',
    maxlength: 40,
    value: settings.name,
    'aria-label': t('settings.name'),
    placeholder: t('settings.name.none'),
    onchange: (event) => change({ name: event.target.value.trim() }),
  });
}

function languageField(done) {
  return select(
    { 'aria-label': t('settings.language') },
    Object.entries(LANGUAGES),
    document.documentElement.lang,
    (language) => {
      change({ language });
      done();
    },
  );
}
