// The puzzles: that of the day, the next one near the solver's rating, runs, and a review.

import { go } from '../app.js';
import { kept } from '../learn/kept.js';
import { beginRun, wantedRating } from '../learn/run.js';
import { allPuzzles, nextPuzzle, shownRating, solver } from '../learn/solver.js';
import { fill, h, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { change, settings } from '../lib/settings.js';
import { dayPuzzle } from './day-puzzle.js';

export async function open(host) {
  const [puzzles, day] = await Promise.all([allPuzzles(), dayPuzzle()]);
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))];
  const side = h('div', { class: 'start-side' });
  fill(host, h('div', { class: 'page start-page learn-page' }, day, side));
  draw();

  function draw() {
    const { failed, best, tried } = solver();
    const count = puzzles.filter(({ themes: own }) => !theme() || own.includes(theme())).length;
    fill(
      side,
      h('div', { class: 'hero' }, h('h1', {}, t('nav.puzzles')), h('p', {}, t('puzzles.about'))),
      h(
        'div',
        { class: 'start' },
        h(
          'p',
          { class: 'solver-rating' },
          h('b', { id: 'solver-rating' }, shownRating()),
          ' ',
          h('span', { class: 'note' }, t('puzzles.rating', { n: tried.length })),
        ),
        h(
          'label',
          { class: 'theme-choice' },
          h('span', {}, t('puzzles.theme')),
          h(
            'select',
            {
              id: 'theme',
              onchange: (event) => {
                change({ puzzleTheme: event.target.value });
                draw();
              },
            },
            ['', ...themes].map((name) =>
              h(
                'option',
                { value: name, selected: name === theme() },
                t(name ? `theme.${name}` : 'theme.all'),
              ),
            ),
          ),
        ),
        h('p', { class: 'note' }, t(theme() ? `theme.${theme()}.about` : 'theme.all.about')),
        h(
          'button',
          { type: 'button', class: 'primary play-button', id: 'next-puzzle', onclick: next },
          icon('play'),
          h('span', {}, t('puzzles.next', { n: count })),
        ),
        h(
          'div',
          { class: 'puzzle-modes' },
          mode('streak', 'flag', best.streak),
          mode('timed', 'clock', best.timed),
          h(
            'button',
            { type: 'button', id: 'review', disabled: !failed.length, onclick: review },
            icon('rematch'),
            h('span', {}, t('puzzles.review', { n: failed.length })),
          ),
        ),
        kept(draw),
      ),
    );
  }

  function theme() {
    return themes.includes(settings.puzzleTheme) ? settings.puzzleTheme : '';
  }

  function mode(name, picture, best) {
    return h(
      'button',
      { type: 'button', id: name, onclick: () => begin(name) },
      icon(picture),
      h(
        'span',
        {},
        t(`puzzles.${name}`),
        h('small', {}, best ? t('puzzles.best', { n: best }) : t(`puzzles.${name}.about`)),
      ),
    );
  }

  function next() {
    const wish = { near: shownRating(), theme: theme(), not: solver().tried };
    const found = nextPuzzle(puzzles, wish);
    const query = theme() ? `?theme=${theme()}` : '';
    go(`/puzzles/${found.id}${query}`);
  }

  function begin(name) {
    const run = beginRun(name);
    const { id } = nextPuzzle(puzzles, { near: wantedRating(run), not: [] });
    go(`/puzzles/${id}?mode=${name}`);
  }

  function review() {
    const known = solver().failed.find((id) => puzzles.some((puzzle) => puzzle.id === id));
    if (known) go(`/puzzles/${known}?mode=review`);
    else toast(t('puzzles.no-review'));
  }
}
