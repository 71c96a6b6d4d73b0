// Arrows and circles of a position, kept in its comment as other programs do: `[%cal e2e4]` and
// `[%csl e5]`. A colour letter before a square, as chess programs write it, is read and dropped.

const COMMAND = /\[%(cal|csl)\s+([^\]]*)\]\s*/g;
const SQUARE = '[a-i][1-9]';

/**
 * @typedef {{ from: string, to: string }} Mark a circle where both are the same
 */

/** The arrows and circles of a comment. @param {string} comment @returns {Mark[]} */
export function marksOf(comment) {
  const marks = [];
  for (const [, kind, list] of comment.matchAll(COMMAND)) {
    for (const word of list.split(',').map((each) => each.trim())) {
      const pattern = kind === 'cal' ? `^[RGBY]?(${SQUARE})(${SQUARE})$` : `^[RGBY]?(${SQUARE})$`;
      const found = word.match(new RegExp(pattern));
      if (found) marks.push({ from: found[1], to: found[2] ?? found[1] });
    }
  }
  return marks;
}

/** A comment without its arrows and circles: what people read. */
export function wordsOf(comment) {
  return comment.replace(COMMAND, '').trim();
}

/** A comment with words and marks. @param {string} words @param {Mark[]} marks */
export function commentOf(words, marks) {
  const circles = marks.filter(({ from, to }) => from === to).map(({ from }) => from);
  const arrows = marks.filter(({ from, to }) => from !== to).map(({ from, to }) => from + to);
  return [
    circles.length ? `[%csl ${circles.join(',')}]` : '',
    arrows.length ? `[%cal ${arrows.join(',')}]` : '',
    words,
  ]
    .filter(Boolean)
    .join(' ');
}
