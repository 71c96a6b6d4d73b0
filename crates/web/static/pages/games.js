// The games of the store: list, filter, open, import.

import { get, post } from '../lib/api.js';
import { fill, h, toast } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { computerName } from './parts.js';

const PAGE = 50;
const FIELDS = ['player', 'seats', 'result', 'opening', 'min_plies', 'max_plies', 'since', 'until'];

export async function open(host) {
  const parameters = new URLSearchParams(location.search);
  const filter = Object.fromEntries(FIELDS.map((field) => [field, parameters.get(field) ?? '']));
  let offset = Number(parameters.get('offset') ?? 0);
  const wide = matchMedia('(min-width: 821px)').matches;
  const list = h('div', { class: 'game-list' });
  const form = h('form', { class: 'filter', onsubmit: (event) => { event.preventDefault(); offset = 0; load(); } }, fields());
  const file = h('input', { type: 'file', accept: '.pgn,.txt,text/plain', class: 'for-ears', id: 'import-file', onchange: () => importFile() });
  fill(host, h('div', { class: 'page games-page' },
    h('h1', {}, t('games.title')), h('details', { open: wide || Object.values(filter).some(Boolean) }, h('summary', {}, t('games.filter')), form), list,
    h('p', { class: 'actions' }, h('label', { class: 'button', for: 'import-file' }, t('games.import')), file)));
  await load();

  function fields() {
    const input = (name, more = {}) => h('label', {}, t(`games.${name}`), h('input', { name, value: filter[name], oninput: (event) => { filter[name] = event.target.value; }, ...more }));
    const select = (name, options) => h('label', {}, t(`games.${name}`),
      h('select', { name, onchange: (event) => { filter[name] = event.target.value; } }, options.map(([value, text]) => h('option', { value, selected: value === filter[name] }, text))));
    return [
      input('player'),
      select('result', [['', t('any')], ['South wins', t('games.result.South')], ['North wins', t('games.result.North')], ['draw', t('result.draw')], ['open', t('games.result.open')]]),
      select('seats', [['', t('any')], ['2', '2'], ['3', '3'], ['4', '4']]),
      input('opening', { placeholder: 'e2 e8 e3' }),
      input('min_plies', { type: 'number', min: 0 }), input('max_plies', { type: 'number', min: 0 }),
      input('since', { type: 'date' }), input('until', { type: 'date' }),
      h('button', { type: 'submit', class: 'primary' }, t('games.search')),
    ];
  }

  async function load() {
    const kept = new URLSearchParams(Object.entries({ ...filter, offset: offset || '' }).filter(([, value]) => value !== ''));
    history.replaceState(null, '', `/games${kept.size ? `?${kept}` : ''}`);
    try {
      show(await get('store/games', { ...filter, limit: PAGE, offset }));
    } catch (error) {
      fill(list, h('p', { class: 'empty bad' }, error.message));
    }
  }

  function show({ total, games }) {
    const page = (to, label) => h('button', { type: 'button', onclick: () => { offset = to; load(); } }, label);
    fill(list,
      h('p', { class: 'note' }, t('games.total', { n: total })),
      games.length ? h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('games.title') }, h('table', {},
        h('thead', {}, h('tr', {}, ['date', 'players', 'outcome', 'plies', 'source'].map((name) => h('th', { scope: 'col' }, t(`games.${name}`))))),
        h('tbody', {}, games.map(row)))) : h('p', { class: 'empty' }, t('games.none')),
      h('p', { class: 'actions' }, offset > 0 ? page(Math.max(0, offset - PAGE), t('games.newer')) : null, offset + PAGE < total ? page(offset + PAGE, t('games.older')) : null));
  }

  function row(game) {
    const names = Object.entries(game.players).map(([seat, name]) => [h('span', { class: `dot ${seat}` }), ` ${name ? computerName(name) : '?'} `]);
    return h('tr', {},
      h('td', {}, game.date ?? ''),
      h('td', {}, h('a', { href: `/analysis?store=${game.id}` }, names)),
      h('td', { title: game.reason ?? '' }, outcome(game.outcome)),
      h('td', { class: 'number' }, game.plies),
      h('td', {}, t(`games.source.${game.source}`)));
  }

  function outcome(text) {
    const seat = text?.match(/South|West|North|East/)?.[0];
    if (seat) return t('result.wins', { player: t(`seat.${seat}`) });
    return text ? t('result.draw') : t('games.result.open');
  }

  async function importFile() {
    try {
      const { added, known, problems } = await post('store/games', { text: await file.files[0].text() });
      toast(t('games.imported', { added, known }));
      for (const problem of problems.slice(0, 3)) toast(problem, 'bad');
      await load();
    } catch (error) {
      toast(error.message, 'bad');
    }
    file.value = '';
  }
}
