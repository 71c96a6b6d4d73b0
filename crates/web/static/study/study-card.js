// The study that the game on the analysis board is a chapter of: its chapters, and what can be done
// with them. A game that is in no study can be made one.

import { go } from '../app.js';
import { copy } from '../lib/copy.js';
import { fill, h, toast } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { saveText } from '../lib/save.js';
import { Tree } from '../analysis/tree.js';
import { toLink, toRecords } from './records.js';
import { chapterOf, keep, makeStudy, study as kept } from './storage.js';
import { Solve } from './solve.js';

/** The address of a chapter. */
export function chapterAddress(id, chapter) {
  return `/analysis?study=${id}&chapter=${chapter + 1}`;
}

/** The study and the chapter of the page's address, if there is one. */
export function wantedChapter() {
  const asked = new URLSearchParams(location.search);
  const study = asked.has('study') ? kept(asked.get('study')) : null;
  if (!study) return null;
  const place = Math.min(Math.max(Number(asked.get('chapter') ?? 1), 1), study.chapters.length) - 1;
  return { study, place };
}

/**
 * @param {import('../analysis/analysis.js').Analysis} analysis
 * @param {(solving: boolean) => void} hide hides what would tell the moves
 */
export function studyCard(analysis, hide) {
  const body = h('div.study-body');
  const element = h('section.card.study', { 'aria-label': t('study') }, body);
  const wanted = wantedChapter();
  let study = wanted?.study ?? null;
  const place = wanted?.place ?? 0;
  /** @type {Solve | null} */
  let solve = null;

  function save() {
    if (!study || solve) return;
    const { name, solve: isInteractive } = study.chapters[place];
    const chapter = chapterOf(name, analysis.tree, isInteractive);
    if (JSON.stringify(chapter) === JSON.stringify(study.chapters[place])) return;
    study.chapters[place] = chapter;
    write();
  }

  function write() {
    if (!keep(study)) toast(t('study.full'), 'bad');
  }

  function begin() {
    const made = makeStudy(t('study.unnamed'), [
      chapterOf(t('study.chapter', { n: 1 }), analysis.tree),
    ]);
    if (!keep(made)) {
      toast(t('study.full'), 'bad');
      return;
    }
    go(chapterAddress(made.id, 0));
  }

  function add() {
    const n = study.chapters.length + 1;
    study.chapters.push(chapterOf(t('study.chapter', { n }), new Tree()));
    write();
    go(chapterAddress(study.id, n - 1));
  }

  function removeChapter() {
    study.chapters.splice(place, 1);
    write();
    go(chapterAddress(study.id, Math.max(0, place - 1)));
  }

  async function share() {
    const link = await toLink(study);
    const copied = await copy(link);
    fill(
      body.querySelector('.study-link'),
      h('input#study-link', { readonly: true, value: link, 'aria-label': t('study.link') }),
    );
    toast(t(copied ? 'study.link.copied' : 'study.link.made'));
  }

  async function download() {
    saveText(await toRecords(study), `${study.name}.pgn`);
  }

  function practise() {
    hide(true);
    solve = new Solve(analysis, {
      changed: draw,
      ended: () => {
        solve = null;
        hide(false);
        draw();
      },
    });
    draw();
  }

  function draw() {
    if (!study) {
      fill(
        body,
        h('button.text#make-study', { onclick: begin }, t('study.make')),
        ' ',
        h('a#all-studies', { href: '/studies' }, t('studies.all')),
      );
      return;
    }
    if (solve) {
      fill(body, h('h2', study.chapters[place].name), solve.box());
      return;
    }
    const chapter = study.chapters[place];
    fill(
      body,
      h(
        'header',
        named('study-name', study.name, (name) => (study.name = name)),
      ),
      h('ol.chapters', study.chapters.map(link)),
      named('chapter-name', chapter.name, (name) => (chapter.name = name)),
      h(
        'label.check',
        h('input#interactive', {
          type: 'checkbox',
          checked: chapter.solve,
          onchange: (event) => {
            chapter.solve = event.target.checked;
            write();
            draw();
          },
        }),
        ' ',
        t('study.interactive'),
      ),
      h(
        'div.main-row',
        chapter.solve ? button('practise', practise, 'primary') : null,
        button('add-chapter', add),
        study.chapters.length > 1 ? button('remove-chapter', removeChapter) : null,
        button('share-study', share),
        button('export-study', download),
        h('a.button.text#all-studies', { href: '/studies' }, t('studies.all')),
      ),
      h('div.study-link'),
    );
  }

  function named(id, value, set) {
    const input = h('input', {
      type: 'text',
      id,
      maxlength: 80,
      value,
      'aria-label': t(`study.${id}`),
      onchange: () => {
        const name = input.value.trim();
        if (!name) return;
        set(name);
        write();
        draw();
      },
    });
    return input;
  }

  function link(chapter, index) {
    return h(
      'li',
      h(
        'a',
        { href: chapterAddress(study.id, index), 'aria-current': index === place ? 'page' : null },
        chapter.name,
      ),
    );
  }

  function button(id, run, className = 'text') {
    return h('button', { class: className, id, onclick: run }, t(`study.${id}`));
  }

  analysis.on((what) => {
    if (what === 'changed' || what === 'moved') save();
    // Another game was put on the board: it is not the chapter any more.
    if (what === 'loaded' && study && !wantedChapter()) {
      study = null;
      draw();
    }
  });
  draw();
  if (study?.chapters[place].solve && new URLSearchParams(location.search).has('solve')) practise();
  return { element };
}
