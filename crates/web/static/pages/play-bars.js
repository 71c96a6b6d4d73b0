// The players beside the board of a live game, and their clocks.

import { patch } from '../lib/dom.js';
import { t } from '../lib/language.js';
import { computerTitle, playerName, showComputer } from './names.js';
import { clockText, placeBars, playerBar } from './parts.js';

/** Draws the players above and below the board; `table` is the game, see play.js. */
export function drawBars(table, position) {
  const { above, below } = placeBars(position.seats, table.bottom);
  const bar = (seat) => {
    const { computer } = table.state.seats[seat];
    return playerBar(seat, {
      position,
      active: !table.state.result,
      name: playerName(table.state, seat),
      note: seatNote(table, seat),
      said: table.greetings[seat],
      clock: table.state.clock ? clockText(timeLeft(table, seat)) : undefined,
      about: computer ? () => showComputer(computer) : null,
    });
  };
  patch(table.parts.above, above.map(bar));
  patch(table.parts.below, below.map(bar));
  showClocks(table);
}

/** A note behind the name of a player. */
function seatNote(table, seat) {
  const { seats, yours, thinking, to_move: turn } = table.state;
  const who = seats[seat];
  if (who.out) return t('seat.out');
  if (who.computer) {
    if (thinking && turn === seat) return t('thinking');
    // Four bars have no room for it; a click on the name shows it.
    return Object.keys(seats).length === 2 ? computerTitle(who.computer).about : '';
  }
  if (!who.here) return t('seat.away');
  return who.human && yours.length === 1 && yours[0] === seat ? t('you') : '';
}

/** The time that a player has left, in milliseconds. */
function timeLeft(table, seat) {
  const { clock } = table.state;
  const gone = clock.running === seat ? performance.now() - table.received : 0;
  return clock.left[seat] - gone;
}

/** Shows the clocks as they are now. */
export function showClocks(table) {
  const clock = table.state?.clock;
  if (!clock) return;
  for (const element of document.querySelectorAll('[data-clock]')) {
    const { clock: seat } = /** @type {HTMLElement} */ (element).dataset;
    const left = timeLeft(table, seat);
    element.textContent = clockText(left);
    element.classList.toggle('running', clock.running === seat);
    element.classList.toggle('low', left < 20000);
  }
}
