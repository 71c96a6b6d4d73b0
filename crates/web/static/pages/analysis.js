// The analysis board.

import { go } from '../app.js';
import { computerPlayers, get, post } from '../lib/api.js';
import { Board } from '../board/board.js';
import { lastMove, startOf } from '../board/drawing.js';
import { Explainer, refusalText } from '../board/explainer.js';
import { typedMove } from '../board/state.js';
import { Desk } from '../analysis/desk.js';
import { editor } from '../analysis/editor.js';
import { Engine } from '../analysis/engine.js';
import { engineCard, evalBar } from '../analysis/engine-card.js';
import { explorerCard } from '../analysis/explorer-card.js';
import { movesCard } from '../analysis/moves-card.js';
import { reviewCard } from '../analysis/review-card.js';
import { textCard } from '../analysis/text-card.js';
import { Tree } from '../analysis/tree.js';
import { fill, h, toast } from '../lib/dom.js';
import { setKeys } from '../lib/keys.js';
import { seatName, t } from '../lib/language.js';
import { change, onChange, settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { keepTokens } from '../lib/tokens.js';
import { computerName, placeBars, playerBar, resultText } from './parts.js';
import { describe, spokenMove } from './spoken.js';

const START = '- / - / e1 e9 / 10 10 / 1';

export async function open(host) {
  const desk = new Desk();
  const engine = new Engine();
  await desk.load(await wantedGame());

  let bottom = 'South';
  const line = h('p', { class: 'status', id: 'status' });
  const board = new Board({ play: (move) => desk.play(move), aimed, refused: () => say(line.textContent) });
  const explainer = new Explainer(board, { game: () => ({ position: desk.position.position }), status, viewer: () => null });
  const bar = evalBar();
  const above = h('div', { class: 'bars above' });
  const below = h('div', { class: 'bars below' });
  const engineBox = await engineCard(desk, engine, board, bar);
  const review = reviewCard(desk, engine, () => engineBox.off());
  const moves = movesCard(desk);
  const explorer = explorerCard(desk);
  const text = textCard(desk);
  const typed = typedForm();
  const touch = h('div', { class: 'touch-buttons' },
    h('button', { type: 'button', onclick: () => board.turn() }, '⟳ ', t('wall.turn')),
    h('button', { type: 'button', onclick: () => board.cancel() }, t('cancel')),
    h('button', { type: 'button', class: 'primary', id: 'place-wall', onclick: () => board.confirm() }, t('wall.place')));
  const more = h('div', { class: 'card' });
  const tabs = { explorer: explorer.element, text: text.element };
  const table = h('section', { class: 'table', 'aria-label': t('board') }, above, bar.element, board.element, below, h('div', { class: 'below-board' }, line, touch));
  const side = h('aside', { class: 'side', 'aria-label': t('analysis.side') }, engineBox.element, moves.element, typed.form, review.element, more, actions());
  const page = h('div', { class: 'page table-page analysis-page' }, h('h1', { class: 'for-ears' }, t('analysis.title')), table, side);
  fill(host, page);
  showTab('explorer');
  desk.on(draw);
  draw('loaded');
  keys();
  desk.tell('loaded');
  if (new URLSearchParams(location.search).has('review')) review.start();
  const endSettings = onChange(() => draw('changed'));
  return () => {
    endSettings();
    engine.close();
  };

  // What is shown.

  function draw(what) {
    const { position, tree, node } = desk;
    const { pawns, first } = startOf(tree.start, position.seats);
    board.set({ position, movable: !position.result, bottom, paths: settings.paths, last: lastMove(tree.moves(node), position.seats, first, pawns) });
    board.drawing.element.setAttribute('aria-label', describe(position));
    const groups = placeBars(position.seats, bottom);
    const all = Math.floor((position.walls.length + Object.values(position.walls_left).reduce((a, b) => a + b, 0)) / position.seats.length);
    const show = (seat) => playerBar(seat, { position, allWalls: all, name: tree.tags[seat] ? computerName(tree.tags[seat]) : seatName(seat), note: tree.tags[seat] ? seatName(seat) : '' });
    fill(above, groups.above.map(show));
    fill(below, groups.below.map(show));
    bar.flip(bottom === 'North');
    status(null);
    if (what === 'moved') {
      if (node.move) say(spokenMove(position.seats[(position.seats.indexOf(position.turn) + position.seats.length - 1) % position.seats.length], node.move));
      if (settings.reader) say(describe(position, { short: true }));
    }
  }

  function status(words, kind = '') {
    const { position } = desk;
    const usual = position.result ? resultText(position.result)
      : position.exact?.winner ? t('status.exact', { player: seatName(position.exact.winner), n: position.exact.plies })
        : t('status.turn', { player: seatName(position.turn) });
    line.textContent = words ?? usual;
    line.className = `status ${words ? kind : ''}`;
  }

  function aimed(aim) {
    explainer.aimed(aim);
    touch.classList.toggle('shown', Boolean(aim?.held));
    touch.querySelector('#place-wall').disabled = !(aim?.wall && desk.position.legal_walls.includes(aim.wall));
  }

  function showTab(name) {
    fill(more, h('div', { class: 'tabs' }, Object.keys(tabs).map((each) =>
      h('button', { type: 'button', id: `tab-${each}`, 'aria-pressed': each === name, onclick: () => showTab(each) }, t(`tab.${each}`)))), tabs[name]);
    if (name === 'explorer') explorer.shown();
  }

  function actions() {
    return h('div', { class: 'actions' },
      h('button', { type: 'button', id: 'flip', onclick: flip }, t('flip')),
      h('button', { type: 'button', id: 'edit', onclick: edit }, t('editor')),
      h('button', { type: 'button', id: 'share-game', onclick: () => { showTab('text'); text.share(); } }, t('text.share')),
      h('button', { type: 'button', id: 'play-on', onclick: playOn }, t('play.from-here')),
      h('button', { type: 'button', id: 'clear', onclick: () => { history.replaceState(null, '', '/analysis'); desk.load(new Tree(START)); } }, t('analysis.clear')));
  }

  // What the player does.

  function flip() {
    const order = desk.position.seats.length === 2 ? ['South', 'North'] : ['South', 'West', 'North', 'East'];
    bottom = order[(order.indexOf(bottom) + 1) % order.length];
    draw('changed');
  }

  async function edit() {
    engineBox.off();
    const made = await editor(desk.position, (position) => {
      close();
      desk.load(new Tree(position));
    });
    const back = h('button', { type: 'button', onclick: close }, t('cancel'));
    made.side.append(back);
    const editing = h('div', { class: 'page table-page' }, h('h1', { class: 'for-ears' }, t('editor')), h('section', { class: 'table', 'aria-label': t('board') }, made.board.element), h('aside', { class: 'side' }, made.side));
    page.replaceWith(editing);
    setKeys([{ keys: ['r'], label: 'keys.turn', run: () => made.board.turn() }, { keys: ['Escape'], label: 'keys.cancel', run: () => close() }]);
    function close() {
      editing.replaceWith(page);
      keys();
    }
  }

  async function playOn() {
    try {
      const { levels } = await computerPlayers();
      const level = levels.find((each) => each.level === (settings.start?.level ?? 3)) ?? levels[0];
      const { position, seats, turn } = desk.position;
      const humans = seats.length !== 2;
      const places = Object.fromEntries(seats.map((seat) => [seat, seat === turn || humans ? { human: seat === turn ? t('me') : seatName(seat) } : { computer: level.player }]));
      const made = await post('games', { game: { position }, seats: places });
      keepTokens(made.game, Object.values(made.tokens));
      go(`/play/${made.game}`);
    } catch (error) {
      toast(error.message, 'bad');
    }
  }

  function typedForm() {
    const input = h('input', { class: 'typed-move', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 8, placeholder: 'e2, e3h', 'aria-label': t('typed.label'), oninput: () => board.preview(typedMove(input.value)) });
    const form = h('form', { class: 'typed', onsubmit: (event) => { event.preventDefault(); submit(); } }, input, h('button', { type: 'submit' }, t('typed.go')));
    function submit() {
      if (input.value.trim() === '') return;
      const move = typedMove(input.value);
      const { position } = desk;
      if (!move) return toast(t('typed.not-a-move', { text: input.value }), 'bad');
      input.value = '';
      if (position.steps.includes(move) || position.legal_walls.includes(move) || (move === 'pass' && position.pass)) return board.play(move);
      return toast(position.refused[move] ? `${move}: ${refusalText(position.refused[move])}` : t('typed.no-step', { move, steps: position.steps.join(', ') }), 'bad');
    }
    return { form, begin: (letter) => { input.value = letter; input.focus(); } };
  }

  function keys() {
    setKeys([
      { keys: ['ArrowLeft', 'ArrowRight'], label: 'keys.step', run: (key) => (board.state.aim?.held ? board.arrow(key) : key === 'ArrowLeft' ? desk.back() : desk.forward()) },
      { keys: ['ArrowUp', 'ArrowDown'], label: 'keys.variation', run: (key) => (board.state.aim?.held ? board.arrow(key) : desk.beside(key === 'ArrowDown' ? 1 : -1)) },
      { keys: ['Home'], label: 'keys.home', run: () => desk.first() },
      { keys: ['End'], label: 'keys.end', run: () => desk.last() },
      { keys: ['w'], label: 'keys.wall', run: () => board.showWall() },
      { keys: ['r'], label: 'keys.turn', run: () => board.turn() },
      { keys: ['Enter'], label: 'keys.place', run: () => board.confirm() },
      { keys: ['Escape'], label: 'keys.cancel', run: () => board.cancel() },
      { keys: [' '], label: 'keys.engine', run: () => engineBox.toggle() },
      { keys: ['m'], label: 'keys.heat', run: () => engineBox.toggleHeat() },
      { keys: ['x'], label: 'keys.flip', run: flip },
      { keys: ['p'], label: 'keys.paths', run: () => change({ paths: !settings.paths }) },
      { keys: ['l'], label: 'keys.reader', run: () => change({ reader: !settings.reader }) },
    ], typed.begin);
  }
}

/** The game that the address names: one of the store, one in the link itself, a position, or none. */
async function wantedGame() {
  const asked = new URLSearchParams(location.search);
  const shared = new URLSearchParams(location.hash.slice(1)).get('game');
  if (shared) return Tree.from((await post('import', { text: `share:${shared}` })).games[0]);
  if (asked.has('store')) {
    const game = await get(`store/games/${encodeURIComponent(asked.get('store'))}`);
    return Tree.from({ ...game, tags: { ...game.players, ...game.tags } });
  }
  if (asked.has('position')) return new Tree(asked.get('position'));
  return new Tree(START);
}
