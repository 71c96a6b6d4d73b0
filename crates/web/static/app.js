// The page: which view an address shows, and what all views share.

import { h, fill, toast } from './lib/dom.js';
import { setKeys, showKeys } from './lib/keys.js';
import { loadLanguage, t } from './lib/language.js';
import { onChange, settings } from './lib/settings.js';
import { openSettings } from './lib/settings-dialog.js';

const VIEWS = [
  { path: /^\/$/, load: () => import('./pages/start.js'), nav: '/' },
  { path: /^\/play\/([\w-]+)$/, load: () => import('./pages/play.js'), nav: '/' },
  { path: /^\/analysis$/, load: () => import('./pages/analysis.js'), nav: '/analysis' },
  { path: /^\/games$/, load: () => import('./pages/games.js'), nav: '/games' },
  { path: /^\/watch$/, load: () => import('./pages/watch.js'), nav: '/watch' },
];
const NAV = [['/', 'nav.play'], ['/analysis', 'nav.analysis'], ['/games', 'nav.games'], ['/watch', 'nav.watch']];

let close = () => {};
let turn = 0;

/** Goes to another view, by its address. */
export function go(address) {
  history.pushState(null, '', address);
  scrollTo(0, 0);
  // Who goes on with the tabulator, or listens, begins at the top of the new view.
  document.getElementById('view').focus({ preventScroll: true });
  show();
}

async function show() {
  const mine = ++turn;
  close();
  close = () => {};
  setKeys([]);
  const view = VIEWS.find(({ path }) => path.test(location.pathname));
  drawHeader(view?.nav);
  const host = document.getElementById('view');
  if (!view) {
    fill(host, h('p', { class: 'empty' }, t('page.missing')));
    return;
  }
  try {
    const page = await view.load();
    if (mine !== turn) return;
    fill(host);
    const opened = await page.open(host, location.pathname.match(view.path)[1]);
    if (mine === turn) close = opened ?? (() => {});
    else opened?.();
  } catch (error) {
    if (mine === turn) fill(host, h('p', { class: 'empty bad' }, error.message));
  }
}

function drawHeader(here) {
  const links = NAV.map(([href, label]) => h('a', { href, 'aria-current': href === here ? 'page' : null }, t(label)));
  fill(document.getElementById('header'),
    h('a', { class: 'brand', href: '/', 'aria-label': 'Quoridor' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), h('span', {}, 'Quoridor')),
    h('nav', { 'aria-label': t('nav.label') }, links),
    h('div', { class: 'tools' },
      h('button', { type: 'button', class: 'quiet', id: 'keys-button', title: t('keys.title'), 'aria-label': t('keys.title'), onclick: showKeys }, '?'),
      h('button', { type: 'button', class: 'quiet', id: 'settings-button', title: t('settings.title'), 'aria-label': t('settings.title'), onclick: openSettings }, '⚙')));
}

function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute('download')) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || address.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(address.pathname + address.search + address.hash);
});
window.addEventListener('popstate', show);
window.addEventListener('hashchange', () => location.hash.length > 1 && show());
window.addEventListener('unhandledrejection', (event) => toast(event.reason?.message ?? String(event.reason), 'bad'));

onChange(async (changes) => {
  if ('theme' in changes) applyTheme();
  if ('language' in changes) {
    await loadLanguage();
    show();
  }
});

applyTheme();
await loadLanguage();
show();
