// The game with its variations, comments and marks.

import { fill, h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/language.js';
import { readPosition } from '../board/history.js';
import { commentOf, marksOf, wordsOf } from '../study/marks.js';

const NAGS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function movesCard(desk) {
  const tree = h('div', { class: 'tree', id: 'tree' });
  const box = h(
    'div',
    { class: 'moves-box', tabindex: '0', role: 'region', 'aria-label': t('moves') },
    tree,
  );
  const comment = h('input', {
    type: 'text',
    maxlength: 500,
    'aria-label': t('comment'),
    placeholder: t('comment'),
    onchange: () => {
      desk.node.comment = commentOf(comment.value.trim(), marksOf(desk.node.comment));
      desk.tell('changed');
    },
  });
  const mark = h(
    'select',
    {
      'aria-label': t('mark'),
      onchange: () => {
        desk.node.nags = mark.value ? [Number(mark.value)] : [];
        desk.tell('changed');
      },
    },
    h('option', { value: '' }, '–'),
    Object.entries(NAGS).map(([nag, text]) => h('option', { value: nag }, text)),
  );
  const step = (label, picture, run) =>
    h(
      'button',
      { type: 'button', 'aria-label': t(label), title: t(label), onclick: run },
      icon(picture),
    );
  const element = h(
    'div',
    { class: 'card' },
    h(
      'div',
      { class: 'stepper' },
      step('keys.home', 'home', () => desk.first()),
      step('keys.back', 'back', () => desk.back()),
      step('keys.forward', 'forward', () => desk.forward()),
      step('keys.end', 'end', () => desk.last()),
    ),
    box,
    h('div', { class: 'typed' }, comment, mark),
    h(
      'div',
      { class: 'main-row' },
      h(
        'button',
        {
          type: 'button',
          id: 'promote',
          class: 'text',
          onclick: () => {
            desk.tree.promote(desk.node);
            desk.tell('changed');
          },
        },
        t('variation.promote'),
      ),
      h(
        'button',
        {
          type: 'button',
          id: 'delete',
          class: 'text',
          onclick: () => {
            const to = desk.tree.remove(desk.node);
            desk.tell('changed');
            desk.goTo(to);
          },
        },
        t('variation.delete'),
      ),
    ),
  );

  function draw() {
    fill(tree, commentBox(desk.tree.root), variation(desk.tree.root, true));
    comment.value = wordsOf(desk.node.comment);
    mark.value = desk.node.nags.find((nag) => nag in NAGS) ?? '';
    element.querySelector('#promote').disabled = onMain(desk.node);
    element.querySelector('#delete').disabled = !desk.node.parent;
    const current = tree.querySelector('[aria-current]');
    if (current)
      box.scrollTop = Math.max(0, current.offsetTop - box.offsetTop - box.clientHeight / 2);
    else box.scrollTop = 0;
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
          h(
            'span',
            { class: 'variation' },
            move(other, true),
            variation(other, Boolean(other.comment)),
          ),
        );
        needsNumber = true;
      }
    }
    return parts;
  }

  function move(node, needsNumber) {
    const many = desk.position.seats.length;
    const { first } = readPosition(desk.tree.start);
    const place = node.ply - 1 + desk.position.seats.indexOf(first);
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
      shown ? h('span', { class: 'number' }, shown) : null,
      h(
        'button',
        {
          type: 'button',
          class: `move judged-${node.review?.judgement ?? 'none'}`,
          'aria-current': node === desk.node ? 'true' : null,
          onclick: () => desk.goTo(node),
        },
        node.move,
        marks,
      ),
      commentBox(node),
    ];
  }

  function commentBox(node) {
    const words = wordsOf(node.comment);
    return words ? h('span', { class: 'comment' }, words) : null;
  }

  desk.on(draw);
  return { element };
}
