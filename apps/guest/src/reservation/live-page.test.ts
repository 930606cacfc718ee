import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLivePage, serverTime, type LivePage } from './live-page.ts';
import { SAMPLE_NOW, SAMPLE_TOKEN, samplePage } from '../testing/sample-page.ts';

const answers: (() => Promise<Response>)[] = [];
let requests = 0;
/** Every page that a test starts: one that continues would request in the next test. */
const started: LivePage[] = [];

const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const page = () => json(samplePage());
const refusal = (code: string, status: number) => () => json({ code, status }, status);
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function start(options: { token?: string; reply?: Promise<Response> } = {}): LivePage {
  const live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr', ...options });
  started.push(live);
  return live;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z') });
  requests = 0;
  answers.length = 0;
  vi.stubGlobal('fetch', () => {
    requests += 1;
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
  sessionStorage.clear();
});
afterEach(() => {
  for (const live of started.splice(0)) live.stop();
  vi.useRealTimers();
});

describe('the live data of the page (GP-1)', () => {
  it('follows the clock of the server when the clock of the phone is years behind, or is set meanwhile', async () => {
    answers.push(page);
    const { getState } = start();
    await settle();
    expect(serverTime(getState())).toBe(Date.parse(SAMPLE_NOW));
    vi.advanceTimersByTime(1500);
    vi.setSystemTime(new Date('2031-01-01T00:00:00Z'));
    expect(serverTime(getState())).toBe(Date.parse(SAMPLE_NOW) + 1500);
  });

  it('polls every five seconds, and every two while something is under way', async () => {
    answers.push(page);
    const { hurry } = start();
    await settle();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requests).toBe(5);
    const calm = hurry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toBe(10);
    calm();
  });

  it('stops while the page is hidden, and requests at once when it is visible again', async () => {
    answers.push(page);
    start();
    await settle();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toBe(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toBe(2);
    hidden.mockRestore();
  });

  it('counts the time in which the phone slept and its steady clock stood still, also without a connection', async () => {
    answers.push(page, offline);
    const { getState } = start();
    await settle();
    // The clock of the phone continues, the steady one does not.
    vi.setSystemTime(Date.now() + 30 * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(serverTime(getState())).toBe(Date.parse(SAMPLE_NOW) + 30 * 60_000);
    await settle();
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(serverTime(getState())).toBe(Date.parse(SAMPLE_NOW) + 30 * 60_000);
  });

  it('requests the page again after an act, when a request from before it is under way', async () => {
    const replies: ((reply: Response) => void)[] = [];
    answers.push(() => new Promise((resolve) => replies.push(resolve)));
    const { refresh, getState } = start();
    let isFresh = false;
    void refresh().then(() => (isFresh = true));
    expect(requests).toBe(1);
    replies[0]?.(await page());
    await settle();
    expect([requests, isFresh]).toEqual([2, false]);
    replies[1]?.(await json(samplePage({ dueAmount: 7 })));
    await settle();
    expect([requests, isFresh, getState().page?.dueAmount]).toEqual([2, true, 7]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests).toBe(3);
  });

  it.each([
    ['the early request gets no answer', new Promise<Response>(() => undefined)],
    ['the body of the early reply stops', Promise.resolve(new Response(new ReadableStream()))],
  ])('requests the page again when %s for ten seconds', async (_title, reply) => {
    answers.push(page);
    const live = start({ reply });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.getState()).toMatchObject({ page: null, trouble: { kind: 'OFFLINE' } });
    await vi.advanceTimersByTimeAsync(5000);
    expect(live.getState()).toMatchObject({ page: { dueAmount: 0 }, trouble: null });
  });

  it('gives up a body that stops after ten seconds', async () => {
    answers.push(() => Promise.resolve(new Response(new ReadableStream())), page);
    const { getState } = start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(getState().trouble?.kind).toBe('OFFLINE');
    await vi.advanceTimersByTimeAsync(5000);
    expect(getState()).toMatchObject({ page: { dueAmount: 0 }, trouble: null });
  });

  it('replaces a request that hangs when the connection returns, and says nothing of its failure', async () => {
    answers.push(() => new Promise(() => undefined), page);
    const { getState } = start();
    await vi.advanceTimersByTimeAsync(1000);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(requests).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect([requests, getState().page?.dueAmount, getState().trouble]).toEqual([2, 0, null]);
  });

  it('stores nothing that arrives after the reservation was cancelled here', async () => {
    let finish = (_reply: Response): void => undefined;
    answers.push(() => new Promise((resolve) => (finish = resolve)));
    const { stop, getState } = start();
    stop();
    finish(await page());
    await vi.advanceTimersByTimeAsync(60_000);
    expect([getState().page, sessionStorage.getItem('guest-page-3'), requests]).toEqual([null, null, 1]);
  });

  it('keeps the last page without a connection, says since when, and slows down (GP-6)', async () => {
    answers.push(page, offline);
    const { getState } = start();
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(getState().trouble).toEqual({ kind: 'OFFLINE', since: Date.parse(SAMPLE_NOW) + 5000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(getState().trouble?.since).toBe(Date.parse(SAMPLE_NOW) + 5000);
    expect(getState().page?.codes[0]?.code).toBe('482913');
    expect(requests).toBeLessThan(8);
    answers.splice(0, answers.length, page);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(getState().trouble).toBeNull();
  });

  it('shows the last page of the tab after a reload without a connection, with the time that has passed (GP-6)', async () => {
    answers.push(page);
    start();
    await settle();
    vi.advanceTimersByTime(90_000);
    answers.splice(0, answers.length, offline);
    const { getState } = start();
    expect(getState().page?.reservation.code).toBe('ABCD-1234');
    expect(serverTime(getState())).toBe(Date.parse(SAMPLE_NOW) + 90_000);
    await settle();
    expect(getState()).toMatchObject({ isInvalid: false, trouble: { kind: 'OFFLINE' } });
    expect(start({ token: `${SAMPLE_TOKEN}x` }).getState().page).toBeNull();
  });

  it('drops the Wi-Fi and the codes whose window has ended when it shows the last page of the tab (GP-2)', async () => {
    const sample = samplePage();
    const wifi = { name: 'room', password: 'secret', until: '2026-11-25T10:56:00.000Z' };
    answers.push(() =>
      json({
        ...sample,
        arrival: { ...sample.arrival, wifi },
        codes: sample.codes.map((code) => ({ ...code, closesAt: wifi.until })),
      }),
    );
    start();
    await settle();
    const recalled = () => start().getState().page;
    expect(recalled()).toMatchObject({ arrival: { wifi }, codes: [{ state: 'ACTIVE', code: '482913' }] });
    vi.setSystemTime(Date.now() + 60_000);
    expect(recalled()).toMatchObject({ arrival: { wifi: null }, codes: [{ state: 'ENDED', code: null }] });
  });

  it('forgets everything when the link is not valid any more, and asks no more', async () => {
    answers.push(page, refusal('GUEST_TOKEN_INVALID', 401));
    const { getState } = start();
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(getState()).toMatchObject({ isInvalid: true, page: null });
    expect(sessionStorage.getItem('guest-page-3')).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toBe(2);
  });

  it.each([
    ['LIMITED', refusal('TOO_MANY_REQUESTS', 429)],
    ['FAILED', refusal('INTERNAL', 500)],
    ['FAILED', () => Promise.resolve(new Response('<html>a proxy</html>', { status: 502 }))],
    ['FAILED', () => Promise.resolve(new Response('<html>a sign-in to the Wi-Fi</html>', { status: 200 }))],
  ])('keeps the page with the notice %s', async (kind, answer) => {
    answers.push(page, answer);
    const { getState } = start();
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(getState()).toMatchObject({ isInvalid: false, trouble: { kind } });
    expect(getState().page).not.toBeNull();
  });

  it.each(['', 'garbage', 'mjg_', 'mjg_a b', '../api'])('requests nothing for the token «%s»', async (token) => {
    const { getState } = start({ token });
    await settle();
    expect([getState().isInvalid, requests]).toEqual([true, 0]);
  });
});
