// One lesson: a position with a goal, and what was tried.

import { Board } from '../board/board.js';
import { Explainer, whyNot } from '../board/explainer.js';
import { lastMove, readPosition, wallOwners } from '../board/history.js';
import { keepSolved } from '../learn/progress.js';
import { get, post } from '../lib/api.js';
import { fill, h, renew } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { setKeys } from '../lib/keys.js';
import { t } from '../lib/language.js';
import { settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { setTitle } from '../lib/title.js';
import { describe } from './spoken.js';
import { typedForm, wallButtons } from './table-parts.js';

export async function open(host, name) {
  const { lessons } = await get('lessons');
  const at = lessons.findIndex((lesson) => lesson.name === name);
  if (at < 0) throw new Error(t('lessons.missing'));
  const lesson = lessons[at];
  const chapter = lessons.filter((each) => each.chapter === lesson.chapter);
  const start = readPosition(lesson.position);
  setTitle(t(`lesson.${name}.title`));

  /** The learner's moves. */
  let own = [];
  let attempt = await post(`lessons/${name}`, { moves: own });
  let showsAnswer = false;
  let busy = false;

  const line = h('p', { class: 'status', id: 'status' });
  const box = h('div', { class: 'lesson-box' });
  const board = new Board({ play, aimed, refused: () => say(line.textContent) });
  const explainer = new Explainer(board, {
    game: () => ({ position: attempt.position.position }),
    status,
    viewer: () => start.first,
  });
  const walls = wallButtons(board);
  const typed = typedForm(board, (move) => {
    if (attempt.standing !== 'open') return t('lesson.over');
    const problem = whyNot(attempt.position, move);
    if (!problem) board.play(move);
    return problem;
  });
  fill(
    host,
    h(
      'div',
      { class: 'page table-page lesson-page' },
      h(
        'section',
        { class: 'table', 'aria-label': t('board') },
        board.element,
        h('div', { class: 'below-board' }, line, walls.element),
      ),
      h('aside', { class: 'side', 'aria-label': t('lessons.title') }, box, typed.form),
    ),
  );
  setKeys(
    [
      {
        keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
        label: 'keys.arrows',
        run: (key) => board.arrow(key),
      },
      { keys: ['w'], label: 'keys.wall', run: () => board.showWall() },
      { keys: ['r'], label: 'keys.turn', run: () => board.turn() },
      { keys: ['Enter'], label: 'keys.place', run: () => board.confirm() || next() },
      { keys: ['Escape'], label: 'keys.cancel', run: () => board.cancel() },
    ],
    (letter) => typed.begin(letter),
  );
  draw();

  async function play(move) {
    if (!move || busy) return;
    busy = true;
    try {
      attempt = await post(`lessons/${name}`, { moves: [...own, move] });
      own = [...own, move];
    } finally {
      busy = false;
    }
    if (attempt.standing === 'solved') keepSolved([name]);
    draw();
    say(feedback());
  }

  async function again() {
    own = [];
    attempt = await post(`lessons/${name}`, { moves: own });
    showsAnswer = false;
    draw();
  }

  function next() {
    /** @type {HTMLElement} */ (box.querySelector('a.primary, button.primary'))?.click();
  }

  function aimed(aim) {
    explainer.aimed(aim);
    walls.show(board.state);
  }

  function status(text, kind = '') {
    line.textContent = text ?? t(`lesson.${name}.goal`);
    line.className = `status ${kind}`;
  }

  function draw() {
    const targets = lesson.goal.squares ?? [];
    board.set({
      position: attempt.position,
      movable: attempt.standing === 'open',
      confirm: settings.confirm,
      last: lastMove(start, attempt.moves),
      owners: wallOwners(start, attempt.moves),
      marks: attempt.standing === 'open' ? targets.map((to) => ({ from: to, to })) : [],
      hint: showsAnswer ? answer() : null,
    });
    status(null);
    board.drawing.element.setAttribute('aria-label', describe(board.state.position));
    walls.show(board.state);
    drawBox();
  }

  /** The move that is right now: the solution's, as long as the learner followed it. */
  function answer() {
    const follows = attempt.moves.every((move, ply) => move === lesson.solution[ply]);
    return follows ? (lesson.solution[attempt.moves.length] ?? null) : null;
  }

  function feedback() {
    if (attempt.standing === 'solved') return t(`lesson.${name}.done`);
    if (attempt.mistake) return t(`lesson.mistake.${attempt.mistake.code}`, attempt.mistake);
    if (showsAnswer) return t('lesson.shown', { move: answer() });
    return own.length ? t('lesson.open') : t(`lesson.${name}.goal`);
  }

  function drawBox() {
    const { standing } = attempt;
    const place = chapter.indexOf(lesson) + 1;
    renew(
      box,
      h(
        'p',
        { class: 'note' },
        h('a', { href: '/learn' }, t(`lessons.${lesson.chapter}`)),
        ` · ${t('lesson.of', { at: place, all: chapter.length })}`,
      ),
      h('h1', {}, t(`lesson.${name}.title`)),
      h('p', {}, t(`lesson.${name}.text`)),
      h(
        'p',
        { class: `lesson ${{ solved: 'right', failed: 'wrong' }[standing] ?? ''}`, id: 'feedback' },
        feedback(),
      ),
      h('div', { class: 'main-row' }, buttons(standing)),
    );
  }

  function buttons(standing) {
    const show = () => {
      showsAnswer = true;
      draw();
    };
    const retry = (kind) =>
      h(
        'button',
        { type: 'button', class: kind, id: 'again', onclick: again },
        icon('rematch'),
        t('lesson.again'),
      );
    if (standing === 'solved') {
      const following = lessons[at + 1];
      return [
        h(
          'a',
          {
            class: 'button primary',
            id: 'next-lesson',
            href: following ? `/learn/${following.name}` : '/learn',
          },
          t(following ? 'lesson.next' : 'lesson.finish'),
        ),
        retry(''),
      ];
    }
    if (standing === 'failed') return [retry('primary')];
    const mayShow = answer() !== null && !showsAnswer;
    return [
      h(
        'button',
        { type: 'button', id: 'show-answer', disabled: !mayShow, onclick: show },
        icon('hint'),
        t('lesson.answer'),
      ),
      own.length ? retry('') : null,
    ];
  }
}
