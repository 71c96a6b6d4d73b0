// The lessons: the rules step by step, and themes of good play.

import { showcase } from './showcase.js';
import { get } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { progressButtons } from '../learn/progress-buttons.js';
import { solvedLessons } from '../learn/progress.js';

const CHAPTERS = ['rules', 'practice'];

export async function open(host) {
  const { lessons } = await get('lessons');
  const shown = showcase();
  const side = h('div.start-side');
  fill(host, h('div.page.start-page.learn-page', shown.element, side));
  draw();
  return () => shown.close();

  function draw() {
    const solved = solvedLessons();
    const next = lessons.find(({ name }) => !solved.includes(name));
    const done = lessons.filter(({ name }) => solved.includes(name)).length;
    const label = !next ? 'lessons.again' : done ? 'lessons.go-on' : 'lessons.begin';
    fill(
      side,
      h('div.hero', h('h1', t('lessons.title')), h('p', t('lessons.about'))),
      h(
        'div.start',
        h(
          'a.button.primary.play-button#go-on',
          { href: `/learn/${(next ?? lessons[0]).name}` },
          icon('play'),
          h('span', t(label)),
        ),
        progressBar(done, lessons.length),
        CHAPTERS.map((chapter) => chapterList(chapter, solved)),
        progressButtons(draw),
      ),
    );
  }

  function chapterList(chapter, solved) {
    const items = lessons.filter((lesson) => lesson.chapter === chapter);
    const row = ({ name }) => {
      const done = solved.includes(name);
      return h(
        'li',
        h(
          'a',
          { href: `/learn/${name}`, class: done ? 'done' : '' },
          h('span.lesson-mark', done ? icon('check') : null),
          t(`lesson.${name}.title`),
          done ? h('span.for-ears', t('lessons.done')) : null,
        ),
      );
    };
    return items.length
      ? h('section', h('h2', t(`lessons.${chapter}`)), h('ol.lesson-list', items.map(row)))
      : null;
  }
}

function progressBar(done, all) {
  const text = t('lessons.progress', { done, all });
  return h(
    'div.lesson-progress',
    h('progress', { max: all, value: done, 'aria-label': text }),
    h('span.note', text),
  );
}
