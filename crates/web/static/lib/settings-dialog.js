// The settings, as a dialog.

import { choice, dialog, h } from './dom.js';
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
          name === 'board' ? h('span', { class: 'swatch', 'data-board': each }) : null,
          t(`settings.${name}.${each}`),
        ],
      ]),
      onpick: pick,
    });
  const row = (name, control) =>
    h('div', { class: 'setting' }, h('span', {}, t(`settings.${name}`)), control);
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
    h('p', { class: 'note' }, t('settings.coach.note')),
    row('reader', onOff('reader')),
    h('p', { class: 'note' }, t('settings.reader.note')),
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
  const pick = (event) => {
    change({ language: event.target.value });
    done();
  };
  const here = document.documentElement.lang;
  return h(
    'select',
    { 'aria-label': t('settings.language'), onchange: pick },
    Object.entries(LANGUAGES).map(([code, name]) =>
      h('option', { value: code, lang: code, selected: here === code }, name),
    ),
  );
}
