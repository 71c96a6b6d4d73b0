// The first view: the puzzle of the day, a form with a sensible choice for everything, and the
// games that are not over.

import { go } from '../app.js';
import { computerPlayers, post } from '../lib/api.js';
import { peers } from '../lib/backend.js';
import { choice, fill, h, patch, select, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { SEATS } from '../lib/seats.js';
import { change, settings } from '../lib/settings.js';
import { keepLinks, keepTokens } from '../lib/tokens.js';
import { dayPuzzle } from './day-puzzle.js';
import { openGames } from './open-games.js';
import { computerName } from './names.js';
import { CLOCKS, DEFAULTS, fourthPlayer, gameRequest } from './new-game.js';

export async function open(host) {
  const wishes = { ...DEFAULTS, ...settings.start };
  if (!CLOCKS.includes(wishes.clock)) wishes.clock = DEFAULTS.clock;
  const day = dayPuzzle();
  const computers = await computerPlayers();
  const { levels, players } = computers;
  const form = h('form.start', { onsubmit: begin });
  // Browsers report what is invalid beside its field, which must be in view.
  const unfold = () => form.querySelector('details').setAttribute('open', '');
  form.addEventListener('invalid', unfold, true);
  let opened = wishes.clock === 'custom';
  fill(
    host,
    h(
      'div.page.start-page',
      day,
      h(
        'div.start-side',
        h('div.hero', h('h1', 'Quoridor'), h('p', t('start.rules'))),
        form,
        openGames(),
      ),
    ),
  );
  draw();

  function wish(changes) {
    Object.assign(wishes, changes);
    change({ start: wishes });
    draw();
  }

  function draw() {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = /** @type {HTMLElement} */ (active?.closest('[data-part]'))?.dataset.part;
    const four = wishes.board === 'four';
    opened = form.querySelector('details')?.open ?? opened;
    patch(
      form,
      four
        ? part('seats', t('start.seats'), seatChoices())
        : [part('opponent', t('start.opponent'), opponentChoice()), opponentDetails()],
      hasLinks() ? nameField() : null,
      h(
        'details.options',
        { open: opened },
        h('summary', icon('settings'), h('span', summary())),
        part('board', t('start.board'), pick('board', ['9x9', '7x7', '5x5', 'four'], boardLabel)),
        four
          ? null
          : part('side', t('start.side'), pick('side', ['South', 'North', 'random'], sideLabel)),
        part(
          'clock',
          t('start.clock'),
          pick('clock', CLOCKS, clockLabel),
          wishes.clock === 'custom' ? customClock() : null,
        ),
      ),
      h(
        'button.primary.play-button#play',
        { type: 'submit' },
        icon('play'),
        h('span', t('start.play')),
      ),
    );
    if (!focused || form.contains(document.activeElement)) return;
    const again = form.querySelector(`[data-part=${focused}] [aria-checked=true]`);
    /** @type {HTMLElement} */ (again)?.focus();
  }

  /** The options in a few words: "9×9 · you move first · no clock". */
  function summary() {
    const { board, side, clock, minutes, increment } = wishes;
    const times = clock === 'custom' ? `${minutes}+${increment}` : clock;
    const parts = [
      boardLabel(board),
      board === 'four' ? null : t(`start.side.${side}`),
      clock === 'none' ? t('start.no-clock') : times,
    ];
    return parts.filter(Boolean).join(' · ');
  }

  /** Whether a friend gets a link, and should see a name. */
  function hasLinks() {
    if (wishes.board !== 'four') return wishes.opponent === 'friend';
    const able = players.filter((each) => each.seats.includes(4));
    return SEATS.some((seat) => fourthPlayer(wishes, seat, able) === 'link');
  }

  function nameField() {
    return h(
      'label.own-name',
      h('span', t('settings.name')),
      h('input#own-name', {
        type: 'text',
        maxlength: 40,
        autocomplete: 'nickname',
        placeholder: t('name.placeholder'),
        value: settings.name,
        oninput: (event) => change({ name: event.target.value.trim() }),
      }),
    );
  }

  function part(name, label, ...controls) {
    return h('fieldset', { 'data-part': name }, h('legend', label), controls);
  }

  function pick(name, values, label) {
    return choice({
      label: t(`start.${name}`),
      value: wishes[name],
      options: values.map((value) => [value, label(value)]),
      onpick: (value) => wish({ [name]: value }),
    });
  }

  function opponentChoice() {
    const pictures = { level: 'bot', friend: 'friend', here: 'screen', player: 'analyse' };
    return choice({
      label: t('start.opponent'),
      value: wishes.opponent,
      className: 'opponents',
      onpick: (opponent) => wish({ opponent }),
      options: Object.keys(pictures).map((value) => [
        value,
        [icon(pictures[value]), t(`opponent.${value}`)],
      ]),
    });
  }

  function opponentDetails() {
    if (wishes.opponent === 'level') return levelChoice();
    if (wishes.opponent === 'player') return playerChoice();
    const isInvited = wishes.opponent === 'friend' && peers !== null;
    const note = isInvited ? 'invite.note' : `opponent.${wishes.opponent}.note`;
    return h('p.note', t(note));
  }

  function levelChoice() {
    const level = levels.find((each) => each.level === wishes.level) ?? levels[0];
    return part(
      'level',
      t('start.level'),
      choice({
        label: t('start.level'),
        value: wishes.level,
        className: 'levels',
        onpick: (value) => wish({ level: value }),
        options: levels.map((each) => [each.level, String(each.level), strength(each)]),
      }),
      h(
        'p.note.level-note',
        h('b', `${t(`level.name.${level.level}`)}.`),
        ' ',
        t(`level.about.${level.level}`),
      ),
    );
  }

  function playerChoice() {
    const able = players.filter((each) => each.seats.includes(2));
    const chosen = able.find((each) => each.name === wishes.player) ?? able[0];
    return part(
      'player',
      t('start.player'),
      select(
        { 'aria-label': t('start.player') },
        able.map(({ name }) => [name, computerName(name)]),
        chosen.name,
        (player) => wish({ player }),
      ),
      h('p.note', t(`bot.${chosen.name}.more`)),
    );
  }

  function seatChoices() {
    const able = players.filter((each) => each.seats.includes(4));
    const options = [
      ...['human', 'link'].map((who) => [who, t(`seat.${who}`)]),
      ...able.map(({ name }) => [name, computerName(name)]),
    ];
    const seatChoice = (seat) =>
      h(
        'label',
        h('span', { class: `dot ${seat}` }),
        h('span', seatName(seat)),
        select({}, options, fourthPlayer(wishes, seat, able), (who) =>
          wish({ four: { ...wishes.four, [seat]: who } }),
        ),
      );
    return h('div.seat-choices', SEATS.map(seatChoice));
  }

  /** Its fields are read when the game begins: a form that changed on leaving one lost clicks. */
  function customClock() {
    const field = (name, most, step) =>
      h(
        'label',
        t(`clock.${name}`),
        ' ',
        h('input', {
          type: 'number',
          id: `clock-${name}`,
          min: name === 'minutes' ? 0.5 : 0,
          max: most,
          step,
          required: true,
          value: wishes[name],
          oninput: (event) => {
            wishes[name] = Number(event.target.value);
          },
        }),
      );
    return h('div.custom-clock', field('minutes', 180, 0.5), field('increment', 180, 1));
  }

  async function begin(event) {
    event.preventDefault();
    change({ start: wishes });
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('#play'));
    button.disabled = true;
    try {
      const { request, links } = gameRequest(wishes, computers, settings.name);
      const { game, tokens } = await post('games', request);
      const own = Object.keys(tokens).filter((seat) => !links.some((each) => each === seat));
      keepTokens(
        game,
        own.map((seat) => tokens[seat]),
      );
      keepLinks(game, Object.fromEntries(links.map((seat) => [seat, tokens[seat]])));
      go(`/play/${game}`);
    } catch (error) {
      toast(error.message, 'bad');
      button.disabled = false;
    }
  }
}

function boardLabel(board) {
  return board === 'four' ? t('start.four') : board.replace('x', '×');
}

function sideLabel(side) {
  return t({ South: 'side.first', North: 'side.second', random: 'side.random' }[side]);
}

function clockLabel(clock) {
  return ['none', 'custom'].includes(clock) ? t(`clock.${clock}`) : clock;
}

/** The measured strength of a level: its games against the level below. None is below the first. */
function strength({ level, against_below: measured }) {
  if (level === 1) return undefined;
  if (!measured) return t('level.unmeasured');
  const percent = (share) => (100 * share).toFixed(0);
  return t('level.measured', {
    score: percent(measured.score),
    margin: percent(measured.margin),
    below: level - 1,
    games: measured.games,
  });
}
