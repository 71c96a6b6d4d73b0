// The heat map: how much worse than the best each move is.

import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';

/** From this loss on, in steps, a move is as red as can be. */
const WORST = 3;

/**
 * @param {import('./desk.js').Desk} desk
 * @param {import('./engine.js').Engine} engine
 * @param {import('../board/board.js').Board} board
 * @param {(problem: string) => void} failed
 */
export function heatMap(desk, engine, board, failed) {
  let on = false;
  let question = 0;
  const toggle = h(
    'button',
    { type: 'button', id: 'heat', 'aria-pressed': 'false', onclick: () => set(!on) },
    t('engine.heat'),
  );
  const legend = h(
    'div',
    { class: 'heat-legend', hidden: true },
    h('span', {}, t('heat.best')),
    h('span', { class: 'scale', 'aria-hidden': 'true' }),
    h('span', {}, t('heat.worst', { steps: WORST })),
  );

  /** Whether all moves can be compared: the player who does so plays with two. */
  function possible() {
    return desk.position.seats.length === 2;
  }

  function set(wanted) {
    on = wanted && possible();
    toggle.setAttribute('aria-pressed', String(on));
    ask();
  }

  function ask() {
    engine.stop(question);
    board.set({ heat: null });
    toggle.disabled = !possible();
    toggle.title = possible() ? '' : t('analysis.two');
    legend.hidden = !on;
    if (!on || !possible() || desk.position.result) return;
    question = engine.ask({ type: 'heat', game: desk.game(), depth: 2 }, (message) => {
      if (message.type === 'heat') board.set({ heat: new Map(message.moves.map(colour)) });
      else if (message.type === 'error') failed(message.error);
    });
  }

  function colour({ move, loss }) {
    const bad = Math.min(1, Math.sqrt(loss / WORST));
    return [move, { bad, text: loss < 0.05 ? '0' : `−${loss.toFixed(1)}` }];
  }

  return { toggle, legend, ask, set, flip: () => set(!on) };
}
