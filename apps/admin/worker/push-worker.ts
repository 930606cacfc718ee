/**
 * Runs in the browser beside the pages, even when none is open: shows pushed notifications, and opens the page of a
 * clicked one (NT-4). It stores nothing and answers no request: every page comes from the server.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;

interface Message {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly kind: string;
  readonly open: string;
}

/** How long a page may take to answer that it navigates. */
const ANSWER_MS = 1000;
const HOME = '/dashboard';
/**
 * Whether this browser (Safari) withdraws the permission after a push without a notification, even if a page shows it
 * already.
 */
const MUST_SHOW = /^(?!.*(?:Chrome|Chromium|Firefox)).*AppleWebKit/.test(navigator.userAgent);

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { open } = (event.notification.data ?? {}) as { open?: unknown };
  event.waitUntil(lead(typeof open === 'string' ? open : HOME));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data);
  if (message === null) return;
  // A visible page shows the bell, which the stream updated earlier. It does not show incidents, and a window that is
  // open on a desk must not silence the person on call.
  if (!MUST_SHOW && message.kind !== 'ON_CALL' && (await pages()).some((page) => page.visibilityState === 'visible'))
    return;
  const { title, body, lang, kind, open } = message;
  // A new notice replaces the one with the same tag and alerts again.
  const options = {
    body,
    lang,
    tag: `munjigi-${kind.toLowerCase()}`,
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { open },
  };
  await worker.registration.showNotification(title, options);
}

function read(data: PushMessageData | null): Message | null {
  if (data === null) return null;
  try {
    const { title, body, lang, kind, open } = data.json() as Partial<Record<keyof Message, unknown>>;
    if (
      typeof title === 'string' &&
      typeof body === 'string' &&
      typeof lang === 'string' &&
      typeof kind === 'string' &&
      typeof open === 'string'
    )
      return { title, body, lang, kind, open };
  } catch (error) {
    console.warn('A push could not be read', error);
  }
  return null;
}

/** The open pages of signed-in people. */
async function pages(): Promise<readonly WindowClient[]> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter((page) => new URL(page.url).pathname.startsWith(HOME));
}

/**
 * Sends the path to an open page, which navigates without a reload and keeps typed text; otherwise opens a new page.
 * Never leads to another origin.
 */
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

/**
 * The push service has changed the address of this browser. Only a signed-in page can send it to the server: an open
 * one, or the next.
 */
async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && key)
    await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const page of await pages()) page.postMessage({ type: 'munjigi-push-changed' }, []);
}
