// The best lines of the engine: all their moves, each with its position on hovering it.

import { h } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { valueText } from '../pages/parts.js';

/**
 * `play` gets the moves up to the one that was clicked, `preview` those up to the one that is
 * pointed at, or null.
 * @param {{ play: (moves: string[]) => void, preview: (moves: string[] | null) => void }} on
 * @param {string} [id]
 */
export function engineLines({ play, preview }, id = 'lines') {
  const element = h('ol.lines', { id, onmouseleave: () => preview(null) });

  /** A move of a line; it stays the same element while the line grows. */
  function moveButton(line, at) {
    const moves = () => line.moves.slice(0, at + 1);
    return h(
      'button.move',
      {
        onclick: () => play(moves()),
        onmouseenter: () => preview(moves()),
        onfocus: () => preview(moves()),
        onblur: () => preview(null),
      },
      line.moves[at],
    );
  }

  function draw(line, { value, moves }) {
    line.value.textContent = value;
    if (line.moves.join() === moves.join()) return;
    const same = line.moves.findIndex((move, at) => move !== moves[at]);
    const keep = same < 0 ? line.moves.length : same;
    line.moves = moves;
    while (line.list.children.length > keep) line.list.lastChild.remove();
    for (let at = keep; at < moves.length; at++) line.list.append(moveButton(line, at));
  }

  const shown = [];
  return {
    element,
    /** @param {{ value: string, moves: string[] }[]} lines */
    show(lines) {
      while (shown.length > lines.length) {
        shown.pop();
        element.lastChild.remove();
      }
      while (shown.length < lines.length) {
        const line = { moves: [], value: h('b.worth'), list: h('span.line') };
        shown.push(line);
        element.append(h('li', line.value, line.list));
      }
      lines.forEach((line, at) => draw(shown[at], line));
    },
  };
}

/**
 * The value of a line in words: seen by South in games for two, by the player to move otherwise.
 * Engines that are compared have one unit, South's winning chances.
 * @param {{
 *   value?: import('../../types').Value,
 *   south?: import('../../types').Value | null,
 *   chance?: number | null,
 * }} line
 * @param {import('../../types').Position} position
 */
export function worth(line, { seats, turn }, isCompared = false) {
  const proof = line.value?.win_in ?? line.value?.loss_in;
  if (proof !== undefined && seats.length === 2) {
    const winner = 'win_in' in line.value ? turn : seats.find((seat) => seat !== turn);
    return t('wins.short', { player: seatName(winner), n: proof });
  }
  const { chance } = line;
  if (isCompared && typeof chance === 'number') return valueText({ chance });
  return valueText(line.south ?? line.value);
}
