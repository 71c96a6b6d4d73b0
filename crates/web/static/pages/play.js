// A live game: one's own, a friend's, or one between computer players that is watched.

import { go, markPart } from '../app.js';
import { Board } from '../board/board.js';
import { Explainer, refusalText, whyNot } from '../board/explainer.js';
import { isWall } from '../board/geometry.js';
import { lastMove, moverAt, readPosition, wallOwners } from '../board/history.js';
import { get, post } from '../lib/api.js';
import { Connection } from '../lib/connection.js';
import { fill, h, patch, toast } from '../lib/dom.js';
import { setKeys } from '../lib/keys.js';
import { t } from '../lib/language.js';
import { SEATS_OF } from '../lib/seats.js';
import { onChange, settings } from '../lib/settings.js';
import { play as sound } from '../lib/sound.js';
import { say } from '../lib/speech.js';
import { setTitle } from '../lib/title.js';
import { browserTokens, keepTokens, tabTokens } from '../lib/tokens.js';
import { insidePanel } from './inside.js';
import { invitedBy, join } from './invitation.js';
import { playerName } from './names.js';
import { resultText } from './parts.js';
import { drawBars, showClocks } from './play-bars.js';
import { Coach } from './play-coach.js';
import { tableKeys } from './play-keys.js';
import { layOut } from './play-layout.js';
import { drawActions, moveRows, notices } from './play-panel.js';
import { isWaiting, linkOrigin, showGreeting, tellName } from './play-people.js';
import { statusLine } from './play-status.js';
import { updated } from './play-update.js';
import { describe, spokenMove } from './spoken.js';

/** @typedef {import('../../types').GameState} GameState */

const SURE = 4000;

export async function open(host, id) {
  const invited = invitedBy(location.hash);
  if (invited && !(await join(host, id, invited))) return undefined;
  const token = invited ? '' : decodeURIComponent(location.hash.slice(1));
  if (token) {
    keepTokens(id, [token]);
    history.replaceState(null, '', location.pathname);
  }
  const [before, origin] = await Promise.all([
    get(`games/${encodeURIComponent(id)}`),
    linkOrigin(),
  ]);
  if (Object.values(before.seats).every(({ computer }) => computer)) markPart('/watch');
  const table = new Table(host, id, before, origin);
  return () => table.close();
}

export class Table {
  constructor(host, id, before, origin) {
    this.id = id;
    /** @type {GameState} */
    this.state = null;
    /** @type {import('../../types').Seat[]} */
    this.yours = [];
    /** When the clocks were told. */
    this.received = 0;
    this.tokens = this.#tokensFor(before);
    this.message = 0;
    /** The move that was sent and not yet acknowledged. @type {any} */
    this.pending = null;
    /** The move that is to be made as soon as it is the player's turn. */
    this.premove = null;
    /** An earlier position that is looked at: `{ply, position}`. */
    this.viewed = null;
    this.bottom = null;
    /** The address of links to send. */
    this.origin = origin;
    /** The greetings that are shown, and when they go: by seat. */
    this.greetings = {};
    this.coach = new Coach(this);
    this.greetingTimers = {};
    this.board = new Board({
      play: (move) => this.play(move),
      aimed: (aim) => this.#aimed(aim),
      refused: () => this.#refused(),
      missed: () => this.#missed(),
    });
    this.explainer = new Explainer(this.board, {
      game: () => ({ position: this.#shown().position }),
      status: (text, kind) => this.#status(text, kind),
      viewer: () => (this.state?.yours.length === 1 ? this.state.yours[0] : null),
    });
    this.parts = layOut(this, host, Object.keys(before.seats).length);
    this.#showWaiting(before);
    this.connection = new Connection(`games/${id}/live`, {
      hello: () => ({ type: 'join', tokens: this.tokens }),
      heard: (message) => this.#heard(message),
      changed: (how) => this.#connected(how),
    });
    this.ticker = setInterval(() => showClocks(this), 100);
    this.endSettings = onChange(() => {
      this.redraw();
      tellName(this);
    });
    setKeys(tableKeys(this), (letter) => this.parts.typed.begin(letter));
  }

  close() {
    clearInterval(this.ticker);
    for (const timer of Object.values(this.greetingTimers)) clearTimeout(timer);
    this.endSettings();
    this.coach.close();
    this.connection.close();
  }

  /** A tab without a seat takes the browser's, unless another tab sits there: then it follows. */
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

  // Messages of the server.

  #connected(how) {
    this.lost = how === 'lost';
    patch(this.parts.notice, notices(this));
    if (how === 'open' && this.pending) this.connection.send(this.pending);
  }

  #heard(message) {
    if ('clock' in message) this.received = performance.now();
    if (message.type === 'joined') this.yours = message.yours;
    else if (message.type === 'state') this.#takeState({ ...message, yours: this.yours });
    else if (message.type === 'update') this.#takeState(updated(this.state, message));
    else if (message.type === 'ok') this.#acknowledged(message.id);
    else if (message.type === 'error') this.#failed(message);
    else if (message.type === 'hint') this.#hint(message);
    else if (message.type === 'greeting') this.#greeted(message);
  }

