import type { PushKind } from '@munjigi/contract';
import i18next from 'i18next';
import { call, isProblem } from '../../../api/call.ts';
import { accessToken, decodeToken, SESSION_REPLACED } from '../../../api/session.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { PUSH_KEY, notifyListeners } from '../desktop.ts';

/** Push to this browser while no window is open: switching it on and off, and keeping it across sign-ins (NT-4). */

interface Kept {
  readonly user: string;
  /** The server's id of this browser. */
  readonly id: string;
  readonly kinds: readonly PushKind[];
  /** The session in which the subscription was last sent to the server. */
  readonly session: string;
}

/** Served by the application; the server forbids caching it (`http/pages/web.ts`). */
const WORKER = '/push-worker.js';
const UNSUBSCRIBE_MS = 2000;

/** Parses the stored text: `null` without a valid one. */
export function parseStoredPush(text: string | null): Kept | null {
  try {
    return JSON.parse(text ?? 'null') as Kept | null;
  } catch (error) {
    console.warn('What is kept of push cannot be read', error);
    return null;
  }
}

const readKept = () => parseStoredPush(localStorage.getItem(PUSH_KEY));

function keep(stored: Kept | null): void {
  if (stored === null) localStorage.removeItem(PUSH_KEY);
  else localStorage.setItem(PUSH_KEY, JSON.stringify(stored));
  notifyListeners();
}

/**
 * Asks for the browser's permission unless it was asked before. Called only by a person's click. False when it was
 * refused.
 */
export async function enablePush(user: string, kinds: readonly PushKind[], publicKey: string): Promise<boolean> {
  const permission = await Notification.requestPermission();
  notifyListeners();
  if (permission !== 'granted') return false;
  await sendPushSubscription(user, kinds, publicKey);
  return true;
}

/** Sends the subscription to the server. A change of kinds sends the same subscription. */
export async function sendPushSubscription(user: string, kinds: readonly PushKind[], publicKey: string): Promise<void> {
  const { endpoint, keys } = (await subscription(publicKey)).toJSON();
  const { id } = await call('POST /api/v2/auth/push', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      kinds: [...kinds],
    },
  });
  keep({ user, id, kinds, session: sessionNow() });
}

async function subscription(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await pushManager.getSubscription();
  if (present !== null && isOf(present, publicKey)) return present;
  // The subscription belongs to another server or an old key.
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isOf({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  return (
    key !== null &&
    btoa(String.fromCharCode(...new Uint8Array(key)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '') === publicKey
  );
}

export async function disablePush(): Promise<void> {
  const stored = readKept();
  if (stored !== null) await removePushBrowser(stored.id);
  await forgetHere();
}

/** A subscription that the server no longer has counts as removed. */
export async function removePushBrowser(id: string): Promise<void> {
  try {
    await call('DELETE /api/v2/auth/push/{browserId}', { params: { browserId: id } });
  } catch (error) {
    if (!isProblem(error) || error.status !== 404) throw error;
  }
}

/**
 * Switches off on the browser's side: unsubscribes from the push service, even if the call to the server fails. Takes
 * at most `UNSUBSCRIBE_MS`.
 */
async function forgetHere(): Promise<void> {
  keep(null);
  await unsubscribeSoon();
}

/** The same for a sign-out: the page is left afterwards, so no listener is called. */
export async function dropPushSubscription(): Promise<void> {
  localStorage.removeItem(PUSH_KEY);
  await unsubscribeSoon();
}

async function unsubscribeSoon(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, UNSUBSCRIBE_MS));
  await Promise.race([
    late,
    unsubscribe().catch((error: unknown) => console.warn('The browser keeps its subscription', error)),
  ]);
}

async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * While a person is signed in: keeps the subscription across a new session, and opens the path of a clicked notice
 * here. Returns the function that stops it.
 */
export function maintainPushSubscription(user: string, go: (path: string) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined) return () => undefined;
  const attempt = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => console.warn('Push to this browser could not be kept up', error));
  const handleMessage = ({ data, ports }: MessageEvent<{ type?: string; path?: string }>) => {
    if (data.type === 'munjigi-push-changed') attempt(() => renewPushSubscription(user));
    if (data.type !== 'munjigi-open' || data.path === undefined) return;
    ports[0]?.postMessage('goes');
    go(data.path);
  };
  const replaced = () => attempt(() => renewPushSubscription(user));
  container.addEventListener('message', handleMessage);
  container.startMessages();
  window.addEventListener(SESSION_REPLACED, replaced);
  attempt(() => restorePushSubscription(user));
  return () => {
    container.removeEventListener('message', handleMessage);
    window.removeEventListener(SESSION_REPLACED, replaced);
  };
}

/** Checks the subscription of an earlier session after a sign-in. */
async function restorePushSubscription(user: string): Promise<void> {
  const stored = readKept();
  if (stored === null) return;
  // Another person's subscription, or one that is no longer allowed, is removed.
  if (stored.user !== user || Notification.permission !== 'granted') return forgetHere();
  const { publicKey, browsers } = await call('GET /api/v2/auth/push');
  const isThere = browsers.some(({ id }) => id === stored.id);
  if (isThere && stored.session === sessionNow()) return;
  if (isThere) return sendPushSubscription(user, stored.kinds, publicKey);
  // The subscription was removed elsewhere, or its session was ended, and its owner should know.
  await forgetHere();
  await i18next.loadNamespaces('push');
  toast.info(i18next.t('push:ended'));
}

async function renewPushSubscription(user: string): Promise<void> {
  const stored = readKept();
  if (stored?.user !== user) return;
  await sendPushSubscription(user, stored.kinds, (await call('GET /api/v2/auth/push')).publicKey);
}

function sessionNow(): string {
  const token = accessToken();
  return token === null ? '' : String(decodeToken(token)['sid']);
}
