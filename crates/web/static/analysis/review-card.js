// The review of a game: a graph, what each move lost, the moves that decided it, and learning from
// one's mistakes.

import { fill, h, svg } from '../lib/dom.js';
import { seatName, t } from '../lib/language.js';
import { shareOf } from '../pages/parts.js';

const NEARLY_BEST = 0.35;

export function reviewCard(desk, engine, stopEngine) {
  const button = h('button', { type: 'button', id: 'review-game', class: 'primary', onclick: start }, t('review.start'));
  const body = h('div', { class: 'review-body' });
  const element = h('section', { class: 'card review', 'aria-label': t('review') }, h('header', {}, h('h2', {}, t('review')), button), body);
  let question = 0;
  let nodes = [];
  let summary = null;
  let failure = '';
  let lesson = null;

  function start() {
    if (button.hidden || button.disabled) return;
    engine.stop(question);
    endLesson();
    nodes = desk.tree.main();
    for (const node of nodes) node.review = null;
    summary = null;
    failure = '';
    button.disabled = true;
    question = engine.ask({ type: 'review', game: { position: desk.tree.start, moves: desk.tree.moves(nodes.at(-1)) } }, heard);
    draw();
  }

  function heard(message) {
    if (message.type === 'reviewed') {
      nodes[message.ply + 1].review = message;
      desk.tell('changed');
      return;
    }
    if (message.type === 'queued') return;
    button.disabled = false;
    if (message.type === 'review') summary = message;
    else failure = message.error ?? '';
    desk.tell('changed');
  }

  function draw() {
    const main = desk.tree.main();
    const two = desk.position?.seats.length === 2;
    button.hidden = !two || main.length < 3;
    element.hidden = main.length < 3 && !main.some((node) => node.eval);
    const done = main.filter((node) => node.review).length;
    fill(body,
      failure ? h('p', { class: 'bad' }, failure) : null,
      two ? null : h('p', { class: 'note' }, t('analysis.two')),
      graph(main),
      button.disabled ? h('p', { class: 'note' }, t('review.running', { done, all: main.length - 1 })) : null,
      lesson ? lessonBox() : [verdict(), summary ? results() : null]);
  }

  /** South's chance over the game, as far as it is known. */
  function graph(main) {
    const points = main.map((node, index) => ({ index, share: shareBefore(node, main[index + 1]) })).filter(({ share }) => share !== null);
    if (points.length < 2) return null;
    const last = Math.max(main.length - 1, 1);
    const curve = points.map(({ index, share }) => `${(index / last) * 100},${(1 - share) * 100}`);
    const now = main.indexOf(desk.node);
    const ticks = main.filter((node) => ['mistake', 'blunder'].includes(node.review?.judgement))
      .map((node) => svg('rect', { class: 'mistake', x: ((node.ply - 0.5) / last) * 100 - 0.4, y: 94, width: 0.8, height: 6 }));
    return svg('svg', { class: 'graph', viewBox: '0 0 100 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': t('review.graph'), onclick: (event) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      desk.goTo(main[Math.round(((event.clientX - left) / width) * last)]);
    } },
    svg('polygon', { class: 'south', points: `${curve.join(' ')} ${(points.at(-1).index / last) * 100},100 ${(points[0].index / last) * 100},100` }),
    svg('line', { class: 'half', x1: 0, x2: 100, y1: 50, y2: 50 }), svg('polyline', { class: 'curve', points: curve.join(' ') }), ticks,
    now >= 0 ? svg('line', { class: 'now', x1: (now / last) * 100, x2: (now / last) * 100, y1: 0, y2: 100 }) : null);
  }

  function shareBefore(node, next) {
    if (next?.review) return next.review.chance;
    if (node.eval) return 'score' in node.eval ? shareOf(node.eval) : Number(node.eval.wins_in > 0);
    return null;
  }

  /** What the review says about the move that led here. */
  function verdict() {
    const { review } = desk.node;
    if (!review) return null;
    const text = t(`judgement.${review.judgement}`, { move: review.move });
    const better = review.judgement === 'best' ? '' : ` ${t('review.better', { best: review.best, loss: review.loss.toFixed(1) })}`;
    return h('p', { id: 'verdict' }, h('b', { class: `judged-${review.judgement}` }, text), better);
  }

  function results() {
    const main = nodes;
    const { seats } = desk.position;
    return [
      h('div', { class: 'accuracy' }, seats.map((seat) => h('div', {}, h('span', { class: `dot ${seat}` }), ' ', seatName(seat), h('br'), h('b', {}, `${summary.accuracy[seat].toFixed(0)} %`), ' ',
        h('span', { class: 'note' }, t('review.loss', { loss: summary.losses[seat].toFixed(2) }))))),
      summary.deciding.length ? h('p', {}, t('review.deciding'), ' ', summary.deciding.map((ply) =>
        h('button', { type: 'button', class: 'move', onclick: () => desk.goTo(main[ply + 1]) }, `${main[ply + 1].move}`))) : null,
      h('div', { class: 'actions' }, seats.filter((seat) => summary.mistakes[seat]?.length).map((seat) =>
        h('button', { type: 'button', class: 'learn', onclick: () => learn(seat) }, t('learn.start', { player: seatName(seat), n: summary.mistakes[seat].length })))),
    ];
  }

  // Learning: the position before each mistake, to be played better.

  function learn(seat) {
    stopEngine();
    lesson = { seat, plies: summary.mistakes[seat], at: 0 };
    desk.tried = tried;
    ask();
  }

  function ask() {
    lesson.state = 'asked';
    lesson.said = null;
    desk.goTo(nodes[lesson.plies[lesson.at]]);
  }

  function tried(move) {
    const { best } = nodes[lesson.plies[lesson.at] + 1].review;
    lesson.said = move;
    if (move === best) return judge(true);
    lesson.state = 'thinking';
    draw();
    return engine.ask({ type: 'heat', game: desk.game(), depth: 2 }, (message) => {
      if (!lesson) return;
      const found = message.moves?.find((each) => each.move === move);
      judge(Boolean(found) && found.loss <= NEARLY_BEST);
    });
  }

  function judge(right) {
    lesson.state = right ? 'right' : 'wrong';
    draw();
  }

  function endLesson() {
    if (!lesson) return;
    lesson = null;
    desk.tried = null;
    draw();
  }

  function lessonBox() {
    const { review } = nodes[lesson.plies[lesson.at] + 1];
    const next = () => { lesson.at += 1; lesson.at < lesson.plies.length ? ask() : endLesson(); };
    const solved = lesson.state === 'right' || lesson.state === 'shown';
    return h('div', { class: 'lesson', id: 'lesson' },
      h('p', {}, h('b', {}, t('learn.of', { at: lesson.at + 1, all: lesson.plies.length }))),
      h('p', { role: 'status' }, t(`learn.${lesson.state}`, { move: lesson.said ?? review.move, played: review.move, best: review.best })),
      h('div', { class: 'actions' },
        solved ? null : h('button', { type: 'button', onclick: () => { lesson.state = 'shown'; draw(); } }, t('learn.show')),
        h('button', { type: 'button', class: solved ? 'primary' : '', onclick: next }, t('learn.next')),
        h('button', { type: 'button', onclick: endLesson }, t('learn.end'))));
  }

  desk.on((what) => {
    if (what === 'loaded') {
      engine.stop(question);
      button.disabled = false;
      summary = null;
      failure = '';
      lesson = null;
      desk.tried = null;
    }
    draw();
  });
  return { element, start };
}