  #acknowledged(id) {
    if (this.pending?.id === id) this.pending = null;
  }

  #failed(message) {
    this.#acknowledged(message.id);
    const text = message.code
      ? refusalText({ ...message.params, ...message, reason: message.error })
      : message.error;
    toast(text, 'bad');
    say(text);
    sound('refused');
    this.#draw();
  }

  #hint({ move, line = [] }) {
    this.board.set({ hint: move });
    const [, next] = line;
    this.baseLine = next ? t('hint.then', { move, next }) : t('hint.is', { move });
    this.#status(null);
    say(this.baseLine);
  }

  #greeted(message) {
    showGreeting(this, message);
    const player = playerName(this.state, message.from);
    say(t('greeting.said', { player, text: t(`greeting.${message.greeting}`) }));
    if (!this.state.yours.includes(message.from)) sound('step');
  }

  /** @param {GameState} state */
  #takeState(state) {
    const before = this.state;
    this.state = state;
    if (this.pending?.type === 'move' && state.moves.length > this.pending.ply) this.pending = null;
    this.bottom ??= state.yours[0] ?? 'South';
    const fresh = before && state.moves.length > before.moves.length;
    const news = fresh ? state.moves.slice(before.moves.length) : [];
    if (before && state.moves.length !== before.moves.length) {
      this.viewed = null;
      this.coach.forget();
      this.board.set({ hint: null });
    }
    if (!before) setKeys(tableKeys(this), (letter) => this.parts.typed.begin(letter));
    if (news.length) this.#tell(before, news);
    if (state.result && !before?.result) {
      this.#tellEnd(Boolean(before));
      this.coach.review();
    }
    if (state.rematch && before && this.plays()) {
      keepTokens(state.rematch, this.tokens);
      go(`/play/${state.rematch}`);
      return;
    }
    this.#draw();
    tellName(this);
    this.#playPremove();
  }

  #tell(before, news) {
    const seats = before.position.seats;
    const from = seats.indexOf(before.position.turn);
    news.forEach((move, index) => say(spokenMove(seats[(from + index) % seats.length], move)));
    sound(isWall(news.at(-1)) ? 'wall' : 'step');
    const { to_move: turn, yours, position } = this.state;
    if (settings.reader) say(describe(position, { short: true }));
    else if (turn && yours.includes(turn)) say(t('status.your-turn'));
  }

  #tellEnd(audible) {
    const { result, yours } = this.state;
    const won = yours.includes(result.winner);
    say(resultText(result, this.state));
    if (audible) sound(won || !yours.length ? 'won' : 'lost');
  }

  // Actions of the player.

  plays() {
    return this.state?.yours.length > 0;
  }

  /** Whether the viewer may pause: a game of computer players that this browser began. */
  controls() {
    return !this.plays() && this.tokens.length > 0;
  }

  /** Whether the viewer has made a move that could be taken back. */
  hasMoved() {
    const start = readPosition(this.state.start);
    return this.state.moves.some((_, ply) => this.state.yours.includes(moverAt(start, ply)));
  }

  send(type, more = {}) {
    const message = { type, id: ++this.message, ...more };
    if (!this.connection.send(message) && type !== 'move') toast(t('connection.lost'), 'bad');
    return message;
  }

  /** Makes a move; during the others' turn it is kept until it is the player's own. */
  play(move) {
    if (this.board.state.movable) {
      if (move && !this.coach.allows(move)) {
        this.#draw();
        return;
      }
      this.pending = this.send('move', { ply: this.state.moves.length, move });
      this.premove = null;
    } else this.premove = move;
    this.#draw();
  }

  #playPremove() {
    const { premove } = this;
    if (!premove || !this.board.state.movable) {
      if (this.state.result) this.premove = null;
      return;
    }
    this.premove = null;
    const { steps, legal_walls: walls } = this.state.position;
    if (steps.includes(premove) || walls.includes(premove)) this.play(premove);
    else {
      toast(t('premove.dropped', { move: premove }));
      this.#draw();
    }
  }

  escape() {
    if (this.premove) this.play(null);
    this.board.cancel();
    this.look(null);
  }

  askHint() {
    if (this.parts.actions.querySelector('#hint:not(:disabled)')) this.send('hint');
  }

  /** @param {string} move */
  typedMove(move) {
    const { position, movable, premover } = this.board.state;
    if (!movable && !premover) return t('status.not-your-turn');
    const problem = movable ? whyNot(position, move) : null;
    if (!problem) this.board.play(move);
    return problem;
  }

  resign() {
    if (!this.plays() || this.state.result) return;
    /** @type {HTMLElement} */
    const button = this.parts.actions.querySelector('#resign');
    if (button.dataset.sure) {
      this.send('resign');
      return;
    }
    button.dataset.sure = 'yes';
    // The buttons beside it stay where they are.
    button.style.flex = `0 0 ${button.getBoundingClientRect().width}px`;
    button.querySelector('span').textContent = t('resign.sure');
    say(t('resign.sure'));
    setTimeout(() => {
      delete button.dataset.sure;
      button.style.flex = '';
      button.querySelector('span').textContent = t('resign');
    }, SURE);
  }

  flip() {
    const two = this.state.position.seats.length === 2;
    const order = SEATS_OF[two ? 2 : 4];
    this.bottom = order[(order.indexOf(this.bottom) + 1) % order.length];
    this.#draw();
  }

  wheel(event) {
    if (!this.state?.moves.length) return;
    event.preventDefault();
    this.browse(Math.sign(event.deltaY));
  }

  browse(by) {
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
      const game = { position: start, moves: moves.slice(0, ply) };
      const before = await post('position', { game });
      if (this.state.position !== position) return;
      this.viewed = { ply, position: before };
    }
    this.#draw();
  }

  #shown() {
    return this.viewed?.position ?? this.state.position;
  }

  // Drawing.

  redraw() {
    if (this.state) this.#draw();
  }

  #draw() {
    const { state } = this;
    const position = this.#shown();
    const live = !this.viewed && !this.pending && !state.result && state.to_move !== null;
    const own = state.yours.includes(state.to_move);
    const movable = live && own;
    const premover = live && !own && state.yours.length === 1 ? state.yours[0] : null;
    const start = readPosition(state.start);
    const moves = state.moves.slice(0, this.viewed?.ply ?? state.moves.length);
    const thought = !this.viewed && state.inside?.line?.length > 1;
    this.board.set({
      position,
      movable,
      premover,
      premove: this.premove,
      confirm: settings.confirm,
      bottom: this.bottom,
      last: lastMove(start, moves),
      owners: wallOwners(start, moves),
      paths: settings.paths,
      lines: thought ? [{ moves: state.inside.line.slice(1), rank: 1 }] : [],
    });
    setTitle(movable && state.yours.length === 1 ? t('status.your-turn') : this.#versus());
    this.board.drawing.element.setAttribute('aria-label', describe(position));
    this.board.element.classList.toggle('viewing', Boolean(this.viewed));
    drawBars(this, position);
    drawActions(this.parts.actions, this.parts.main, this);
    patch(this.parts.notice, notices(this));
    this.#showWaiting(state);
    this.#drawExtra();
    this.parts.typed.form.hidden = !this.plays() || Boolean(state.result);
    // At the end, when it is known how much room the moves have.
    this.#drawMoves();
    this.#drawWords(position);
    this.baseLine = statusLine(this);
    this.#status(null);
    this.#aimButtons();
  }

  /** Before anybody has come, a phone shows the link instead of the moves and the buttons. */
  #showWaiting(state) {
    this.parts.page.classList.toggle('waiting', isWaiting(this.id, state));
  }

  #versus() {
    return this.state.position.seats.map((seat) => playerName(this.state, seat)).join(' – ');
  }

  #drawWords(position) {
    const lines = describe(position).split('\n');
    const words = [h('h2', t('reader.title')), lines.map((line) => h('p', line))];
    fill(this.parts.words, settings.reader ? words : []);
    this.parts.words.hidden = !settings.reader;
  }

  #drawMoves() {
    patch(this.parts.moves, moveRows(this));
    this.parts.moves.style.setProperty('--seats', this.state.position.seats.length);
    const box = this.parts.moves.parentElement;
    /** @type {HTMLElement} */
    const current = this.parts.moves.querySelector('[aria-current]');
    if (!this.viewed) box.scrollTop = box.scrollHeight;
    else box.scrollTop = current ? current.offsetTop - box.clientHeight / 2 : 0;
  }

  #drawExtra() {
    const { state } = this;
    this.parts.pace.show(this.controls() && !state.result, state.pace);
    fill(this.parts.extra, state.inside ? insidePanel(state) : null, this.coach.moments());
  }

  #status(text, kind = '') {
    this.parts.line.textContent = text ?? this.baseLine ?? '';
    this.parts.line.className = `status ${text ? kind : ''}`;
  }

  #aimed(aim) {
    this.explainer.aimed(aim);
    this.#aimButtons();
    if (aim?.held && settings.reader) say(this.parts.line.textContent);
  }

  #aimButtons() {
    this.parts.walls.show(this.board.state);
  }

  #refused() {
    sound('refused');
    this.parts.line.classList.remove('shake');
    requestAnimationFrame(() => this.parts.line.classList.add('shake'));
    say(this.parts.line.textContent);
  }

  #missed() {
    const { state } = this;
    if (!state || !this.board.state.movable) return;
    if (state.position.walls_left[state.position.turn] === 0) {
      this.#status(t('refused.no-walls-left'), 'bad');
    }
  }
}
