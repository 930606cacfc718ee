/**
 * Keeps the document and the code of the page of a guest (GP-6) or of a tablet at a door (DP-4) for times without a
 * connection; each folder has its own worker. It keeps no data: the document is the same for every link, and it is kept
 * under one name without the token.
 */
const DOCUMENT = self.location.pathname.startsWith('/d/') ? '/d/' : '/g/';
const CACHE = DOCUMENT === '/d/' ? 'door-display' : 'guest-page';

self.addEventListener('install', (event) => {
  // The page that registered the worker has loaded its files before: they are requested again, from the HTTP cache.
  event.waitUntil(
    caches
      .open(CACHE)
      .then(keepDocument)
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  // A file that the phone opens in its calendar.
  if (pathname.endsWith('.ics')) return;
  if (mode === 'navigate' && pathname.startsWith(DOCUMENT)) event.respondWith(answerDocument(event));
  else if (pathname.startsWith('/g-assets/')) event.respondWith(answerFile(event.request));
});

/** The newest document, or the stored one without a connection. */
async function answerDocument(event) {
  const cache = await caches.open(CACHE);
  try {
    const reply = await fetch(event.request);
    if (reply.ok) event.waitUntil(keepDocument(cache));
    return reply;
  } catch (error) {
    const stored = await cache.match(DOCUMENT);
    if (stored) return stored;
    throw error;
  }
}

async function answerFile(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

/** Keeps the document with every file that it names, and removes those of earlier versions. */
async function keepDocument(cache) {
  const reply = await fetch(DOCUMENT);
  if (!reply.ok) return;
  const files = new Set((await reply.clone().text()).match(/\/g-assets\/[\w.-]+/g));
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll([...files].filter((file) => !stored.includes(file)));
  await cache.put(DOCUMENT, reply);
  for (const file of stored) if (file !== DOCUMENT && !files.has(file)) await cache.delete(file);
}
