// Letting computer players play against each other.

import { go } from '../app.js';
import { computerPlayers, post } from '../lib/api.js';
import { choice, fill, h, toast } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { keepTokens } from '../lib/tokens.js';
import { computerName } from './parts.js';

const SEATS = { 2: ['South', 'North'], 4: ['South', 'West', 'North', 'East'] };
const WALLS = { '5x5': 3, '7x7': 6 };

export async function open(host) {
  const { players, levels } = await computerPlayers();
  const wishes = { board: '9x9', pace: 800, who: {} };
  const form = h('form', { class: 'start', onsubmit: begin });
  fill(host, h('div', { class: 'page start-page' }, h('div', { class: 'hero' }, h('h1', {}, t('watch.title')), h('p', {}, t('watch.about'))), form));
  draw();

  function seats() {
    return SEATS[wishes.board === 'four' ? 4 : 2];
  }

  function able() {
    const names = players.filter((player) => player.seats.includes(seats().length));
    return wishes.board === 'four' ? names.map((player) => [player.name, player.summary]) : [
      ...names.map((player) => [player.name, player.summary]),
      ...levels.map((level) => [level.player, t('watch.level')]),
    ];
  }

  function wished(seat) {
    const usual = seats().length === 2 ? { South: 'glendenning-2005', North: 'respall-2018' }[seat] : 'hola-2016-heuristic';
    const list = able();
    return [wishes.who[seat], usual, list[0][0]].find((name) => list.some(([each]) => each === name));
  }

  function draw() {
    fill(form,
      h('fieldset', {}, h('legend', {}, t('start.board')), choice({
        label: t('start.board'), value: wishes.board, onpick: (board) => { wishes.board = board; draw(); },
        options: [['9x9', '9×9'], ['7x7', '7×7'], ['5x5', '5×5'], ['four', t('start.four')]],
      })),
      h('fieldset', {}, h('legend', {}, t('start.seats')), h('div', { class: 'seat-choices' }, seats().map((seat) => h('label', {},
        h('span', { class: `dot ${seat}` }), h('span', {}, seatName(seat)),
        h('select', { id: `watch-${seat}`, onchange: (event) => { wishes.who[seat] = event.target.value; draw(); document.getElementById(event.target.id).focus(); } },
          able().map(([name, title]) => h('option', { value: name, title, selected: name === wished(seat) }, computerName(name)))),
        h('small', { class: 'note' }, able().find(([name]) => name === wished(seat))[1]))))),
      h('button', { type: 'submit', class: 'primary play-button', id: 'watch' }, t('watch.begin')));
  }

  async function begin(event) {
    event.preventDefault();
    const game = wishes.board === 'four' ? { board: '9x9', players: 4 } : { board: wishes.board, players: 2, ...(WALLS[wishes.board] ? { walls: WALLS[wishes.board] } : {}) };
    try {
      const made = await post('games', { game, seats: Object.fromEntries(seats().map((seat) => [seat, { computer: wished(seat) }])), pace: wishes.pace });
      keepTokens(made.game, [made.control]);
      go(`/play/${made.game}`);
    } catch (error) {
      toast(error.message, 'bad');
    }
  }
}
