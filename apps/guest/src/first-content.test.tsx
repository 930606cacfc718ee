import { act } from '@testing-library/react';
import type { BookingStore, GuestPage } from '@munjigi/contract';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBookingApi } from './book/booking-api.ts';
import { BookingApp } from './book/booking-app.tsx';
import { renderBooking, renderReservation } from './first-content.ts';
import bookEn from './locales/book/en.json';
import bookKr from './locales/book/kr.json';
import en from './locales/en.json';
import kr from './locales/kr.json';
import { GuestApp } from './reservation/guest-app.tsx';
import { createLivePage, type LivePage } from './reservation/live-page.ts';
import type { EarlyStart } from './shared/first-reply.ts';
import type { GuestLanguage } from './shared/guest-language.ts';
import { startRoot } from './shared/start-root.tsx';
import { createTranslate } from './shared/texts.ts';
import { sampleBookingStore } from './testing/sample-booking.ts';
import { SAMPLE_NOW, SAMPLE_TOKEN, samplePage } from './testing/sample-page.ts';

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };
const BOOK_TEXTS = { kr: createTranslate(bookKr), en: createTranslate(bookEn) };
const LANGUAGES = ['kr', 'en'] as const;
const ATTACK = `</div><script>alert('x')</script><b>"'&amp;`;

const requested: string[] = [];
let live: LivePage | null = null;
let root: Root | null = null;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(SAMPLE_NOW) });
  requested.length = 0;
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return new Promise(() => undefined);
  });
  sessionStorage.clear();
});
afterEach(async () => {
  live?.stop();
  live = null;
  await act(async () => root?.unmount());
  root = null;
  document.body.innerHTML = '';
  vi.useRealTimers();
});

const readRoot = () => document.getElementById('root')?.innerHTML ?? '';

/** Takes over the rendered content, as the start of a page does. A difference would be an error on the console. */
async function takeOver(html: string, content: ReactNode, early: EarlyStart = {}): Promise<Element | null> {
  document.body.innerHTML = `<div id="root">${html}</div><div id="late" hidden></div>`;
  const first = document.querySelector('#root main');
  await act(async () => {
    root = startRoot(content, { early, isHydrated: true });
  });
  return first;
}

function guestApp(page: GuestPage, language: GuestLanguage, onSwitchLanguage = () => undefined as void) {
  live = createLivePage({
    token: SAMPLE_TOKEN,
    language,
    first: { status: 200, body: page, language },
    startedAt: performance.now(),
  });
  return (
    <GuestApp
      token={SAMPLE_TOKEN}
      live={live}
      language={language}
      text={TEXTS[language]}
      onSwitchLanguage={onSwitchLanguage}
    />
  );
}

describe('the first content of a reservation', () => {
  const pages: Readonly<Record<string, GuestPage>> = {
    'a stay that begins soon': samplePage(),
    'an unpaid one': samplePage(
      { dueAmount: 20_000 },
      { state: 'PENDING', paidAmount: 0, holdExpiresAt: '2026-11-25T11:00:00.000Z' },
    ),
    'one that is over': samplePage({}, { state: 'COMPLETED' }),
    'names with markup': samplePage({}, { roomName: ATTACK, code: ATTACK }),
  };

  it.each(LANGUAGES.flatMap((language) => Object.keys(pages).map((name) => [name, language] as const)))(
    'is taken over as it is: %s in %s',
    async (name, language) => {
      const page = pages[name] as GuestPage;
      const html = renderReservation(page, language);
      expect(html).not.toContain('<script');
      const before = await takeOver(html, guestApp(page, language));
      expect(document.querySelector('#root main')).toBe(before);
      expect(document.querySelector('h1')?.textContent).toBe(page.reservation.roomName);
      expect(document.getElementById('late')).toBeNull();
      expect(requested).toEqual([]);
    },
  );

  it('shows the time of the data first, and then the present time', async () => {
    const html = renderReservation(samplePage(), 'kr');
    expect(html).toContain('5분');
    const app = guestApp(samplePage(), 'kr');
    // The code has arrived 61 seconds after the document.
    vi.advanceTimersByTime(61_000);
    await takeOver(html, app);
    expect(document.querySelector('[data-testid=countdown]')?.textContent).toContain('3분 59초');
  });

  it('polls five seconds after it has started, and keeps the page for times without a connection (GP-6)', async () => {
    await takeOver(renderReservation(samplePage(), 'kr'), guestApp(samplePage(), 'kr'));
    expect(sessionStorage.getItem('guest-page-4')).toContain(SAMPLE_TOKEN);
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(requested).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(requested).toEqual(['/api/v2/guest/page']);
  });

  it('repeats the last tap on a button that came before the code', async () => {
    const html = renderReservation(samplePage(), 'kr');
    const switched = vi.fn();
    const early: EarlyStart = {};
    document.body.innerHTML = `<div id="root">${html}</div>`;
    early.tapped = document.querySelector('.top button span');
    const app = guestApp(samplePage(), 'kr', switched);
    await act(async () => {
      root = startRoot(app, { early, isHydrated: true });
    });
    expect(switched).toHaveBeenCalledTimes(1);
    expect(early.isStarted).toBe(true);
  });

  it('is not valid by the reply in the document, without a request', () => {
    const first = { status: 401, body: { code: 'GUEST_TOKEN_INVALID' } as never, language: null };
    live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr', first });
    expect(live.getState()).toMatchObject({ isInvalid: true, page: null });
    expect(requested).toEqual([]);
  });
});

describe('the first content of a store', () => {
  const bookingApp = (store: BookingStore, language: GuestLanguage) => (
    <BookingApp
      api={createBookingApi({ product: store.product.slug, storeId: store.id, language })}
      language={language}
      text={BOOK_TEXTS[language]}
      firstStore={store}
      onSwitchLanguage={() => undefined}
    />
  );

  it.each(LANGUAGES)('is taken over as it is, and the store is not requested again: %s', async (language) => {
    for (const store of [sampleBookingStore(), sampleBookingStore({ name: ATTACK, address: ATTACK })]) {
      requested.length = 0;
      const html = renderBooking(store, language);
      expect(html).not.toContain('<script');
      const before = await takeOver(html, bookingApp(store, language));
      expect(document.querySelector('#root main')).toBe(before);
      expect(readRoot()).toContain(BOOK_TEXTS[language]('step.day'));
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(requested.filter((path) => path.endsWith(`/store/${store.id}`))).toEqual([]);
      expect(requested.some((path) => path.includes('/now?'))).toBe(true);
      await act(async () => root?.unmount());
    }
  });
});
