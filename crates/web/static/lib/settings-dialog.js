// The settings, as a dialog.

import { choice, dialog, h } from './dom.js';
import { LANGUAGES, t } from './language.js';
import { change, settings } from './settings.js';

export function openSettings() {
  const onOff = (name) => choice({
    label: t(`settings.${name}`), value: settings[name] ? 'on' : 'off', options: [['off', t('off')], ['on', t('on')]],
    onpick: (value) => change({ [name]: value === 'on' }),
  });
  const row = (name, control) => h('div', { class: 'setting' }, h('span', {}, t(`settings.${name}`)), control);
  const language = h('select', { 'aria-label': t('settings.language'), onchange: (event) => { change({ language: event.target.value }); element.close(); } },
    Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, lang: code, selected: document.documentElement.lang === code }, name)));
  const name = h('input', { type: 'text', maxlength: 40, value: settings.name, 'aria-label': t('settings.name'), placeholder: t('settings.name.none'), onchange: (event) => change({ name: event.target.value.trim() }) });
  const element = dialog(t('settings.title'),
    row('name', name),
    row('language', language),
    row('theme', choice({
      label: t('settings.theme'), value: settings.theme, options: [['auto', t('theme.auto')], ['light', t('theme.light')], ['dark', t('theme.dark')]],
      onpick: (theme) => change({ theme }),
    })),
    row('sound', onOff('sound')),
    row('paths', onOff('paths')),
    row('reader', onOff('reader')),
    h('p', { class: 'note' }, t('settings.reader.note')));
}
