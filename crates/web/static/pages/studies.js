// The studies of this browser.

import { go } from '../app.js';
import { fill, h, resolve, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { Tree } from '../analysis/tree.js';
import { fromLink, fromRecords } from '../study/records.js';
import { chapterOf, keep, makeStudy, remove, studies } from '../study/storage.js';
import { chapterAddress } from '../study/study-card.js';

export async function open(host) {
  if (location.hash.startsWith('#study=')) {
    if (await openLink(host)) return;
  }
  const list = h('div.study-list');
  const text = h('textarea#study-text', {
    rows: 5,
    'aria-label': t('studies.text'),
    placeholder: t('studies.text'),
    spellcheck: 'false',
  });
  const problems = h('div.found');
  const file = h('input#study-file.for-ears', {
    type: 'file',
    accept: '.pgn,.txt,text/plain',
    onchange: async () => {
      const chosen = file.files[0];
      if (chosen) text.value = await chosen.text();
    },
  });
  fill(
    host,
    h(
      'div.page.studies-page',
      h(
        'header.page-head',
        h('h1', t('studies.title')),
        h('button.primary#new-study', { onclick: make }, icon('edit'), t('studies.new')),
      ),
      h('p.note', t('studies.note')),
      list,
      h(
        'section.card',
        { 'aria-label': t('studies.import') },
        h('h2', t('studies.import')),
        text,
        problems,
        h(
          'div.main-row',
          h('label.button', { for: 'study-file' }, icon('list'), t('studies.file')),
          file,
          h('button#import-study', { onclick: bringIn }, icon('share'), t('studies.import')),
        ),
      ),
    ),
  );
  draw();

  function draw() {
    const all = studies();
    fill(
      list,
      all.length ? h('ul.studies', all.map(row)) : h('p.card.empty#no-studies', t('studies.none')),
    );
  }

  function row(study) {
    const ask = (event) => {
      const { currentTarget: button } = event;
      if (button.dataset.sure) {
        remove(study.id);
        draw();
        return;
      }
      button.dataset.sure = 'yes';
      button.textContent = t('studies.delete.sure');
    };
    return h(
      'li.card',
      h(
        'a',
        { href: chapterAddress(study.id, 0) },
        h('b', study.name),
        h('span.note', t('studies.chapters', { n: study.chapters.length })),
      ),
      h('button.text', { onclick: ask }, t('studies.delete')),
    );
  }

  function make() {
    const chapter = chapterOf(t('study.chapter', { n: 1 }), new Tree());
    const made = makeStudy(t('study.unnamed'), [chapter]);
    if (keep(made)) go(chapterAddress(made.id, 0));
    else toast(t('study.full'), 'bad');
  }

  async function bringIn() {
    try {
      const { study, problems: found } = await fromRecords(text.value, t('study.unnamed'));
      fill(
        problems,
        found.map((problem) => h('p.bad', problem.text)),
        study || found.length ? null : h('p.bad', t('text.nothing')),
      );
      if (!study) return;
      if (!keep(study)) toast(t('study.full'), 'bad');
      text.value = '';
      draw();
    } catch (error) {
      fill(problems, h('p.bad', error.message));
    }
  }
}

/** Opens the study that the link holds; answers whether it did. */
async function openLink(host) {
  let made = null;
  try {
    const text = await fromLink(location.hash);
    made = (await fromRecords(text, t('study.unnamed'))).study;
  } catch {
    made = null;
  }
  history.replaceState(null, '', resolve('/studies'));
  if (!made) {
    toast(t('studies.link.broken'), 'bad');
    return false;
  }
  const same = (each) => JSON.stringify(each.chapters) === JSON.stringify(made.chapters);
  const known = studies().find((each) => each.name === made.name && same(each));
  if (!known && !keep(made)) {
    toast(t('study.full'), 'bad');
    return false;
  }
  const first = made.chapters[0].solve ? '&solve' : '';
  fill(host);
  go(chapterAddress((known ?? made).id, 0) + first);
  return true;
}
