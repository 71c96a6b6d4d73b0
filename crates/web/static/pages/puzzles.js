// The puzzles: that of the day, the next one near the solver's rating, runs, and a review.

import { go } from '../app.js';
import { progressButtons } from '../learn/progress-buttons.js';
import { beginRun, wantedRating } from '../learn/run.js';
import { allPuzzles, nextPuzzle, shownRating, solver } from '../learn/solver.js';
import { fill, h, select, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { change, settings } from '../lib/settings.js';
import { dayPuzzle } from './day-puzzle.js';

export async function open(host) {
  const [puzzles, day] = await Promise.all([allPuzzles(), dayPuzzle()]);
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))];
  const side = h('div.start-side');
  fill(host, h('div.page.start-page.learn-page', day, side));
  draw();

  function draw() {
    const { failed, best, tried } = solver();
    const count = puzzles.filter(({ themes: own }) => !theme() || own.includes(theme())).length;
    const names = ['', ...themes].map((name) => [name, t(`theme.${name || 'all'}`)]);
    fill(
      side,
      h('div.hero', h('h1', t('nav.puzzles')), h('p', t('puzzles.about'))),
      h(
        'div.start',
        h(
          'p.solver-rating',
          h('b#solver-rating', shownRating()),
          ' ',
          h('span.note', t('puzzles.rating', { n: tried.length })),
        ),
        h(
          'label.theme-choice',
          h('span', t('puzzles.theme')),
          select({ id: 'theme' }, names, theme(), (puzzleTheme) => {
            change({ puzzleTheme });
            draw();
          }),
        ),
        h('p.note', t(`theme.${theme() || 'all'}.about`)),
        h(
          'button.primary.play-button#next-puzzle',
          { onclick: next },
          icon('play'),
          h('span', t('puzzles.next', { n: count })),
        ),
        h(
          'div.puzzle-modes',
          mode('streak', 'flag', best.streak),
          mode('timed', 'clock', best.timed),
          h(
            'button#review',
            { disabled: !failed.length, onclick: review },
            icon('rematch'),
            h('span', t('puzzles.review', { n: failed.length })),
          ),
        ),
        progressButtons(draw),
      ),
    );
  }

  function theme() {
    return themes.includes(settings.puzzleTheme) ? settings.puzzleTheme : '';
  }

  function mode(name, picture, best) {
    return h(
      'button',
      { id: name, onclick: () => begin(name) },
      icon(picture),
      h(
        'span',
        t(`puzzles.${name}`),
        h('small', best ? t('puzzles.best', { n: best }) : t(`puzzles.${name}.about`)),
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
