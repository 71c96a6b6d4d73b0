// The settings, as a dialog.

import { choice, dialog, h, select } from './dom.js';
import { LANGUAGES, t } from './language.js';
import { change, settings } from './settings.js';

const CONFIRM = { auto: null, on: true, off: false };

export function openSettings() {
  const onOff = (name) =>
    choice({
      label: t(`settings.${name}`),
      value: settings[name] ? 'on' : 'off',
      options: [
        ['off', t('off')],
        ['on', t('on')],
      ],
      onpick: (value) => change({ [name]: value === 'on' }),
    });
  const oneOf = (name, values, value, pick) =>
    choice({
      label: t(`settings.${name}`),
      value,
      options: values.map((each) => [
        each,
        [
          name === 'board' ? h('span.swatch', { 'data-board': each }) : null,
          t(`settings.${name}.${each}`),
        ],
      ]),
      onpick: pick,
    });
  const row = (name, control) => h('div.setting', h('span', t(`settings.${name}`)), control);
  const confirm = Object.keys(CONFIRM).find((key) => CONFIRM[key] === settings.confirm);
  const element = dialog(
    t('settings.title'),
    row('name', nameField()),
    row(
      'language',
      languageField(() => element.close()),
    ),
    row(
      'theme',
      oneOf('theme', ['auto', 'light', 'dark'], settings.theme, (theme) => change({ theme })),
    ),
    row(
      'board',
      oneOf('board', ['wood', 'paper', 'slate', 'contrast'], settings.board, (board) =>
        change({ board }),
      ),
    ),
    row(
      'confirm',
      oneOf('confirm', ['auto', 'on', 'off'], confirm, (value) =>
        change({ confirm: CONFIRM[value] }),
      ),
    ),
    row('sound', onOff('sound')),
    row('paths', onOff('paths')),
    row('coach', onOff('coach')),
    h('p.note', t('settings.coach.note')),
    row('reader', onOff('reader')),
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
