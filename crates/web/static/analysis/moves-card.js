// The game with its variations, comments and marks.

import { fill, h, select } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { readPosition } from '../board/history.js';
import { stepper } from '../pages/table-parts.js';
import { commentOf, marksOf, wordsOf } from '../study/marks.js';

const NAGS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function movesCard(analysis) {
  const tree = h('div.tree#tree');
  const box = h('div.moves-box', { tabindex: '0', role: 'region', 'aria-label': t('moves') }, tree);
  const comment = h('input', {
    type: 'text',
    maxlength: 500,
    'aria-label': t('comment'),
    placeholder: t('comment'),
    onchange: () => {
      analysis.node.comment = commentOf(comment.value.trim(), marksOf(analysis.node.comment));
      analysis.tell('changed');
    },
  });
  const mark = select(
    { 'aria-label': t('mark') },
    [['', '–'], ...Object.entries(NAGS)],
    '',
    (nag) => {
      analysis.node.nags = nag ? [Number(nag)] : [];
      analysis.tell('changed');
    },
  );
  const promote = h(
    'button#promote.text',
    { onclick: () => edit('promote') },
    t('variation.promote'),
  );
  const remove = h('button#delete.text', { onclick: () => edit('remove') }, t('variation.delete'));
  const element = h(
    'div.card',
    stepper({
      first: () => analysis.first(),
      back: () => analysis.back(),
      forward: () => analysis.forward(),
      last: () => analysis.last(),
    }),
    box,
    h('div.typed', comment, mark),
    h('div.main-row', promote, remove),
  );

  function edit(how) {
    const to = analysis.tree[how](analysis.node);
    analysis.tell('changed');
    if (to) analysis.goTo(to);
  }

  function draw() {
    fill(tree, commentBox(analysis.tree.root), variation(analysis.tree.root, true));
    comment.value = wordsOf(analysis.node.comment);
    mark.value = analysis.node.nags.find((nag) => nag in NAGS) ?? '';
    promote.disabled = onMain(analysis.node);
    remove.disabled = !analysis.node.parent;
    const current = tree.querySelector('[aria-current]');
    const above = current ? current.offsetTop - box.offsetTop - box.clientHeight / 2 : 0;
    box.scrollTop = Math.max(0, above);
  }

  function onMain(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  function variation(from, numbered) {
    const parts = [];
    let needsNumber = numbered;
    for (let at = from.children[0]; at; at = at.children[0]) {
      parts.push(...move(at, needsNumber));
      needsNumber = Boolean(at.comment);
      for (const other of at.parent.children.slice(1)) {
        parts.push(
          h('span.variation', move(other, true), variation(other, Boolean(other.comment))),
        );
        needsNumber = true;
      }
    }
    return parts;
  }

  function move(node, needsNumber) {
    const many = analysis.position.seats.length;
    const { first } = readPosition(analysis.tree.start);
    const place = node.ply - 1 + analysis.position.seats.indexOf(first);
    const number = Math.floor(place / many) + 1;
    const before = place % many;
    const shown =
      before === 0
        ? `${number}.`
        : needsNumber
          ? `${number}${'.'.repeat(many === 2 ? 3 : before + 1)}`
          : null;
    const marks =
      node.nags.map((nag) => NAGS[nag] ?? '').join('') || MARKS[node.review?.judgement] || '';
    return [
      shown ? h('span.number', shown) : null,
      h(
        'button',
        {
          class: `move judged-${node.review?.judgement ?? 'none'}`,
          'aria-current': node === analysis.node ? 'true' : null,
          onclick: () => analysis.goTo(node),
        },
        node.move,
        marks,
      ),
      commentBox(node),
    ];
  }

  function commentBox(node) {
    const words = wordsOf(node.comment);
    return words ? h('span.comment', words) : null;
  }

  analysis.on(draw);
  return { element };
}
