import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DISPLAY_TOKEN, PLAN_NOW, samplePlan } from '../testing/sample-plan.ts';
import { DisplayApp } from './display-app.tsx';
import { createLiveDisplay, presentTime, type LiveDisplay } from './live-display.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time of the server runs with the fake steady clock; the wall clock of the tablet is years behind. */
let serverStart = 0;
const serverNow = () => new Date(Date.parse(PLAN_NOW) + performance.now() - serverStart).toISOString();
const requests: { etag: string | null; authorization: string | null }[] = [];
let answer: (etag: string | null) => Promise<Response>;
const started: LiveDisplay[] = [];
let reloads = 0;
const reload = () => {
  reloads += 1;
};

const headers = (etag: string) => ({ etag, 'x-server-time': serverNow() });
const planReply =
  (plan = samplePlan(), etag = '"one"') =>
  (version: string | null) =>
    Promise.resolve(
      version === etag
        ? new Response(null, { status: 304, headers: headers(etag) })
        : new Response(JSON.stringify(plan), { status: 200, headers: headers(etag) }),
    );
const refusal =
  (code = 'DISPLAY_TOKEN_INVALID') =>
  () =>
    Promise.resolve(new Response(JSON.stringify({ code, status: 401 }), { status: 401 }));
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
function close(): void {
  cleanup();
  for (const live of started.splice(0)) live.stop();
}
/** Time passes while no page is open, which needs no rendering. */
async function closeFor(ms: number): Promise<void> {
  close();
  await advance(ms);
}
async function open(): Promise<LiveDisplay> {
  close();
  const live = createLiveDisplay(DISPLAY_TOKEN);
  started.push(live);
  render(<DisplayApp live={live} reload={reload} />);
  await advance(0);
  return live;
}
const text = () => document.body.textContent ?? '';
const kind = () => document.querySelector('main')?.dataset['kind'];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z') });
  serverStart = performance.now();
  localStorage.clear();
  requests.length = 0;
  reloads = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = planReply();
  vi.stubGlobal('fetch', (_path: string, { headers: sent }: { headers: Record<string, string> }) => {
    const etag = sent['If-None-Match'] ?? null;
    requests.push({ etag, authorization: sent['Authorization'] ?? null });
    return answer(etag);
  });
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the tablet at a door (DP-3)', () => {
  it('shows now, until when and what is next in both languages, by the time of the server', async () => {
    await open();
    expect(requests[0]).toEqual({ etag: null, authorization: `Bearer ${DISPLAY_TOKEN}` });
    expect(kind()).toBe('FREE');
    for (const shown of [
      '1번 룸',
      '비어 있음',
      'Available',
      '17:00까지',
      'Available until 17:00',
      '2시간 0분 남음',
      '17:00–19:00',
    ])
      expect(text()).toContain(shown);
    expect(text()).toContain('23:30–01:30');
    expect(text()).toContain('영업 10:00–02:00');
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('/b/playroom/s1');
  });

  it('changes its state on the second, without a request', async () => {
    await closeFor(2 * HOUR_MS - 2000);
    await open();
    answer = offline;
    await advance(1000);
    expect(kind()).toBe('FREE');
    expect(text()).toContain('1 min left');
    await advance(1000);
    expect(kind()).toBe('IN_USE');
    expect(text()).toContain('Until 19:00');
  });

  it('asks every half minute with the entity tag, and takes a changed plan over', async () => {
    await open();
    await advance(90_000);
    expect(requests.map(({ etag }) => etag)).toEqual([null, '"one"', '"one"', '"one"']);
    answer = planReply(samplePlan({ busy: [], roomName: '새 이름' }), '"two"');
    await advance(30_000);
    expect(text()).toContain('새 이름');
    expect(text()).toContain('예정된 예약이 없어요');
  });

  it('shows what a stay that starts now costs only while the room is free for it and the price is known (BK-14)', async () => {
    const price = 'Scan to start now · 60 min ₩10,000';
    await open();
    expect(text()).toContain('QR로 지금 시작하기 · 60분 10,000원');
    expect(text()).toContain(price);
    // 59 minutes before the next stay.
    await closeFor(HOUR_MS + MINUTE_MS);
    await open();
    expect([kind(), text().includes(price), text().includes('Scan to book')]).toEqual(['FREE', false, true]);
    await closeFor(4 * HOUR_MS);
    await open();
    expect([kind(), text().includes(price)]).toEqual(['FREE', true]);
    answer = offline;
    await advance(MINUTE_MS);
    expect(text()).not.toContain(price);
  });

  it('shows no QR code in a store without online booking', async () => {
    answer = planReply(samplePlan({ booking: null }));
    await open();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('reloads at night, once', async () => {
    await closeFor(13 * HOUR_MS - 2000);
    await open();
    await advance(1000);
    expect(reloads).toBe(0);
    await advance(10_000);
    expect(reloads).toBe(1);
  });
});

