import type { PushBrowser } from '@munjigi/contract';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_REPLACED, TOKEN_STORAGE_KEY } from '../../../api/session.ts';
import { answerCalls } from '../../../testing/answers.ts';
import { sampleId } from '../../../testing/samples.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { PUSH_KEY } from '../desktop.ts';
import { parseStoredPush, maintainPushSubscription } from './push-subscription.ts';

const PUBLIC = 'BAEC';
const ENDPOINT = 'https://push.example.com/this';
const SUBSCRIBE = 'POST /api/v2/auth/push';
const unsubscribe = vi.fn(async () => true);
const container = Object.assign(new EventTarget(), {
  startMessages: () => undefined,
  register: async () => registration,
  getRegistration: async () => registration,
  ready: Promise.resolve().then(() => registration),
});
const subscription = {
  options: { applicationServerKey: Uint8Array.of(4, 1, 2).buffer },
  unsubscribe,
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
};
const registration = {
  pushManager: { getSubscription: async () => subscription, subscribe: vi.fn(async () => subscription) },
};

const browser = (id: string): PushBrowser => ({
  id,
  userAgent: '',
  kinds: ['MONEY'],
  createdAt: '2026-11-20T05:00:00.000Z',
  lastDeliveredAt: null,
});
const signedIn = (session: string) =>
  sessionStorage.setItem(TOKEN_STORAGE_KEY, `x.${btoa(JSON.stringify({ exp: 4_000_000_000, sid: session }))}.x`);
const kept = () => parseStoredPush(localStorage.getItem(PUSH_KEY));
let stop: () => void = () => undefined;

beforeEach(() => {
  unsubscribe.mockClear();
  registration.pushManager.subscribe.mockClear();
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  localStorage.setItem(
    PUSH_KEY,
    JSON.stringify({ user: 'kim', id: sampleId(1), kinds: ['MONEY'], session: 'the first' }),
  );
});
afterEach(() => {
  stop();
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('push in this browser calls neither the push service nor the server when nothing changed', async () => {
  signedIn('the first');
  const requests = answerCalls({
    'GET /api/v2/auth/push': () => ({ publicKey: PUBLIC, browsers: [browser(sampleId(1))] }),
  });
  stop = maintainPushSubscription('kim', () => undefined);
  await waitFor(() => expect(requests.get('GET /api/v2/auth/push')).toHaveLength(1));
  expect([requests.has(SUBSCRIBE), kept()?.id]).toEqual([false, sampleId(1)]);
});

it('push in this browser subscribes again in the next session, with the chosen kinds', async () => {
  signedIn('the second');
  const requests = answerCalls({
    'GET /api/v2/auth/push': () => ({ publicKey: PUBLIC, browsers: [browser(sampleId(1))] }),
    [SUBSCRIBE]: () => browser(sampleId(1)),
  });
  stop = maintainPushSubscription('kim', () => undefined);
  await waitFor(() => expect(kept()?.session).toBe('the second'));
  expect(requests.get(SUBSCRIBE)?.[0]?.body).toEqual({
    endpoint: ENDPOINT,
    keys: { p256dh: 'p', auth: 'a' },
    kinds: ['MONEY'],
  });
  expect(registration.pushManager.subscribe).not.toHaveBeenCalled();
});

it('push in this browser replaces the subscription when the server has another key', async () => {
  signedIn('the second');
  answerCalls({
    'GET /api/v2/auth/push': () => ({ publicKey: 'BBBB', browsers: [browser(sampleId(1))] }),
    [SUBSCRIBE]: () => browser(sampleId(1)),
  });
  stop = maintainPushSubscription('kim', () => undefined);
  await waitFor(() => expect(kept()?.session).toBe('the second'));
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'BBBB',
  });
});

it('push in this browser says that push is off after it was removed elsewhere, and does not subscribe again', async () => {
  signedIn('the second');
  const info = vi.spyOn(toast, 'info').mockImplementation(() => undefined);
  const requests = answerCalls({
    'GET /api/v2/auth/push': () => ({ publicKey: PUBLIC, browsers: [browser(sampleId(2))] }),
  });
  stop = maintainPushSubscription('kim', () => undefined);
  await waitFor(() => expect(info).toHaveBeenCalledTimes(1));
  expect([kept(), unsubscribe.mock.calls.length, requests.has(SUBSCRIBE)]).toEqual([null, 1, false]);
});

it('push in this browser unsubscribes for another person, and when the browser no longer allows notifications', async () => {
  signedIn('the second');
  answerCalls({});
  stop = maintainPushSubscription('lee', () => undefined);
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
  expect(kept()).toBeNull();
});

it('push in this browser subscribes again after a password change replaced the session', async () => {
  signedIn('the first');
  const requests = answerCalls({
    'GET /api/v2/auth/push': () => ({ publicKey: PUBLIC, browsers: [browser(sampleId(1))] }),
    [SUBSCRIBE]: () => browser(sampleId(3)),
  });
  stop = maintainPushSubscription('kim', () => undefined);
  await waitFor(() => expect(requests.get('GET /api/v2/auth/push')).toHaveLength(1));
  signedIn('the third');
  window.dispatchEvent(new Event(SESSION_REPLACED));
  await waitFor(() => expect(kept()).toMatchObject({ id: sampleId(3), session: 'the third' }));
});

it('push in this browser opens the path of a clicked notice, and answers the worker', () => {
  signedIn('the first');
  answerCalls({ 'GET /api/v2/auth/push': () => ({ publicKey: PUBLIC, browsers: [browser(sampleId(1))] }) });
  const go = vi.fn();
  stop = maintainPushSubscription('kim', go);
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
  });
  container.dispatchEvent(
    Object.assign(new Event('message'), { data: { type: 'munjigi-open', path: '/dashboard/door' }, ports: [port2] }),
  );
  expect(go).toHaveBeenCalledWith('/dashboard/door');
  return answered.then(() => port1.close());
});
