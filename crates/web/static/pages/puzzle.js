// One puzzle: a position in which exactly one move wins, alone or as part of a run.

import { go } from '../app.js';
import { readPosition } from '../board/history.js';
import { practiceTable } from '../learn/practice-table.js';
import * as runs from '../learn/run.js';
import {
  allPuzzles,
  keepForReview,
  nextPuzzle,
  rate,
  shownRating,
  solver,
} from '../learn/solver.js';
import { post } from '../lib/api.js';
import { copyAndTell } from '../lib/copy.js';
import { h, resolve, patch } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { say } from '../lib/speech.js';
import { setTitle } from '../lib/title.js';

/** Milliseconds until a run goes on after a puzzle was solved. */
const PAUSE = 700;

export async function open(host, id) {
  const query = new URLSearchParams(location.search);
  const theme = query.get('theme');
  const mode = query.get('mode');
  let run = runs.currentRun(mode);
  const [puzzles, first] = await Promise.all([
    allPuzzles(),
    post(`puzzles/${id}`, { moves: [] }).catch((error) => {
      throw error.status === 404 ? new Error(t('puzzles.missing')) : error;
    }),
  ]);
  const start = readPosition(first.start);
  const goal = () => t('puzzle.goal', { player: seatName(start.first) });
  setTitle(t('puzzle.title'));

  let attempt = first;
  /** The solver's moves. */
  let own = [];
  let showsAnswer = false;
  /** Whether the first attempt is over, and by how much it changed the rating. */
  let isCounted = false;
  let gain = null;
  /** The record of a run that has just ended. */
  let record = null;
  let pause = 0;

  const box = h('div.lesson-box');
  const table = practiceTable(host, {
    label: t('nav.puzzles'),
    box,
    start,
    bottom: start.first,
    attempt: () => attempt,
    goal,
    play,
    next: () => /** @type {HTMLElement} */ (box.querySelector('button.primary'))?.click(),
  });
  const clock = run?.end ? setInterval(tick, 250) : 0;
  draw();
  const begun = query.get('move');
  if (begun && first.position.steps.concat(first.position.legal_walls).includes(begun)) {
    // A reload starts again without the move.
    history.replaceState(null, '', location.pathname);
    await play(begun);
  }
  return () => {
    clearInterval(clock);
    clearTimeout(pause);
  };

  async function play(move) {
    attempt = await post(`puzzles/${id}`, { moves: [...own, move] });
    own = [...own, move];
    if (attempt.standing !== 'open' && !isCounted) await count(attempt.standing === 'solved');
    draw();
    say(feedback());
  }

  async function count(solved) {
    isCounted = true;
    keepForReview(id, solved);
    if (!run) {
      gain = await rate(id, solved);
      return;
    }
    runs.countAttempt(id, solved);
    if (runs.isOver(run)) record = runs.endRun();
    else if (solved) pause = setTimeout(next, PAUSE);
  }

  function tick() {
    if (record === null && runs.isOver(run)) {
      record = runs.endRun();
      draw();
      say(feedback());
    }
    const time = box.querySelector('#time');
    if (time && record === null) time.textContent = runs.timeLeft(run);
  }

  async function again() {
    own = [];
    attempt = first;
    draw();
  }

  function showAnswer() {
    showsAnswer = true;
    again();
  }

  function next() {
    clearTimeout(pause);
    if (run && record === null) {
      const wish = { near: runs.wantedRating(run), not: run.seen };
      go(`/puzzles/${nextPuzzle(puzzles, wish).id}?mode=${mode}`);
    } else if (mode === 'review') {
      const left = solver().failed.filter((other) => other !== id);
      const known = left.find((other) => puzzles.some((puzzle) => puzzle.id === other));
      go(known ? `/puzzles/${known}?mode=review` : '/puzzles');
    } else {
      const wish = { near: shownRating(), theme, not: [...solver().tried, id] };
      const found = nextPuzzle(puzzles, wish);
      go(`/puzzles/${found.id}${theme ? `?theme=${theme}` : ''}`);
    }
  }

  function runAgain() {
    run = runs.beginRun(/** @type {'streak' | 'timed'} */ (mode));
    record = null;
    next();
  }

  /** The solution's next move, as long as it is followed. */
  function answer() {
    const { solution } = lastOver();
    const follows = attempt.moves.every((move, ply) => move === solution?.[ply]);
    return follows ? (solution?.[attempt.moves.length] ?? null) : null;
  }

  /** Keeps the solution, which only a finished attempt has. */
  function lastOver() {
    if (attempt.solution) first.solution = attempt.solution;
    return first;
  }

  function draw() {
    lastOver();
    if (record !== null && attempt.standing === 'open') attempt = { ...attempt, standing: 'over' };
    table.draw({ hint: showsAnswer && attempt.standing === 'open' ? answer() : null });
    drawBox();
  }

  function feedback() {
    const { standing, moves } = attempt;
    if (record !== null) return t('run.over', { n: run.solved });
    if (standing === 'solved') return t(showsAnswer ? 'puzzle.shown' : 'puzzle.solved');
    if (standing === 'failed') {
      return t('puzzle.failed', { move: own.at(-1), answer: moves.at(-1) });
    }
    if (showsAnswer) return t('lesson.shown', { move: answer() });
    return own.length ? t('lesson.open') : goal();
  }

  function drawBox() {
    const { standing } = attempt;
    const isOver = standing !== 'open';
    patch(
      box,
      h(
        'p.note',
        h('a', { href: '/puzzles' }, t('nav.puzzles')),
        run ? ` · ${t(`puzzles.${mode}`)}` : mode === 'review' ? ` · ${t('review.title')}` : null,
      ),
      h('h1', t('puzzle.title')),
      run ? runLine() : null,
      h(
        'p#feedback',
        { class: `lesson ${{ solved: 'right', failed: 'wrong' }[standing] ?? ''}` },
        feedback(),
      ),
      isCounted || record !== null ? facts() : null,
      h('div.main-row', buttons(isOver)),
      isOver ? h('div.main-row', links()) : null,
    );
  }

  function runLine() {
    return h(
      'p.run-line',
      h('b#run-solved', run.solved),
      ' ',
      h('span.note', t('run.solved', { n: run.solved })),
      ' ',
      h(
        'span#run-mistakes.note',
        t('run.mistakes', { mistakes: run.mistakes, all: runs.MISTAKES }),
      ),
      run.end && record === null ? h('b#time', { role: 'timer' }, runs.timeLeft(run)) : null,
    );
  }

  /** After an attempt: the puzzle's rating and themes, and the solver's rating. */
  function facts() {
    if (record !== null) return h('p.note', t('puzzles.best', { n: record }));
    const themes = first.themes.map((name) => t(`theme.${name}`)).join(', ');
    const sign = gain > 0 ? '+' : '';
    return h(
      'p.note',
      t('puzzle.facts', { rating: first.rating, themes }),
      run || gain === null
        ? null
        : h('b#solver-rating', t('puzzle.gain', { rating: shownRating(), gain: `${sign}${gain}` })),
    );
  }

  function buttons(isOver) {
    const button = (name, label, picture, run, kind = '') =>
      h('button', { id: name, class: kind, onclick: run }, icon(picture), t(label));
    if (record !== null) return [button('run-again', 'run.again', 'rematch', runAgain, 'primary')];
    const retry = button('again', 'lesson.again', 'rematch', again);
    const show = button('show-answer', 'lesson.answer', 'hint', showAnswer);
    const onward = button('next-puzzle', 'puzzle.next', 'forward', next, 'primary');
    if (run) return isOver ? [onward] : [];
    if (!isOver) return isCounted ? [own.length ? retry : null, showsAnswer ? null : show] : [];
    const solved = attempt.standing === 'solved';
    return [onward, solved ? null : retry, solved || showsAnswer ? null : show];
  }

  function links() {
    const game = new URLSearchParams({ position: first.start });
    const link = `${location.origin}${resolve(`/puzzles/${id}`)}`;
    const copyLink = () => copyAndTell(link, 'copied.link');
    return [
      h('a.button', { href: `/analysis?${game}` }, icon('analyse'), t('analyse')),
      h('button.text#copy-link', { onclick: copyLink }, icon('copy'), t('puzzle.link')),
    ];
  }
}