describe('a tablet without a connection (DP-4)', () => {
  it('says since when, and keeps computing for days, until it says that it does not know', async () => {
    await open();
    answer = offline;
    await advance(MINUTE_MS);
    expect(text()).toContain('Offline since 15:00');
    await closeFor(DAY_MS);
    await open();
    expect(text()).toContain('Offline since Wed 15:00');
    expect(kind()).toBe('FREE');
    await closeFor(7 * DAY_MS);
    await open();
    expect(kind()).toBe('UNKNOWN');
    expect(text()).toContain('지금 상태를 알 수 없어요');
    answer = planReply(samplePlan({ until: '2026-12-10T06:00:00.000Z' }), '"two"');
    window.dispatchEvent(new Event('online'));
    await advance(0);
    expect(kind()).not.toBe('UNKNOWN');
    expect(text()).not.toContain('Offline');
  });

  it('asks less and less often, at most every five minutes', async () => {
    answer = offline;
    await open();
    await advance(HOUR_MS);
    expect(requests.length).toBeGreaterThanOrEqual(13);
    expect(requests.length).toBeLessThanOrEqual(17);
  });

  it('restarts with the stored plan and the right time, although the clock of the tablet is years behind', async () => {
    await open();
    answer = offline;
    await closeFor(3 * HOUR_MS);
    const live = await open();
    expect(kind()).toBe('IN_USE');
    expect(presentTime(live.getState())).toBe(Date.parse(PLAN_NOW) + 3 * HOUR_MS);
    expect(text()).toContain('18:00');
  });

  it('follows the server when the clock of the tablet is set while it runs', async () => {
    const live = await open();
    vi.setSystemTime(new Date('2031-01-01T00:00:00Z'));
    await advance(1000);
    expect(presentTime(live.getState())).toBe(Date.parse(PLAN_NOW) + 1000);
  });

  it('does not guess the time after a restart whose clock was lost', async () => {
    await open();
    answer = offline;
    await closeFor(HOUR_MS);
    vi.setSystemTime(new Date('1970-01-01T00:00:00Z'));
    await open();
    expect(kind()).toBe('UNKNOWN');
    answer = planReply();
    window.dispatchEvent(new Event('online'));
    await advance(0);
    expect(kind()).toBe('FREE');
  });

  it('shows nothing of another link, and says that the server cannot be reached', async () => {
    localStorage.setItem(
      'door-display-plan-1',
      JSON.stringify({ token: 'mjd_other', plan: samplePlan({ roomName: '남의 룸' }), etag: null }),
    );
    localStorage.setItem('door-display-seen-1', '{broken');
    answer = offline;
    await open();
    await advance(1000);
    expect(text()).not.toContain('남의 룸');
    expect(text()).toContain('The server cannot be reached');
  });

  it('keeps its plan when a proxy or the sign-in of a Wi-Fi answers in place of the server', async () => {
    await open();
    for (const foreign of [
      () => Promise.resolve(new Response('<html>Sign in</html>', { status: 200 })),
      () => Promise.resolve(new Response('<html>Sign in</html>', { status: 401 })),
      refusal('NOT_SIGNED_IN'),
      () => Promise.resolve(new Response('{', { status: 200, headers: headers('"x"') })),
    ]) {
      answer = foreign;
      await advance(6 * MINUTE_MS);
      expect(text()).toContain('1번 룸');
    }
    expect(text()).toContain('Offline since');
  });
});

describe('a revoked tablet (DP-1)', () => {
  it('says so, forgets the plan, asks again every ten minutes, and comes back by itself', async () => {
    await open();
    answer = refusal();
    await advance(30_000);
    expect(text()).toContain('This display is no longer connected');
    expect(text()).not.toContain('1번 룸');
    expect(localStorage.length).toBe(0);
    const before = requests.length;
    await advance(9 * MINUTE_MS);
    expect(requests.length).toBe(before);
    answer = planReply();
    await advance(MINUTE_MS);
    expect(requests.length).toBe(before + 1);
    expect(kind()).toBe('FREE');
  });
});

describe('a tablet that sleeps', () => {
  it('asks at once when the page is visible again, and by the slept time until the reply', async () => {
    const live = await open();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await advance(5 * MINUTE_MS);
    expect(requests).toHaveLength(1);
    answer = offline;
    // The steady clock stood still for an hour.
    vi.setSystemTime(Date.now() + HOUR_MS);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await advance(0);
    expect(requests).toHaveLength(2);
    expect(presentTime(live.getState())).toBe(Date.parse(PLAN_NOW) + HOUR_MS + 5 * MINUTE_MS);
  });
});
