// QR codes, compared with those of another encoder: the npm package qrcode 1.5.4, whose rows
// qr-codes.json holds as hexadecimal numbers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { qrCode } from '../../static/lib/qr.js';

const others = JSON.parse(readFileSync(new URL('qr-codes.json', import.meta.url), 'utf8'));

const hexadecimal = (row) => BigInt(`0b${row.map(Number).join('')}`).toString(16);

test('every module is as another encoder has it', () => {
  for (const { text, mask, size, rows } of others) {
    const code = qrCode(text, mask);
    assert.equal(code.length, size);
    assert.equal(code.map(hexadecimal).join(' '), rows, text);
  }
});

test('the mask that is chosen is one of the eight', () => {
  const { text } = others[1];
  const codes = Array.from({ length: 8 }, (_, mask) => JSON.stringify(qrCode(text, mask)));
  assert.equal(new Set(codes).size, 8);
  assert.ok(codes.includes(JSON.stringify(qrCode(text))));
});

test('a text that is too long has no code', () => {
  assert.ok(qrCode('x'.repeat(213)));
  assert.equal(qrCode('x'.repeat(214)), null);
});
