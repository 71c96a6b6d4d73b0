// Letting computer players play against each other.

import { go } from '../app.js';
import { computerPlayers, post } from '../lib/api.js';
import { choice, fill, h, patch } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { SEATS_OF } from '../lib/seats.js';
import { keepTokens } from '../lib/tokens.js';
import { computerName, levelOf } from './names.js';
import { boardRequest } from './new-game.js';
import { showcase } from './showcase.js';

const USUAL = { South: 'glendenning-2005', North: 'respall-2018' };
const PACE = 800;

export async function open(host) {
  const { players, levels } = await computerPlayers();
  const wishes = { board: '9x9', who: {} };
  const form = h('form.start', { onsubmit: begin });
  const shown = showcase();
  fill(
    host,
    h(
      'div.page.start-page',
      shown.element,
      h('div.start-side', h('div.hero', h('h1', t('watch.title')), h('p', t('watch.about'))), form),
    ),
  );
  draw();
  return () => shown.close();

  function seats() {
    return SEATS_OF[wishes.board === 'four' ? 4 : 2];
  }

  function able() {
    const many = seats().length;
    const bots = players.filter((player) => player.seats.includes(many)).map(({ name }) => name);
    return many === 2 ? [...levels.map(({ player }) => player), ...bots] : bots;
  }

  function wished(seat) {
    const usual = seats().length === 2 ? USUAL[seat] : 'hola-2016-heuristic';
    const list = able();
    return [wishes.who[seat], usual, list[0]].find((name) => list.includes(name));
  }

  function draw() {
    patch(
      form,
      h(
        'fieldset',
        h('legend', t('start.board')),
        choice({
          label: t('start.board'),
          value: wishes.board,
          onpick: (board) => {
            wishes.board = board;
            draw();
          },
          options: [
            ['9x9', '9×9'],
            ['7x7', '7×7'],
            ['5x5', '5×5'],
            ['four', t('start.four')],
          ],
        }),
      ),
      h('fieldset', h('legend', t('start.seats')), h('div.seat-choices', seats().map(seatChoice))),
      h(
        'button.primary.play-button#watch',
        { type: 'submit' },
        icon('play'),
        h('span', t('watch.begin')),
      ),
    );
  }

  function seatChoice(seat) {
    const chosen = wished(seat);
    const pick = (event) => {
      wishes.who[seat] = event.target.value;
      draw();
      document.getElementById(event.target.id).focus();
    };
    const level = levelOf(chosen);
    return h(
      'label',
      h('span', { class: `dot ${seat}` }),
      h('span', seatName(seat)),
      h(
        'select',
        { id: `watch-${seat}`, 'data-chosen': chosen, onchange: pick },
        able().map((name) =>
          h('option', { value: name, selected: name === chosen }, computerName(name)),
        ),
      ),
      h('small.note', t(level ? `level.about.${level}` : `bot.${chosen}.more`)),
    );
  }

  async function begin(event) {
    event.preventDefault();
    const four = wishes.board === 'four';
    const game = four ? { board: '9x9', players: 4 } : boardRequest(wishes.board);
    const occupants = Object.fromEntries(seats().map((seat) => [seat, { computer: wished(seat) }]));
    const made = await post('games', { game, seats: occupants, pace: PACE });
    keepTokens(made.game, [made.control]);
    go(`/play/${made.game}`);
  }
}
