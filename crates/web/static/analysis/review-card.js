// The review of a game: a graph, the verdict on each move, how accurate both were, the moves that
// decided the game, and learning from one's mistakes.

import { get } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { momentsList } from '../learn/moments.js';
import { offerPicture } from '../learn/picture.js';
import { recordedName } from '../pages/names.js';
import { Lesson } from './lesson.js';
import { reviewGraph } from './review-graph.js';
import { keepReview, keptReview } from './storage.js';

/**
 * @param {import('./analysis.js').Analysis} analysis
 * @param {import('./engine.js').Engine} engine
 * @param {import('../board/board.js').Board} board
 * @param {() => void} stopEngine
 */
export function reviewCard(analysis, engine, board, stopEngine) {
  const button = h('button#review-game', { onclick: start }, t('review.start'));
  const body = h('div.review-body');
  const element = h(
    'section.card.review',
    { 'aria-label': t('review') },
    h('header', h('h2', t('review')), button),
    body,
  );
  let question = 0;
  let nodes = [];
  let reviewed = [];
  let summary = null;
  let failure = '';
  /** @type {Lesson | null} */
  let lesson = null;

  function start() {
    if (button.hidden || button.disabled) return;
    engine.stop(question);
    lesson?.end();
    forget();
    nodes = analysis.tree.main();
    for (const node of nodes) node.review = null;
    button.disabled = true;
    const game = analysis.game(nodes.at(-1));
    // The server keeps the review with the game, if it is one of the store.
    const store = storedId();
    question = engine.ask({ type: 'review', game, ...(store ? { store } : {}) }, heard);
    draw();
  }

  function forget() {
    summary = null;
    failure = '';
    reviewed = [];
  }

  function heard(message) {
    if (message.type === 'queued') return;
    if (message.type === 'reviewed') {
      reviewed.push(message);
      nodes[message.ply + 1].review = message;
    } else {
      button.disabled = false;
      if (message.type === 'review') {
        summary = message;
        keepReview(analysis.tree, { reviewed, summary });
      } else failure = message.error ?? '';
    }
    analysis.tell('changed');
  }

  /** The review that this browser made of the same game before. */
  function recall() {
    const kept = keptReview(analysis.tree);
    if (kept) take(kept);
  }

  /** The review that the server keeps with the game. */
  async function recallStored() {
    const id = storedId();
    if (!id || summary) return;
    const { review } = await get(`store/games/${encodeURIComponent(id)}/review`);
    const moves = analysis.tree.main().slice(1);
    const isSame =
      review?.moves.length === moves.length &&
      moves.every((node, at) => node.move === review.moves[at].move);
    if (!isSame || summary || button.disabled) return;
    take({ reviewed: review.moves, summary: review.summary });
    analysis.tell('changed');
  }

  function take(kept) {
    nodes = analysis.tree.main();
    ({ summary, reviewed } = kept);
    for (const message of reviewed) nodes[message.ply + 1].review = message;
  }

  function draw() {
    const main = analysis.tree.main();
    const two = analysis.position?.seats.length === 2;
    const running = button.disabled;
    const done = main.filter((node) => node.review).length;
    button.hidden = !two || main.length < 3;
    button.className = summary ? 'text' : 'primary';
    button.textContent = t(summary ? 'review.again' : 'review.start');
    element.hidden = main.length < 3;
    board.set({ hint: lesson?.answer ?? null });
    fill(
      body,
      failure ? h('p.bad', failure) : null,
      two ? null : h('p.note', t('analysis.two')),
      lesson ? lesson.box() : verdict(),
      running || summary ? reviewGraph(main, analysis.node, (node) => analysis.goTo(node)) : null,
      running ? h('p.note', t('review.running', { done, all: main.length - 1 })) : null,
      summary && !lesson ? results() : null,
    );
  }

  /** The review's judgement of the move that led here. */
  function verdict() {
    const { review } = analysis.node;
    if (!review) {
      return summary ? h('p#verdict.note', t('review.step')) : null;
    }
    const text = t(`judgement.${review.judgement}`, { move: review.move });
    const worse = !['best', 'good'].includes(review.judgement) && review.best;
    const lost = (100 * review.lost_chance).toFixed(0);
    return h(
      'p#verdict',
      h('b', { class: `judged-${review.judgement}` }, text),
      worse ? ` ${t('review.better', { best: review.best, lost })}` : '',
    );
  }

  function results() {
    return [
      h('div.accuracy', analysis.position.seats.map(accuracy)),
      momentsList(reviewed, {
        look: (ply) => analysis.goTo(nodes[ply]),
        viewer: viewer(),
        picture,
      }),
      summary.deciding.length
        ? h('p.deciding', t('review.deciding'), ' ', summary.deciding.map(decider))
        : null,
      h(
        'div.main-row',
        analysis.position.seats.filter((seat) => summary.mistakes[seat]?.length).map(learnButton),
      ),
    ];
  }

  function picture(review) {
    const name = (seat) => recordedName(seat, analysis.tree.tags[seat]);
    offerPicture(analysis.game(nodes.at(-1)), reviewed, review, {
      South: name('South'),
      North: name('North'),
    });
  }

  function accuracy(seat) {
    const percent = summary.accuracy[seat];
    return h(
      'div',
      h('span', { class: `dot ${seat}` }),
      ' ',
      seatName(seat),
      h('br'),
      h('b', percent === null ? '–' : `${percent.toFixed(0)} %`),
      ' ',
      h('span.note', t('review.accuracy')),
    );
  }

  function decider(ply) {
    const node = nodes[ply + 1];
    const go = () => analysis.goTo(node);
    const className = `move judged-${node.review.judgement}`;
    return h('button', { class: className, onclick: go }, node.move);
  }

  function learnButton(seat) {
    const plies = summary.mistakes[seat];
    return h(
      'button.learn',
      { onclick: () => learn(plies) },
      h('span', { class: `dot ${seat}` }),
      t('learn.start', { player: seatName(seat), n: plies.length }),
    );
  }

  function learn(plies) {
    stopEngine();
    const ended = () => {
      lesson = null;
      draw();
    };
    lesson = new Lesson(analysis, engine, { nodes, plies, changed: draw, ended });
  }

  analysis.on((what) => {
    if (what === 'shown') return;
    if (what === 'loaded') {
      engine.stop(question);
      button.disabled = false;
      forget();
      lesson = null;
      analysis.tried = null;
      recall();
      recallStored();
    }
    draw();
  });
  return {
    element,
    /** Shows the review, and makes it if there is none. */
    async show() {
      await recallStored();
      if (!summary) start();
    },
  };
}

/**
 * The seat of who reads the review, if the page was opened from a game with a seat in it.
 * @returns {import('../../types').Seat | null}
 */
function viewer() {
  const asked = new URLSearchParams(location.search).get('as');
  return asked === 'South' || asked === 'North' ? asked : null;
}

/** The number of the game in the store, if the page was opened with one. */
function storedId() {
  return new URLSearchParams(location.search).get('store');
}
