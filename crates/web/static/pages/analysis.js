// The analysis board.

import { Analysis } from '../analysis/analysis.js';
import { editor } from '../analysis/editor.js';
import { engineCard, evalBar } from '../analysis/engine-card.js';
import { Engine } from '../analysis/engine.js';
import { explorerCard } from '../analysis/explorer-card.js';
import { keepAnalysis, keptAnalysis } from '../analysis/storage.js';
import { movesCard } from '../analysis/moves-card.js';
import { reviewCard } from '../analysis/review-card.js';
import { textCard } from '../analysis/text-card.js';
import { Tree } from '../analysis/tree.js';
import { go, here } from '../app.js';
import { Board } from '../board/board.js';
import { Explainer, whyNot } from '../board/explainer.js';
import { lastMove, moverAt, readPosition, START, wallOwners } from '../board/history.js';
import { computerPlayers, get, post } from '../lib/api.js';
import { fill, h, resolve } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { setKeys } from '../lib/keys.js';
import { seatName, t } from '../lib/language.js';
import { SEATS_OF } from '../lib/seats.js';
import { change, onChange, settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { commentOf, marksOf, wordsOf } from '../study/marks.js';
import { studyCard, wantedChapter } from '../study/study-card.js';
import { browserTokens, keepTokens } from '../lib/tokens.js';
import { recordedName } from './names.js';
import { placeBars, playerBar, resultText } from './parts.js';
import { describe, spokenMove } from './spoken.js';
import { typedForm, wallButtons } from './table-parts.js';

export async function open(host) {
  const analysis = new Analysis();
  const engine = new Engine();
  const kept = keptAnalysis(address());
  if (kept) await analysis.load(kept.tree, kept.node);
  else await analysis.load(await wantedGame());

  /** @type {import('../../types').Seat} */
  let bottom = 'South';
  const line = h('p.status#status');
  const board = new Board({
    play: (move) => analysis.play(move),
    aimed,
    refused: () => say(line.textContent),
    marked: (marks) => {
      analysis.node.comment = commentOf(wordsOf(analysis.node.comment), marks);
      analysis.tell('changed');
    },
  });
  const explainer = new Explainer(board, {
    game: () => ({ position: analysis.position.position }),
    status,
    viewer: () => null,
  });
  const bar = evalBar();
  const above = h('div.bars.above');
  const below = h('div.bars.below');
  const engineBox = await engineCard(analysis, engine, board, bar);
  const review = reviewCard(analysis, engine, board, () => engineBox.off());
  const moves = movesCard(analysis);
  const explorer = explorerCard(analysis, board);
  const text = textCard(analysis);
  const study = studyCard(analysis, hideAnswers);
  const typed = typedForm(board, playTyped);
  const walls = wallButtons(board);
  const more = h('div.card');
  const tabs = { explorer: explorer.element, text: text.element };
  const table = h(
    'section.table',
    { 'aria-label': t('board') },
    above,
    bar.element,
    board.element,
    below,
    h('div.below-board', line, engineBox.legend, walls.element),
  );
  const side = h(
    'aside.side',
    { 'aria-label': t('analysis.side') },
    engineBox.element,
    review.element,
    study.element,
    moves.element,
    actions(),
    typed.form,
    more,
  );
  const page = h(
    'div.page.table-page.analysis-page',
    h('h1.for-ears', t('analysis.title')),
    table,
    side,
  );
  fill(host, page);
  board.element.addEventListener('wheel', wheel, { passive: false });
  showTab('explorer');
  analysis.on(draw);
  draw('loaded');
  keys();
  analysis.tell('loaded');
  if (new URLSearchParams(location.search).has('review')) review.show();
  const endSettings = onChange(() => draw('changed'));
  return () => {
    endSettings();
    engine.close();
  };

  // Drawing.

  function draw(what) {
    const { position, tree, node } = analysis;
    const start = readPosition(tree.start);
    const played = tree.moves(node);
    board.set({
      position,
      movable: !position.result,
      bottom,
      confirm: settings.confirm,
      paths: settings.paths,
      last: lastMove(start, played),
      owners: wallOwners(start, played),
      marks: marksOf(node.comment),
    });
    if (what === 'shown') return;
    keepAnalysis(address(), analysis);
    board.drawing.element.setAttribute('aria-label', describe(position));
    const groups = placeBars(position.seats, bottom);
    const show = (seat) => {
      const name = recordedName(seat, tree.tags[seat]);
      return playerBar(seat, { position, name, note: seatName(seat) });
    };
    fill(above, groups.above.map(show));
    fill(below, groups.below.map(show));
    bar.flip(bottom === 'North');
    status(null);
    if (what !== 'moved') return;
    if (node.move) say(spokenMove(moverAt(start, played.length - 1), node.move));
    if (settings.reader) say(describe(position, { short: true }));
  }

  function status(words, kind = '') {
    line.textContent = words ?? usualStatus();
    line.className = `status ${words ? kind : ''}`;
  }

  /** While the reader looks for moves, nothing may show them. */
  function hideAnswers(hidden) {
    engineBox.off();
    for (const card of [engineBox, review, moves]) card.element.hidden = hidden;
    more.hidden = hidden;
  }

  function usualStatus() {
    const { position } = analysis;
    const { exact, result, turn } = position;
    if (result) return resultText(result, { seats: {}, yours: [] });
    if (exact?.winner) {
      return t('status.exact', { player: seatName(exact.winner), n: exact.plies });
    }
    return t('status.turn', { player: seatName(turn) });
  }

  function aimed(aim) {
    explainer.aimed(aim);
    walls.show(board.state);
  }

  function showTab(name) {
    const tab = (each) =>
      h(
        'button',
        { id: `tab-${each}`, 'aria-pressed': String(each === name), onclick: () => showTab(each) },
        t(`tab.${each}`),
      );
    fill(more, h('div.tabs', Object.keys(tabs).map(tab)), tabs[name]);
    if (name === 'explorer') explorer.shown();
  }

  function actions() {
    const button = (id, picture, label, run) =>
      h('button', { id, onclick: run }, icon(picture), h('span', t(label)));
    const share = () => {
      showTab('text');
      text.share();
    };
    const clear = () => {
      history.replaceState(null, '', resolve('/analysis'));
      analysis.load(new Tree());
    };
    return h(
      'div.actions',
      h(
        'div.tool-row',
        button('flip', 'flip', 'flip', flip),
        button('edit', 'edit', 'editor', edit),
        button('share-game', 'share', 'text.share', share),
        button('play-on', 'play', 'play.from-here', playOn),
        button('clear', 'clear', 'analysis.clear', clear),
      ),
    );
  }

  // Actions of the player.

  function wheel(event) {
    event.preventDefault();
    if (event.deltaY < 0) analysis.back();
    else analysis.forward();
  }

  function flip() {
    const two = analysis.position.seats.length === 2;
    const order = SEATS_OF[two ? 2 : 4];
    bottom = order[(order.indexOf(bottom) + 1) % order.length];
    draw('changed');
  }

  async function edit() {
    engineBox.off();
    const made = await editor(analysis.position, (position) => {
      close();
      analysis.load(new Tree(position));
    });
    made.side.append(h('button', { onclick: close }, t('cancel')));
    const editing = h(
      'div.page.table-page',
      h('h1.for-ears', t('editor')),
      h('section.table', { 'aria-label': t('board') }, made.board.element),
      h('aside.side', made.side),
    );
    page.replaceWith(editing);
    setKeys([
      { keys: ['r'], label: 'keys.turn', run: () => made.board.turn() },
      { keys: ['Escape'], label: 'keys.cancel', run: () => close() },
    ]);
    function close() {
      editing.replaceWith(page);
      keys();
    }
  }

  async function playOn() {
    const { levels } = await computerPlayers();
    const wanted = settings.start?.level ?? 3;
    const level = levels.find((each) => each.level === wanted) ?? levels[0];
    const { position, seats, turn } = analysis.position;
    const alone = seats.length === 2;
    const occupant = (seat) => {
      if (alone && seat !== turn) return { computer: level.player };
      return { human: alone ? settings.name : '' };
    };
    const occupants = Object.fromEntries(seats.map((seat) => [seat, occupant(seat)]));
    const made = await post('games', { game: { position }, seats: occupants });
    keepTokens(made.game, Object.values(made.tokens));
    go(`/play/${made.game}`);
  }

  function playTyped(move) {
    const problem = whyNot(analysis.position, move);
    if (!problem) board.play(move);
    return problem;
  }

  function keys() {
    const held = () => board.state.aim?.held;
    const step = (key) => {
      if (held()) return board.arrow(key);
      return key === 'ArrowLeft' ? analysis.back() : analysis.forward();
    };
    const beside = (key) =>
      held() ? board.arrow(key) : analysis.beside(key === 'ArrowDown' ? 1 : -1);
    setKeys(
      [
        { keys: ['ArrowLeft', 'ArrowRight'], label: 'keys.step', run: step },
        { keys: ['ArrowUp', 'ArrowDown'], label: 'keys.variation', run: beside },
        { keys: ['Home'], label: 'keys.home', run: () => analysis.first() },
        { keys: ['End'], label: 'keys.end', run: () => analysis.last() },
        { keys: ['w'], label: 'keys.wall', run: () => board.showWall() },
        { keys: ['r'], label: 'keys.turn', run: () => board.turn() },
        { keys: ['Enter'], label: 'keys.place', run: () => board.confirm() },
        { keys: ['Escape'], label: 'keys.cancel', run: () => board.cancel() },
        { keys: [' '], label: 'keys.engine', run: () => engineBox.toggle() },
        { keys: ['m'], label: 'keys.heat', run: () => engineBox.toggleHeat() },
        { keys: ['x'], label: 'keys.flip', run: flip },
        { keys: ['p'], label: 'keys.paths', run: () => change({ paths: !settings.paths }) },
        { keys: ['l'], label: 'keys.reader', run: () => change({ reader: !settings.reader }) },
      ],
      typed.begin,
    );
  }
}

function address() {
  return here() + location.search + location.hash;
}

/**
 * The game of the address: a chapter of a study, of the store, in the link itself, moves, a
 * position, or none.
 */
async function wantedGame() {
  const asked = new URLSearchParams(location.search);
  const chapter = wantedChapter();
  if (chapter) return Tree.from(chapter.study.chapters[chapter.place]);
  const shared = new URLSearchParams(location.hash.slice(1)).get('game');
  if (shared) return Tree.from((await post('import', { text: `share:${shared}` })).games[0]);
  if (asked.has('store')) return storedGame(asked.get('store'));
  if (asked.has('moves')) {
    return Tree.from((await post('import', { text: asked.get('moves') })).games[0]);
  }
  return new Tree(asked.get('position') ?? START);
}

/** A stored game. There is no help in a running game against people. */
async function storedGame(id) {
  const game = await get(`store/games/${encodeURIComponent(id)}`);
  if (game.source === 'live' && game.outcome === null) {
    const { seats } = await get(`games/${encodeURIComponent(id)}`);
    const people = Object.values(seats).filter((who) => !who.computer).length;
    if (people > 1 && people > browserTokens(id).length) throw new Error(t('analysis.not-yet'));
  }
  return Tree.from({ ...game, tags: { ...game.players, ...game.tags } });
}
