// A picture of a moment of a game, to keep or to send: the board, and the graph of the game.

import { post } from '../lib/api.js';
import { dialog, h } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { save } from '../lib/save.js';
import { sentence } from './coach.js';

/** Pixels of a PNG for each unit of the drawing. */
const SCALE = 2;

/**
 * Shows the picture of a moment, and offers it as SVG and PNG.
 * @param {{ position: string, moves: string[] }} game the whole game
 * @param {any[]} reviewed all reviewed moves
 * @param {any} review the moment
 * @param {{ South: string, North: string }} names
 */
export async function offerPicture(game, reviewed, review, names) {
  const chances = reviewed.map(({ chance }) => chance);
  const asked = { game, ply: review.ply + 1, chances, names, text: sentence(review) };
  const { svg } = await post('picture', asked);
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const image = h('img.moment-picture', { src: address, alt: sentence(review) });
  const name = `quoridor-${review.ply + 1}-${review.move}`;
  const png = async () => save(await toPng(image), `${name}.png`);
  dialog(
    t('picture.title'),
    image,
    h(
      'div.main-row',
      h('a.button#save-svg', { href: address, download: `${name}.svg` }, 'SVG'),
      h('button#save-png', { onclick: png }, 'PNG'),
    ),
  );
}

async function toPng(image) {
  await image.decode();
  const canvas = h('canvas', {
    width: image.naturalWidth * SCALE,
    height: image.naturalHeight * SCALE,
  });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
