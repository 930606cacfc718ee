import type { Page } from '@playwright/test';
import {
  sampleBookingNow,
  sampleBookingStore,
  sampleBookingTimes,
} from '../../apps/guest/src/testing/sample-booking.ts';
import { openPlainDocuments } from './plain-document.ts';

const DAY_MS = 86_400_000;

const QUOTE = {
  totalAmount: 24_000,
  dueAmount: 24_000,
  roomAmount: 24_000,
  lines: [
    {
      policyId: 'p1',
      label: '주말 저녁 요금',
      startsAt: '2026-11-26T01:00:00.000Z',
      unit: 'SLOT',
      count: 4,
      unitAmount: 6000,
      extraPersons: 0,
      extraPersonAmount: 0,
      amount: 24_000,
    },
  ],
  addOnLines: [],
  discount: null,
  refunds: [{ until: '2026-11-25T01:00:00.000Z', refundPercent: 100, refundAmount: 24_000 }],
};

/** Replies of the booking API by the last part of the path; the store itself has the name `store`. */
type Replies = Readonly<Record<'store' | 'now' | 'times' | 'quote', object>>;

/** Plays a store to the booking page. Its calendar is free, and 27 November is a public holiday. */
export async function playStore(page: Page, over: Partial<Replies> = {}): Promise<void> {
  const replies: Replies = {
    store: sampleBookingStore(),
    now: sampleBookingNow(),
    times: sampleBookingTimes(),
    quote: QUOTE,
    ...over,
  };
  await openPlainDocuments(page);
  await page.route(/\/booking\/store\/[^/]+(\/\w+)?(\?.*)?$/, async (route) => {
    const url = new URL(route.request().url());
    const name = url.pathname.split('/').at(-1) ?? '';
    if (name === 'days') return route.fulfill({ json: { items: listFreeDays(url.searchParams) } });
    return route.fulfill({ json: name in replies ? replies[name as keyof Replies] : replies.store });
  });
}

function listFreeDays(query: URLSearchParams) {
  const from = Date.parse(query.get('from') ?? '2026-11-25');
  return Array.from({ length: Number(query.get('days') ?? 35) }, (_, index) => {
    const date = new Date(from + index * DAY_MS).toISOString().slice(0, 10);
    return { date, freeRoomCount: 1, isClosed: false, isHoliday: date === '2026-11-27' };
  });
}

/** The sample store on Thursday, 26 November, at 00:15: its business date is still Wednesday. */
export async function playAfterMidnight(page: Page): Promise<void> {
  const now = '2026-11-25T15:15:00.000Z';
  const stay = { startsAt: now, endsAt: '2026-11-25T17:00:00.000Z', amount: 24_000 };
  const next = {
    date: '2026-11-25',
    startsAt: '2026-11-25T15:30:00.000Z',
    endsAt: '2026-11-25T17:30:00.000Z',
    amounts: [20_000, 22_000],
  };
  const rooms = [
    { roomId: 'r1', stay, freeUntil: null },
    { roomId: 'r2', stay: null, freeUntil: null },
  ];
  await playStore(page, { store: sampleBookingStore({ now }), now: sampleBookingNow({ now, rooms, next: [next] }) });
}
