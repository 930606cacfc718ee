/**
 * Runs in the browser beside the pages, also when none is open: shows what the server pushes, and leads there (NT-4). It keeps
 * nothing and answers no request: every page comes from the server.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;

interface Message {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly kind: string;
  readonly open: string;
}

/** So long a page may take to say that it goes where it was sent. */
const ANSWER_MS = 1000;
const HOME = '/dashboard';
/** Takes the permission away from who is pushed to and shows nothing, even where a page shows it already. */
const MUST_SHOW = /^(?!.*(?:Chrome|Chromium|Firefox)).*AppleWebKit/.test(navigator.userAgent);

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { open } = (event.notification.data ?? {}) as { open?: unknown };
  event.waitUntil(lead(typeof open === 'string' ? open : HOME));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));

async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data);
  if (message === null) return;
  // Whoever looks at the product sees the bell: the stream was quicker.
  if (!MUST_SHOW && (await pages()).some((page) => page.visibilityState === 'visible')) return;
  const { title, body, lang, kind, open } = message;
  // A later one takes the place of the one before, and is heard; the same one again changes nothing.
  const options = { body, lang, tag: `munjigi-${kind.toLowerCase()}`, renotify: true, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', data: { open } };
  await worker.registration.showNotification(title, options);
}

function read(data: PushMessageData | null): Message | null {
  if (data === null) return null;
  try {
    const { title, body, lang, kind, open } = data.json() as Partial<Record<keyof Message, unknown>>;
    if (typeof title === 'string' && typeof body === 'string' && typeof lang === 'string' && typeof kind === 'string' && typeof open === 'string') return { title, body, lang, kind, open };
  } catch (error) {
    console.warn('A push could not be read', error);
  }
  return null;
}

/** Those of somebody who is signed in. */
async function pages(): Promise<readonly WindowClient[]> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter((page) => new URL(page.url).pathname.startsWith(HOME));
}

/** To a page that is open, which goes there by itself and keeps what is typed in it; or to a new one. Never to another origin. */
async function lead(open: string): Promise<void> {
  const url = new URL(open, worker.location.origin);
  const path = url.origin === worker.location.origin ? url.pathname + url.search : HOME;
  const [page] = [...(await pages())].sort((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  const focused = await page.focus().catch(() => page);
  if (!(await goes(focused, path))) await focused.navigate(path);
}

function goes(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    page.postMessage({ type: 'munjigi-open', path }, [port2]);
    setTimeout(() => resolve(false), ANSWER_MS);
  });
}

/** The push service has another address for this browser. Only a page that is signed in can tell the server: one that is open, or the next. */
async function subscribeAnew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && key) await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const page of await pages()) page.postMessage({ type: 'munjigi-push-changed' }, []);
}
