// A live game: one's own, a friend's, or one between computer players that is watched.

import { go } from '../app.js';
import { computerPlayers, get, post } from '../lib/api.js';
import { Board } from '../board/board.js';
import { lastMove, startOf } from '../board/drawing.js';
import { Explainer, refusalText } from '../board/explainer.js';
import { isWall } from '../board/geometry.js';
import { typedMove } from '../board/state.js';
import { Connection } from '../lib/connection.js';
import { fill, h, renew, toast } from '../lib/dom.js';
import { setKeys } from '../lib/keys.js';
import { t } from '../lib/language.js';
import { change, onChange, settings } from '../lib/settings.js';
import { play as sound } from '../lib/sound.js';
import { say } from '../lib/speech.js';
import { browserTokens, keepTokens, tabTokens } from '../lib/tokens.js';
import { insidePanel } from './inside.js';
import { drawActions, moveRows, notices, paceControl } from './play-parts.js';
import { clockText, placeBars, playerBar, playerName, resultText } from './parts.js';
import { describe, spokenMove } from './spoken.js';

export async function open(host, id) {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token) {
    keepTokens(id, [token]);
    history.replaceState(null, '', location.pathname);
  }
  const before = await get(`games/${id}`);
  // Those who watch want to know what the players are.
  const watched = Object.values(before.seats).every((who) => who.computer);
  const { players } = watched ? await computerPlayers() : { players: [] };
  const table = new Table(host, id, before, players);
  return () => table.close();
}

