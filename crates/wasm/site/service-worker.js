// Keeps the page for when there is no network. Every version has a cache of its own, which is
// filled before the version takes over; games are in IndexedDB and are not touched.

const VERSION = '{{version}}';
const FILES = JSON.parse('{{files}}');
/** Large files, which are kept when they are first asked for. */
const LATER = JSON.parse('{{later}}');
const PREFIX = 'quoridor-';
const root = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const fresh = (file) => new Request(new URL(file, root), { cache: 'reload' });
    await cache.addAll(FILES.map(fresh));
    // The network of the levels is wanted by almost everybody, but the page does not wait for it.
    cache.add(fresh(LATER[0])).catch(() => {});
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== root.origin) return;
  event.respondWith(answer(request, url));
});

async function answer(request, url) {
  const cache = await caches.open(PREFIX + VERSION);
  // Every view is the same page.
  const wanted = request.mode === 'navigate' ? new URL('index.html', root) : url;
  const kept = await cache.match(wanted, { ignoreSearch: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  const file = url.pathname.slice(root.pathname.length);
  if (fetched.ok && LATER.includes(file)) await cache.put(url, fetched.clone());
  return fetched;
}
