// One lesson: a position with a goal, and what was tried.

import { readPosition } from '../board/history.js';
import { practiceTable } from '../learn/practice-table.js';
import { keepSolved } from '../learn/progress.js';
import { get, post } from '../lib/api.js';
import { h, patch } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { say } from '../lib/speech.js';
import { setTitle } from '../lib/title.js';

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

  const box = h('div.lesson-box');
  const table = practiceTable(host, {
    label: t('lessons.title'),
    box,
    start,
    bottom: start.seats.length === 2 ? start.first : 'South',
    attempt: () => attempt,
    goal: () => t(`lesson.${name}.goal`),
    play,
    next,
  });
  draw();

  async function play(move) {
    attempt = await post(`lessons/${name}`, { moves: [...own, move] });
    own = [...own, move];
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

  function draw() {
    const targets = lesson.goal.squares ?? [];
    table.draw({
      marks: attempt.standing === 'open' ? targets.map((to) => ({ from: to, to })) : [],
      hint: showsAnswer ? answer() : null,
    });
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
    patch(
      box,
      h(
        'p.note',
        h('a', { href: '/learn' }, t(`lessons.${lesson.chapter}`)),
        ` · ${t('lesson.of', { at: place, all: chapter.length })}`,
      ),
      h('h1', t(`lesson.${name}.title`)),
      h('p', t(`lesson.${name}.text`)),
      h(
        'p#feedback',
        { class: `lesson ${{ solved: 'right', failed: 'wrong' }[standing] ?? ''}` },
        feedback(),
      ),
      h('div.main-row', buttons(standing)),
    );
  }

  function buttons(standing) {
    const show = () => {
      showsAnswer = true;
      draw();
    };
    const retry = (kind) =>
      h('button#again', { class: kind, onclick: again }, icon('rematch'), t('lesson.again'));
    if (standing === 'solved') {
      const following = lessons[at + 1];
      return [
        h(
          'a.button.primary#next-lesson',
          { href: following ? `/learn/${following.name}` : '/learn' },
          t(following ? 'lesson.next' : 'lesson.finish'),
        ),
        retry(''),
      ];
    }
    if (standing === 'failed') return [retry('primary')];
    const mayShow = answer() !== null && !showsAnswer;
    return [
      h(
        'button#show-answer',
        { disabled: !mayShow, onclick: show },
        icon('hint'),
        t('lesson.answer'),
      ),
      own.length ? retry('') : null,
    ];
  }
}