class Table {
  constructor(host, id, before, players) {
    this.id = id;
    this.players = players;
    this.state = null;
    this.tokens = this.#tokensFor(before);
    this.message = 0;
    this.pending = null;
    this.viewed = null;
    this.bottom = null;
    this.turns = {};
    this.board = new Board({
      play: (move) => this.play(move),
      aimed: (aim) => this.#aimed(aim),
      refused: (wall) => this.#refused(wall),
      missed: () => this.#missed(),
    });
    this.explainer = new Explainer(this.board, {
      game: () => ({ position: this.#shown().position }),
      status: (text, kind) => this.#status(text, kind),
      viewer: () => (this.state?.yours.length === 1 ? this.state.yours[0] : null),
    });
    this.#build(host);
    this.connection = new Connection(`games/${id}/live`, {
      hello: () => ({ type: 'join', tokens: this.tokens }),
      heard: (message) => this.#heard(message),
      changed: (how) => this.#connected(how),
    });
    this.ticker = setInterval(() => this.#tick(), 100);
    this.endSettings = onChange(() => this.state && this.#draw());
    setKeys(this.#keys(), (letter) => this.#type(letter));
  }

  close() {
    clearInterval(this.ticker);
    this.endSettings();
    this.connection.close();
    document.title = 'Quoridor';
  }

  /** A tab that has no seat takes the browser's, unless another tab sits there: then it follows. */
  #tokensFor(before) {
    const own = tabTokens(this.id);
    if (own.length) return own;
    const kept = browserTokens(this.id);
    const free = Object.values(before.seats).some((who) => !who.computer && !who.here);
    this.elsewhere = kept.length > 0 && !free;
    if (!free || !kept.length) return [];
    keepTokens(this.id, kept);
    return kept;
  }

  #build(host) {
    this.above = h('div', { class: 'bars above' });
    this.below = h('div', { class: 'bars below' });
    this.line = h('p', { class: 'status', id: 'status' });
    this.touch = h('div', { class: 'touch-buttons' },
      h('button', { type: 'button', id: 'turn-wall', onclick: () => this.board.turn() }, '⟳ ', t('wall.turn')),
      h('button', { type: 'button', id: 'cancel-wall', onclick: () => this.board.cancel() }, t('cancel')),
      h('button', { type: 'button', class: 'primary', id: 'place-wall', onclick: () => this.board.confirm() }, t('wall.place')));
    this.notice = h('div', { class: 'notices' });
    this.moves = h('ol', { class: 'moves', 'aria-label': t('moves') });
    this.typed = h('input', {
      class: 'typed-move', id: 'typed-move', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 8,
      placeholder: 'e2, e3h', 'aria-label': t('typed.label'),
      oninput: () => this.board.preview(typedMove(this.typed.value)),
      onkeydown: (event) => {
        if (event.key === 'Escape') { this.typed.value = ''; this.board.cancel(); this.typed.blur(); }
      },
    });
    this.typedForm = h('form', { class: 'typed', onsubmit: (event) => { event.preventDefault(); this.#submitTyped(); } },
      this.typed, h('button', { type: 'submit' }, t('typed.go')));
    this.actions = h('div', { class: 'actions' });
    this.pace = paceControl((pace) => this.send('pace', { pace }));
    this.extra = h('div', { class: 'extra' });
    this.words = h('section', { class: 'in-words', 'aria-label': t('reader.title') });
    fill(host, h('div', { class: 'page table-page' },
      h('h1', { class: 'for-ears' }, t('play.title')),
      h('section', { class: 'table', 'aria-label': t('board') }, this.above, this.board.element, this.below, h('div', { class: 'below-board' }, this.line, this.touch)),
      h('aside', { class: 'side', 'aria-label': t('play.side') }, this.notice, this.pace.element, this.extra, h('div', { class: 'moves-box', tabindex: '0', role: 'region', 'aria-label': t('moves') }, this.moves), this.typedForm, this.actions, this.words)));
  }

  #keys() {
    const browse = (by) => () => this.#browse(by);
    return [
      { keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], label: 'keys.arrows', run: (key) => this.board.arrow(key) },
      { keys: ['w'], label: 'keys.wall', run: () => this.board.showWall() },
      { keys: ['r'], label: 'keys.turn', run: () => this.board.turn() },
      { keys: ['Enter'], label: 'keys.place', run: () => this.board.confirm() },
      { keys: ['Escape'], label: 'keys.cancel', run: () => { this.board.cancel(); this.look(null); } },
      { keys: ['u'], label: 'keys.undo', run: () => this.send('undo') },
      { keys: ['t'], label: 'keys.hint', run: () => this.send('hint') },
      { keys: ['q'], label: 'keys.resign', run: () => this.resign() },
      { keys: ['n'], label: 'keys.rematch', run: () => this.send('rematch') },
      { keys: ['x'], label: 'keys.flip', run: () => this.flip() },
      { keys: ['p'], label: 'keys.paths', run: () => change({ paths: !settings.paths }) },
      { keys: ['s'], label: 'keys.sound', run: () => change({ sound: !settings.sound }) },
      { keys: ['l'], label: 'keys.reader', run: () => change({ reader: !settings.reader }) },
      { keys: ['PageUp', ','], label: 'keys.back', run: browse(-1) },
      { keys: ['PageDown', '.'], label: 'keys.forward', run: browse(1) },
      ...(this.tokens.length ? [] : [{ keys: [' '], label: 'keys.pause', run: () => this.send(this.state?.paused ? 'resume' : 'pause') }]),
    ];
  }

  // What the server says.

  #connected(how) {
    this.lost = how === 'lost';
    renew(this.notice, notices(this));
    if (how === 'open' && this.pending) this.connection.send(this.pending);
  }

  #heard(message) {
    if (message.type === 'state') this.#takeState(message);
    else if (message.type === 'ok') this.#acknowledged(message.id);
    else if (message.type === 'error') this.#failed(message);
    else if (message.type === 'hint') this.#hint(message);
  }

  #acknowledged(id) {
    if (this.pending?.id === id) this.pending = null;
  }

