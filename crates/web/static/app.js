// The page: which view an address shows, and what all views share.

import { onUpdate, root } from './lib/backend.js';
import { fill, h, resolve, toast } from './lib/dom.js';
import { icon } from './lib/icons.js';
import { setKeys, showKeys } from './lib/keys.js';
import { loadLanguage, t } from './lib/language.js';
import { openSettings } from './lib/settings-dialog.js';
import { onChange, settings } from './lib/settings.js';
import { setTitle } from './lib/title.js';

const view = (path, load, nav, title) => ({ path, load, nav, title });
const VIEWS = [
  view(/^\/$/, () => import('./pages/start.js'), '/', null),
  view(/^\/play\/([\w-]+)$/, () => import('./pages/play.js'), '/', 'play.title'),
  view(/^\/analysis$/, () => import('./pages/analysis.js'), '/analysis', 'nav.analysis'),
  view(/^\/studies$/, () => import('./pages/studies.js'), '/analysis', 'nav.studies'),
  view(/^\/games$/, () => import('./pages/games.js'), '/games', 'nav.games'),
  view(/^\/learn$/, () => import('./pages/learn.js'), '/learn', 'nav.learn'),
  view(/^\/learn\/([\w-]+)$/, () => import('./pages/lesson.js'), '/learn', 'nav.learn'),
  view(/^\/puzzles$/, () => import('./pages/puzzles.js'), '/puzzles', 'nav.puzzles'),
  view(/^\/puzzles\/(\w+)$/, () => import('./pages/puzzle.js'), '/puzzles', 'nav.puzzles'),
  view(/^\/watch$/, () => import('./pages/watch.js'), '/watch', 'nav.watch'),
];

/** @type {[string, string, Parameters<typeof icon>[0]][]} */
const NAV = [
  ['/', 'nav.play', 'play'],
  ['/learn', 'nav.learn', 'learn'],
  ['/puzzles', 'nav.puzzles', 'puzzle'],
  ['/watch', 'nav.watch', 'eye'],
  ['/analysis', 'nav.analysis', 'analyse'],
  ['/games', 'nav.games', 'list'],
];

let close = () => {};
let turn = 0;

/** Goes to another view, by its address. */
export function go(address) {
  history.pushState(null, '', resolve(address));
  scrollTo(0, 0);
  // Keyboard and screen reader continue at the top of the new view.
  document.getElementById('view').focus({ preventScroll: true });
  show();
}

/** The address of the view: a path without the place of the page, `/play/17`. */
export function here() {
  const path = location.pathname;
  const own = path.startsWith(root) ? path.slice(root.length - 1) : path;
  return own.replace(/(?!^)\/(index\.html)?$|^\/index\.html$/, '') || '/';
}

async function show() {
  const mine = ++turn;
  close();
  close = () => {};
  setKeys([]);
  const path = here();
  const view = VIEWS.find((each) => each.path.test(path));
  drawHeader(view?.nav);
  setTitle(view?.title ? t(view.title) : '');
  const host = document.getElementById('view');
  if (!view) {
    showProblem(host, t('page.missing'));
    return;
  }
  try {
    const page = await view.load();
    if (mine !== turn) return;
    fill(host);
    const opened = await page.open(host, path.match(view.path)[1]);
    const leave = typeof opened === 'function' ? opened : () => {};
    if (mine === turn) close = leave;
    else leave();
  } catch (error) {
    const missing = error.status === 404 || error.status === 400;
    if (mine === turn)
      showProblem(host, missing ? t('game.missing') : error.message, error.message);
  }
}

/** A page for what cannot be shown, with ways on. */
function showProblem(host, title, detail = '') {
  setTitle(title);
  fill(
    host,
    h(
      'div.page.problem',
      h('h1', title),
      detail && detail !== title ? h('p.note', detail) : null,
      h(
        'p.main-row',
        h('a.button.primary', { href: '/' }, icon('play'), t('problem.home')),
        h('a.button', { href: '/games' }, t('nav.games')),
      ),
    ),
  );
}

/** Marks the part of the site that the view belongs to, where its address does not tell. */
export function markPart(path) {
  for (const link of document.querySelectorAll('#header nav a')) {
    if (link.getAttribute('href') === path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function drawHeader(here) {
  const links = NAV.map(([href, label, picture]) =>
    h('a', { href, 'aria-current': href === here ? 'page' : null }, icon(picture), t(label)),
  );
  const tool = (id, label, picture, run) =>
    h('button.quiet', { id, title: t(label), 'aria-label': t(label), onclick: run }, icon(picture));
  fill(
    document.getElementById('header'),
    h(
      'a.brand',
      { href: '/', 'aria-label': 'Quoridor' },
      h('img', {
        src: new URL('icon.svg', import.meta.url).pathname,
        alt: '',
        width: 28,
        height: 28,
      }),
      h('span', 'Quoridor'),
    ),
    h('nav', { 'aria-label': t('nav.label') }, links),
    h(
      'div.tools',
      tool('keys-button', 'keys.title', 'keys', showKeys),
      tool('settings-button', 'settings.title', 'settings', openSettings),
    ),
  );
}

function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.board = settings.board;
}

document.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute('download')) return;
  const address = new URL(link.href);
  const isOurs = address.origin === location.origin && address.pathname.startsWith(root);
  if (!isOurs || address.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(address.pathname.slice(root.length - 1) + address.search + address.hash);
});
window.addEventListener('popstate', show);
window.addEventListener('hashchange', () => location.hash.length > 1 && show());
// Uncaught errors are shown to the player.
window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  toast(event.reason?.message ?? String(event.reason), 'bad');
});

onChange(async (changes) => {
  if ('theme' in changes || 'board' in changes) applyTheme();
  if ('language' in changes) {
    await loadLanguage();
    show();
  }
});

onUpdate((take) => toast(t('site.update'), 'info', { label: t('site.update.take'), run: take }));

applyTheme();
await loadLanguage();
show();
