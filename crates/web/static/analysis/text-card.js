// Import, export and the link that holds a whole game.

import { importAll, post } from '../lib/api.js';
import { root } from '../lib/backend.js';
import { copy, copyAndTell } from '../lib/copy.js';
import { fill, h, select, toast } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { SEATS } from '../lib/seats.js';
import { Tree } from './tree.js';

const FORMATS = 'record standard glendenning hola openspiel saadatinia replay position'.split(' ');

export function textCard(analysis) {
  const text = h('textarea#text', {
    rows: 6,
    'aria-label': t('text.label'),
    placeholder: t('text.placeholder'),
    spellcheck: 'false',
  });
  const formats = FORMATS.map((name) => [name, t(`format.${name}`)]);
  const format = select({ id: 'format', 'aria-label': t('text.format') }, formats, 'record');
  const found = h('div.found');
  const button = (id, run) => h('button', { id, onclick: run }, t(`text.${id}`));
  const element = h(
    'section.text',
    { 'aria-label': t('text') },
    text,
    found,
    h(
      'div.actions',
      button('import', bringIn),
      format,
      button('export', () => write(format.value)),
      button('copy', () => copyAndTell(text.value)),
      button('share', share),
    ),
  );

  async function bringIn() {
    try {
      const { games, problems } = await importAll(text.value);
      const told =
        problems.length || games.length
          ? problems.map((problem) => problem.text)
          : [t('text.nothing')];
      fill(
        found,
        told.map((problem) => h('p.bad', problem)),
        games.length > 1 ? games.map((game, index) => pick(game, index)) : null,
      );
      if (games.length === 1) await show(games[0]);
    } catch (error) {
      fill(found, h('p.bad#import-problem', error.message));
    }
  }

  function pick(game, index) {
    const names = SEATS.map((seat) => game.tags[seat])
      .filter(Boolean)
      .join(' – ');
    return h(
      'button.move',
      { onclick: () => show(game) },
      `${index + 1}. ${names || t('text.game')} (${game.line.moves.length})`,
    );
  }

  async function show(game) {
    const tree = Tree.from(game);
    await analysis.load(tree, tree.end(tree.root));
  }

  async function write(kind) {
    text.value = (await post('export', asked(kind))).text;
  }

  /** A position is that of the board; everything else is the whole game. */
  function asked(kind) {
    if (kind === 'position') return { game: analysis.game(), format: kind };
    const { tree } = analysis;
    return {
      game: { position: tree.start },
      line: tree.toLine(),
      tags: tree.tags,
      result: tree.result,
      format: kind,
    };
  }

  async function share() {
    const { text: code } = await post('export', asked('share'));
    const address = `${location.origin}${root}analysis#game=${code.replace(/^share:/, '')}`;
    text.value = address;
    history.replaceState(null, '', new URL(address).pathname + new URL(address).hash);
    toast(t((await copy(address)) ? 'share.copied' : 'share.made'));
  }

  return { element, share };
}
