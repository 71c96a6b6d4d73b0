// The page: which view an address shows, and what all views share.

import { onUpdate, root } from './lib/backend.js';
import { fill, h, placed, toast } from './lib/dom.js';
import { icon } from './lib/icons.js';
import { setKeys, showKeys } from './lib/keys.js';
import { loadLanguage, t } from './lib/language.js';
import { openSettings } from './lib/settings-dialog.js';
import { onChange, settings } from './lib/settings.js';
import { setTitle } from './lib/title.js';

const VIEWS = [
  { path: /^\/$/, load: () => import('./pages/start.js'), nav: '/', title: null },
  {
    path: /^\/play\/([\w-]+)$/,
    load: () => import('./pages/play.js'),
    nav: '/',
    title: 'play.title',
  },
  {
    path: /^\/analysis$/,
    load: () => import('./pages/analysis.js'),
    nav: '/analysis',
    title: 'nav.analysis',
  },
  {
    path: /^\/studies$/,
    load: () => import('./pages/studies.js'),
    nav: '/analysis',
    title: 'nav.studies',
  },
  { path: /^\/games$/, load: () => import('./pages/games.js'), nav: '/games', title: 'nav.games' },
  { path: /^\/learn$/, load: () => import('./pages/learn.js'), nav: '/learn', title: 'nav.learn' },
  {
    path: /^\/learn\/([\w-]+)$/,
    load: () => import('./pages/lesson.js'),
    nav: '/learn',
    title: 'nav.learn',
  },
  {
    path: /^\/puzzles$/,
    load: () => import('./pages/puzzles.js'),
    nav: '/puzzles',
    title: 'nav.puzzles',
  },
  {
    path: /^\/puzzles\/(\w+)$/,
    load: () => import('./pages/puzzle.js'),
    nav: '/puzzles',
    title: 'nav.puzzles',
  },
  { path: /^\/watch$/, load: () => import('./pages/watch.js'), nav: '/watch', title: 'nav.watch' },
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
  history.pushState(null, '', placed(address));
  scrollTo(0, 0);
  // Those who go on with the tabulator, or listen, begin at the top of the new view.
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
      'div',
      { class: 'page problem' },
      h('h1', {}, title),
      detail && detail !== title ? h('p', { class: 'note' }, detail) : null,
      h(
        'p',
        { class: 'main-row' },
        h('a', { class: 'button primary', href: '/' }, icon('play'), t('problem.home')),
        h('a', { class: 'button', href: '/games' }, t('nav.games')),
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
    h(
      'button',
      { type: 'button', class: 'quiet', id, title: t(label), 'aria-label': t(label), onclick: run },
      icon(picture),
    );
  fill(
    document.getElementById('header'),
    h(
      'a',
      { class: 'brand', href: '/', 'aria-label': 'Quoridor' },
      h('img', {
        src: new URL('icon.svg', import.meta.url).pathname,
        alt: '',
        width: 28,
        height: 28,
      }),
      h('span', {}, 'Quoridor'),
    ),
    h('nav', { 'aria-label': t('nav.label') }, links),
    h(
      'div',
      { class: 'tools' },
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
window.addEventListener('unhandledrejection', (event) =>
  toast(event.reason?.message ?? String(event.reason), 'bad'),
);

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
