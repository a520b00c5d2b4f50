/* The service worker. Keeps every file of one version and answers from them, so that the page needs no network
 * after its first visit, and shows notices while the page is closed. A new version is fetched whole beside the old one and takes over at the next start. */

const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
/* Large and wanted by few: kept from when they are first wanted. Their names tell their content. */
const EXTRAS = ['__EXTRAS__'];
const CACHE = 'fanorona-' + VERSION;
const scope = self.registration.scope;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      // Past the browser's own cache: a file without a name by content may be an old one there.
      cache.addAll(FILES.map((file) => new Request(new URL(file, scope).href, { cache: 'no-cache' }))).then(() => takeOver(cache)),
    ),
  );
});

/* What the version before has kept of the extras need not come again. */
function takeOver(cache) {
  return Promise.all(
    EXTRAS.map((file) => {
      const address = new URL(file, scope).href;
      return caches.match(address).then((kept) => kept && cache.put(address, kept));
    }),
  );
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('fanorona-') && name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

/* The page asks at its start. With another tab open the old version has to stay: its parts are still needed. */
self.addEventListener('message', (event) => {
  if (event.data !== 'take-over-if-alone') return;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      if (open.length <= 1) return self.skipWaiting();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const path = url.href.slice(scope.length).split(/[?#]/)[0];
  if (path === 'api/v1/server') event.respondWith(fetch(request).catch(sayAway));
  if (path.startsWith('api/')) return;
  const file = request.mode === 'navigate' && (path === '' || path === 'index.html') ? './' : path;
  if (EXTRAS.includes(file)) {
    event.respondWith(answerExtra(request, new URL(file, scope).href));
    return;
  }
  if (!FILES.includes(file)) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(new URL(file, scope).href))
      .then((kept) => kept || fetch(request)),
  );
});

/* The page asks at every start what its server can do: without a network the answer is that it is away. */
function sayAway() {
  return new Response('{"name":"away","features":[]}', { headers: { 'content-type': 'application/json' } });
}

/* Kept as it goes by. */
function answerExtra(request, address) {
  return caches.open(CACHE).then((cache) =>
    cache.match(address).then(
      (kept) =>
        kept ||
        fetch(request).then((response) => {
          // Without room it is fetched again next time.
          if (response.ok) cache.put(address, response.clone()).catch(() => undefined);
          return response;
        }),
    ),
  );
}

/* It is somebody's turn and the page is closed. The words come from the server, in the person's language. */
self.addEventListener('push', (event) => {
  const notice = readNotice(event.data);
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      // Whoever looks at the game sees it.
      if (open.some((client) => client.focused && client.url.endsWith(notice.address))) return;
      return self.registration.showNotification(notice.title, {
        body: notice.body,
        tag: notice.address,
        icon: new URL('icon-192.png', scope).href,
        data: notice.address,
      });
    }),
  );
});

function readNotice(data) {
  let told = null;
  try {
    told = data && data.json();
  } catch (error) {
    // What cannot be read is still a notice: the browser demands that one is shown.
  }
  const text = (value, otherwise) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : otherwise);
  const game = told && typeof told.game === 'string' && /^[0-9A-Za-z]{10}$/.test(told.game) ? told.game : null;
  return { title: text(told && told.title, 'Fanorona'), body: text(told && told.body, ''), address: game ? '#/net/' + game : '#/lobby' };
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL('./' + event.notification.data, scope).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      const page = open.find((client) => client.url.startsWith(scope));
      if (!page) return self.clients.openWindow(address);
      return page.focus().then((client) => client.navigate(address));
    }),
  );
});
