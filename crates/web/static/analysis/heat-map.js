// Maps of all moves: how much worse than the best each is, or how likely the network thinks it.

import { h } from '../lib/dom.js';
import { t } from '../lib/language.js';

/** From this loss on, in steps, a move is as red as can be. */
const WORST = 3;

/** Moves that the policy likes less than this are left out. */
const LEAST_SHARE = 0.002;

/** The maps: what is asked, what the ends of the scale are called, and the colours of the moves. */
const MAPS = {
  heat: {
    name: 'engine.heat',
    ends: () => [t('heat.best'), t('heat.worst', { steps: WORST })],
    question: { type: 'heat', depth: 2 },
    possible: (position) => position.seats.length === 2,
    refusal: 'analysis.two',
    colours: (message) => new Map(message.moves.map(lossColour)),
  },
  policy: {
    name: 'engine.policy',
    ends: () => [t('policy.likely'), t('policy.unlikely')],
    question: { type: 'policy' },
    possible: ({ seats, width, height }) => seats.length === 2 && width === 9 && height === 9,
    refusal: 'policy.official',
    colours: policyColours,
  },
};

/** How a move is coloured by what it loses: 0 is green, 1 red. */
function lossColour({ move, loss }) {
  const bad = Math.min(1, Math.sqrt(loss / WORST));
  return [move, { bad, text: loss < 0.05 ? '0' : `−${loss.toFixed(1)}` }];
}

/** How moves are coloured by their shares of the policy, relative to the largest. */
function policyColours({ moves }) {
  const largest = moves[0]?.share ?? 1;
  const shown = moves.filter(({ share }) => share >= LEAST_SHARE);
  return new Map(
    shown.map(({ move, share }) => [
      move,
      { bad: 1 - Math.sqrt(share / largest), text: `${Math.round(share * 100)} %` },
    ]),
  );
}

/**
 * The buttons of the maps, of which one at most is on.
 * @param {import('./analysis.js').Analysis} analysis
 * @param {import('./engine.js').Engine} engine
 * @param {import('../board/board.js').Board} board
 * @param {(problem: string) => void} failed
 */
export function heatMap(analysis, engine, board, failed) {
  /** @type {keyof typeof MAPS | null} */
  let shown = null;
  let question = 0;
  const names = /** @type {(keyof typeof MAPS)[]} */ (Object.keys(MAPS));
  const toggles = names.map((name) =>
    h(
      'button',
      { id: name, 'aria-pressed': 'false', onclick: () => flip(name) },
      t(MAPS[name].name),
    ),
  );
  const best = h('span');
  const worst = h('span');
  const chance = h('b.chance');
  const scale = h('span.scale', { 'aria-hidden': 'true' });
  const legend = h('div.heat-legend', { hidden: true }, best, scale, worst, chance);

  function set(wanted) {
    shown = wanted && MAPS[wanted].possible(analysis.position) ? wanted : null;
    ask();
  }

  function flip(name) {
    set(shown === name ? null : name);
  }

  function drawToggles() {
    for (const [index, name] of names.entries()) {
      const possible = MAPS[name].possible(analysis.position);
      toggles[index].setAttribute('aria-pressed', String(shown === name));
      toggles[index].disabled = !possible;
      toggles[index].title = possible ? '' : t(MAPS[name].refusal);
    }
  }

  function ask() {
    engine.stop(question);
    board.set({ heat: null });
    if (shown && !MAPS[shown].possible(analysis.position)) shown = null;
    drawToggles();
    legend.hidden = !shown;
    chance.textContent = '';
    if (!shown) return;
    const map = MAPS[shown];
    [best.textContent, worst.textContent] = map.ends();
    if (analysis.position.result) return;
    question = engine.ask({ ...map.question, game: analysis.game() }, (message) => {
      if (message.type === map.question.type) {
        board.set({ heat: map.colours(message) });
        if (message.chance !== undefined && message.chance !== null)
          chance.textContent = t('policy.chance', { n: Math.round(message.chance * 100) });
      } else if (message.type === 'error') failed(message.error);
    });
  }

  drawToggles();
  return { toggles, legend, ask, set, flip: () => flip('heat') };
}