  #failed(message) {
    this.#acknowledged(message.id);
    const text = message.code ? refusalText({ code: message.code, reason: message.error }) : message.error;
    toast(text, 'bad');
    say(text);
    sound('refused');
    this.#draw();
  }

  #hint({ move, text }) {
    this.board.set({ hint: move });
    this.baseLine = t('hint.is', { text });
    this.#status(null);
    say(this.baseLine);
  }

  #takeState(state) {
    const before = this.state;
    this.state = state;
    this.received = performance.now();
    if (this.pending?.type === 'move' && state.moves.length > this.pending.ply) this.pending = null;
    this.bottom ??= state.yours[0] ?? 'South';
    const news = before && state.moves.length > before.moves.length ? state.moves.slice(before.moves.length) : [];
    if (before && state.moves.length !== before.moves.length) {
      this.viewed = null;
      this.board.set({ hint: null });
    }
    if (news.length) this.#tell(before, news);
    if (state.result && !before?.result) this.#tellEnd(Boolean(before));
    if (state.rematch && before && this.plays()) {
      keepTokens(state.rematch, this.tokens);
      go(`/play/${state.rematch}`);
      return;
    }
    this.#draw();
  }

  #tell(before, news) {
    const seats = before.position.seats;
    const from = seats.indexOf(before.position.turn);
    news.forEach((move, index) => say(spokenMove(seats[(from + index) % seats.length], move)));
    sound(isWall(news.at(-1)) ? 'wall' : 'step');
    if (settings.reader) say(describe(this.state.position, { short: true }));
    else if (this.state.to_move && this.state.yours.includes(this.state.to_move)) say(t('status.your-turn'));
  }

  #tellEnd(audible) {
    const { result, yours, seats } = this.state;
    const won = yours.includes(result.winner);
    say(resultText(result, seats));
    if (audible) sound(won || !yours.length ? 'won' : 'lost');
  }

  // What the player does.

  plays() {
    return this.state?.yours.length > 0;
  }

  controls() {
    return !this.plays() && this.tokens.length > 0;
  }

  send(type, more = {}) {
    const message = { type, id: ++this.message, ...more };
    if (!this.connection.send(message) && type !== 'move') toast(t('connection.lost'), 'bad');
    return message;
  }

  play(move) {
    this.pending = this.send('move', { ply: this.state.moves.length, move });
    this.#draw();
  }

  #submitTyped() {
    if (this.typed.value.trim() === '') return;
    const move = typedMove(this.typed.value);
    const { position } = this.board.state;
    const problem = (text) => { toast(text, 'bad'); say(text); };
    if (!move) return problem(t('typed.not-a-move', { text: this.typed.value }));
    if (!this.board.state.movable) return problem(t('status.not-your-turn'));
    this.typed.value = '';
    if (position.steps.includes(move) || position.legal_walls.includes(move) || (move === 'pass' && position.pass)) return this.board.play(move);
    const refusal = position.refused[move];
    return problem(refusal ? `${move}: ${refusalText(refusal)}` : t('typed.no-step', { move, steps: position.steps.join(', ') }));
  }

  #type(letter) {
    this.typed.value = letter;
    this.typed.focus();
  }

  resign() {
    if (!this.plays() || this.state.result) return;
    const button = this.actions.querySelector('#resign');
    if (button.dataset.sure) {
      this.send('resign');
      return;
    }
    button.dataset.sure = 'yes';
    button.textContent = t('resign.sure');
    say(t('resign.sure'));
    setTimeout(() => { delete button.dataset.sure; button.textContent = t('resign'); }, 4000);
  }

  flip() {
    const order = this.state.position.seats.length === 2 ? ['South', 'North'] : ['South', 'West', 'North', 'East'];
    this.bottom = order[(order.indexOf(this.bottom) + 1) % order.length];
    this.#draw();
  }

  #browse(by) {
    if (!this.state) return;
    const at = this.viewed?.ply ?? this.state.moves.length;
    const to = Math.max(0, Math.min(this.state.moves.length, at + by));
    if (to !== at) this.look(to);
  }

  /** Looks at an earlier position, or at the last one again. */
  async look(ply) {
    const { start, moves, position } = this.state;
    if (ply === null || ply >= moves.length) {
      if (!this.viewed) return;
      this.viewed = null;
    } else {
      const before = await post('position', { game: { position: start, moves: moves.slice(0, ply) } });
      if (this.state.position !== position) return;
      this.viewed = { ply, position: before };
    }
    this.#draw();
  }

  #shown() {
    return this.viewed?.position ?? this.state.position;
  }

  // What is shown.

  #draw() {
    const { state } = this;
    const position = this.#shown();
    const movable = !this.viewed && !this.pending && !state.result && state.to_move !== null && state.yours.includes(state.to_move);
    const { pawns, first } = startOf(state.start, position.seats);
    const ply = this.viewed?.ply ?? state.moves.length;
    const thought = !this.viewed && state.inside?.line?.length > 1 ? [{ moves: state.inside.line.slice(1), rank: 1 }] : [];
    this.board.set({ position, movable, bottom: this.bottom, last: lastMove(state.moves.slice(0, ply), position.seats, first, pawns), paths: settings.paths, lines: thought });
    document.title = movable && state.yours.length === 1 ? `${t('status.your-turn')} – Quoridor` : 'Quoridor';
    this.board.drawing.element.setAttribute('aria-label', describe(position));
    this.board.element.classList.toggle('viewing', Boolean(this.viewed));
    this.#bars(position);
    this.#drawMoves();
    drawActions(this.actions, this);
    renew(this.notice, notices(this));
    this.#drawExtra();
    this.typedForm.hidden = !this.plays() || Boolean(state.result);
    fill(this.words, settings.reader ? [h('h2', {}, t('reader.title')), describe(position).split('\n').map((line) => h('p', {}, line))] : []);
    this.words.hidden = !settings.reader;
    this.baseLine = this.#baseLine();
    this.#status(null);
    this.#aimButtons();
  }

  #bars(position) {
    const { above, below } = placeBars(position.seats, this.bottom);
    const all = this.#allWalls(position);
    const bar = (seat) => playerBar(seat, {
      position, allWalls: all,
      name: playerName(seat, this.state.seats[seat]),
      note: this.#seatNote(seat),
      clock: this.state.clock ? clockText(this.#left(seat)) : undefined,
    });
    fill(this.above, above.map(bar));
    fill(this.below, below.map(bar));
  }

  #allWalls(position) {
    return Math.floor((position.walls.length + Object.values(position.walls_left).reduce((a, b) => a + b, 0)) / position.seats.length);
  }

  #seatNote(seat) {
    const who = this.state.seats[seat];
    if (who.computer) return this.state.thinking && this.state.to_move === seat ? t('thinking') : '';
    if (!who.here) return t('seat.away');
    return this.state.yours.length === 1 && this.state.yours[0] === seat && who.human !== t('me') ? t('you') : '';
  }

  #left(seat) {
    const { clock } = this.state;
    const gone = clock.running === seat ? performance.now() - this.received : 0;
    return clock.left[seat] - gone;
  }

  #tick() {
    const clock = this.state?.clock;
    if (!clock) return;
    for (const element of document.querySelectorAll('[data-clock]')) {
      const left = this.#left(element.dataset.clock);
      element.textContent = clockText(left);
      element.classList.toggle('running', clock.running === element.dataset.clock);
      element.classList.toggle('low', left < 20000);
    }
  }

  #drawMoves() {
    renew(this.moves, moveRows(this));
    this.moves.style.setProperty('--seats', this.state.position.seats.length);
    const box = this.moves.parentElement;
    if (!this.viewed) box.scrollTop = box.scrollHeight;
  }

  #drawExtra() {
    const { state } = this;
    this.pace.show(this.controls() && !state.result, state.pace);
    fill(this.extra, state.inside ? insidePanel(state, this.players) : null);
  }

  // The line below the board.

  #baseLine() {
    const { state } = this;
    if (this.pending) return t('status.sending');
    if (this.viewed) return t('viewing', { ply: this.viewed.ply });
    if (state.result) return resultText(state.result, state.seats);
    if (state.position.exact?.winner) return t('status.exact', { player: playerName(state.position.exact.winner, state.seats[state.position.exact.winner]), n: state.position.exact.plies });
    if (state.yours.length > 1 && state.yours.includes(state.to_move)) return t('status.turn', { player: playerName(state.to_move, state.seats[state.to_move]) });
    if (state.yours.includes(state.to_move)) return state.moves.length < 2 ? t(this.board.usesTouch ? 'status.first-touch' : 'status.first') : t('status.your-turn');
    return state.thinking ? t('status.thinking', { player: playerName(state.to_move, state.seats[state.to_move]) }) : t('status.turn', { player: playerName(state.to_move, state.seats[state.to_move]) });
  }

  #status(text, kind = '') {
    this.line.textContent = text ?? this.baseLine ?? '';
    this.line.className = `status ${text ? kind : ''}`;
  }

  #aimed(aim) {
    this.explainer.aimed(aim);
    this.#aimButtons();
    if (aim?.held && settings.reader) say(this.line.textContent);
  }

  #aimButtons() {
    const { aim } = this.board.state;
    this.touch.classList.toggle('shown', Boolean(aim?.held));
    const place = this.touch.querySelector('#place-wall');
    place.disabled = !(aim?.wall && this.#shown().legal_walls.includes(aim.wall));
  }

  #refused() {
    sound('refused');
    this.line.classList.remove('shake');
    requestAnimationFrame(() => this.line.classList.add('shake'));
    say(this.line.textContent);
  }

  #missed() {
    const { state } = this;
    if (state && this.board.state.movable && state.position.walls_left[state.position.turn] === 0) this.#status(t('refused.no-walls-left'), 'bad');
  }
}
