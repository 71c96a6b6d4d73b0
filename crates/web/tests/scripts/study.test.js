// Studies: arrows in comments, and the text in a link.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commentOf, marksOf, wordsOf } from '../../static/study/marks.js';
import { pack, unpack } from '../../static/lib/packed.js';

test('arrows and circles are kept in the comment, and are no words', () => {
  const marks = [
    { from: 'e2', to: 'e4' },
    { from: 'd5', to: 'd5' },
  ];
  const comment = commentOf('The point.', marks);
  assert.equal(comment, '[%csl d5] [%cal e2e4] The point.');
  assert.equal(wordsOf(comment), 'The point.');
  assert.deepEqual(marksOf(comment), [marks[1], marks[0]]);
  assert.equal(commentOf('', []), '');
});

test('colours of other programs are read, and nonsense is not', () => {
  assert.deepEqual(marksOf('[%cal Ge2e4,Rz9a1] [%csl Ya1]'), [
    { from: 'e2', to: 'e4' },
    { from: 'a1', to: 'a1' },
  ]);
  assert.deepEqual(marksOf('no marks'), []);
});

test('a text comes out of a link as it went in', async () => {
  const text = `[Study "Über Wände"]\n\n1. e2 {→ 墙} e8 *\n`.repeat(50);
  const packed = await pack(text);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < text.length / 5);
  assert.equal(await unpack(packed), text);
});

test('a damaged link is refused', async () => {
  const packed = await pack('1. e2 e8 2. e3 e7 *');
  await assert.rejects(unpack(packed.slice(0, -6)));
  await assert.rejects(unpack('!!'));
});

test('a small link with a large text is refused', async () => {
  await assert.rejects(unpack(await pack('a'.repeat(2_000_000))));
});
