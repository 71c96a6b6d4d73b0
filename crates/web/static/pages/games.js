// Stored games: list, filter, open, import, export.

import { computerPlayers, get, post } from '../lib/api.js';
import { fill, h, resolve, select, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { saveText } from '../lib/save.js';
import { SEATS } from '../lib/seats.js';
import { computerName, recordedName } from './names.js';

const PAGE = 50;
/** The most games that one answer lists. */
const MOST = 500;
const FIELDS = ['player', 'seats', 'result', 'opening', 'min_plies', 'max_plies', 'since', 'until'];

export async function open(host) {
  const parameters = new URLSearchParams(location.search);
  const filter = Object.fromEntries(FIELDS.map((field) => [field, parameters.get(field) ?? '']));
  let offset = Number(parameters.get('offset') ?? 0);
  const list = h('div.game-list');
  const search = (event) => {
    event.preventDefault();
    offset = 0;
    load();
  };
  const form = h('form.filter', { onsubmit: search }, fields());
  const file = h('input.for-ears#import-file', {
    type: 'file',
    accept: '.pgn,.txt,text/plain',
    onchange: () => importFile(),
  });
  fill(
    host,
    h(
      'div.page.games-page',
      h(
        'header.page-head',
        h('h1', t('games.title')),
        h(
          'div.head-tools',
          h('label.button', { for: 'import-file' }, icon('upload'), t('games.import')),
          file,
          h(
            'button#export-games',
            { title: t('games.export.all'), onclick: save },
            icon('download'),
            t('games.export'),
          ),
        ),
      ),
      form,
      list,
    ),
  );
  await load();

  function fields() {
    const input = (name, more = {}) =>
      h(
        'label',
        t(`games.${name}`),
        h('input', {
          name,
          value: filter[name],
          oninput: (event) => (filter[name] = event.target.value),
          ...more,
        }),
      );
    const list = (name, options) =>
      h(
        'label',
        t(`games.${name}`),
        select({ name }, options, filter[name], (value) => (filter[name] = value)),
      );
    const more = ['seats', 'opening', 'min_plies', 'max_plies', 'since', 'until'];
    return [
      input('player', { placeholder: t('games.player.example') }),
      list('result', [
        ['', t('any')],
        ['South wins', t('games.result.South')],
        ['North wins', t('games.result.North')],
        ['draw', t('result.draw')],
        ['open', t('games.result.open')],
      ]),
      h('button.primary', { type: 'submit' }, t('games.search')),
      h(
        'details',
        { open: more.some((name) => filter[name]) },
        h('summary', t('games.filter')),
        h(
          'div.more',
          list('seats', [['', t('any')], ...['2', '3', '4'].map((n) => [n, n])]),
          input('opening', { placeholder: 'e2 e8 e3' }),
          input('min_plies', { type: 'number', min: 0 }),
          input('max_plies', { type: 'number', min: 0 }),
          input('since', { type: 'date' }),
          input('until', { type: 'date' }),
        ),
      ),
    ];
  }

  async function load() {
    const wanted = Object.entries({ ...filter, offset: offset ? String(offset) : '' });
    const kept = new URLSearchParams(wanted.filter(([, value]) => value !== ''));
    history.replaceState(null, '', resolve(`/games${kept.size ? `?${kept}` : ''}`));
    try {
      show(await get('store/games', { ...(await asked()), limit: PAGE, offset }));
    } catch (error) {
      fill(list, h('p.empty.bad', error.message));
    }
  }

  async function asked() {
    const { player, ...others } = filter;
    // Games without moves are not listed.
    const least = Math.max(1, Number(filter.min_plies) || 0);
    return { ...others, name: player, or_players: await shownAs(player), min_plies: least };
  }

  /** All games that the filter shows in one file of records, without those in progress. */
  async function save() {
    const [question, records] = [await asked(), []];
    for (let from = 0, all = 1; from < all; from += MOST) {
      const page = { ...question, order: 'oldest', limit: MOST, offset: from };
      const { total, games } = await get('store/games', page);
      all = total;
      for (const { id } of games.filter((game) => !isOpen(game)))
        records.push((await get(`store/games/${id}`)).record);
    }
    saveText(records.join('\n'), 'quoridor-games.pgn');
    toast(t('games.exported', { n: records.length }));
  }

  function show({ total, games }) {
    const page = (to, label) => {
      const turn = () => {
        offset = to;
        load();
      };
      return h('button', { onclick: turn }, label);
    };
    const columns = ['players', 'outcome', 'plies', 'date', 'source'];
    const head = columns.map((name) => h('th', { scope: 'col' }, t(`games.${name}`)));
    const region = {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('games.title'),
    };
    fill(
      list,
      h('p.note', t('games.total', { n: total })),
      games.length
        ? h('div', region, h('table', h('thead', h('tr', head)), h('tbody', games.map(row))))
        : emptyList(),
      h(
        'p.main-row',
        offset > 0 ? page(Math.max(0, offset - PAGE), t('games.newer')) : null,
        offset + PAGE < total ? page(offset + PAGE, t('games.older')) : null,
      ),
    );
  }

  function emptyList() {
    if (FIELDS.some((field) => filter[field])) return h('p.empty', t('games.none'));
    return h(
      'div.empty',
      h('p', t('games.empty')),
      h('a.button.primary', { href: '/' }, icon('play'), t('problem.home')),
    );
  }

  function row(game) {
    const seats = SEATS.filter((seat) => seat in game.players);
    const names = seats.map((seat) =>
      h('span.who', h('span', { class: `dot ${seat}` }), recordedName(seat, game.players[seat])),
    );
    const address = isOpen(game) ? `/play/${game.id}` : `/analysis?store=${game.id}`;
    return h(
      'tr',
      h('td', h('a', { href: address }, names)),
      h('td', outcome(game.outcome)),
      h('td.number', game.plies),
      h('td', game.date ?? ''),
      h('td', t(`games.source.${game.source}`)),
    );
  }

  function outcome(text) {
    const seat = SEATS.find((each) => text?.startsWith(each));
    if (seat) return t('result.wins', { player: seatName(seat) });
    return text ? t('result.draw') : t('games.result.open');
  }

  async function importFile() {
    try {
      const text = await file.files[0].text();
      const { added, known, problems } = await post('store/games', { text });
      toast(t('games.imported', { added, known }));
      for (const problem of problems.slice(0, 3)) toast(problem.text, 'bad');
      await load();
    } catch (error) {
      toast(error.message, 'bad');
    }
    file.value = '';
  }
}

/** Whether a game is still played. */
const isOpen = (game) => game.outcome === null && game.source === 'live';

/** The computer players whose name in the list contains a text, as the store knows them. */
async function shownAs(text) {
  if (!text.trim()) return '';
  const { levels, players } = await computerPlayers();
  // Games from before the levels of the champion have those of alpha-beta.
  const graded = levels.flatMap(({ level, player }) => [player, `alphabeta:level=${level}`]);
  const specs = [...graded, ...players.map(({ name }) => name)];
  const wanted = text.trim().toLowerCase();
  return specs.filter((spec) => computerName(spec).toLowerCase().includes(wanted)).join(' ');
}
