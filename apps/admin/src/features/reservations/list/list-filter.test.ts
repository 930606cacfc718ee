import { describe, expect, it } from 'vitest';
import { boardReservation } from '../../../testing/board-samples.ts';
import { STORES } from '../../../testing/render-screen.tsx';
import { hasReservationFilters, isOwed, listQuery, mayBeListed, readListFilter } from './list-filter.ts';

const read = (text: string) =>
  readListFilter(new URLSearchParams(text), STORES[0].id, { timeZone: 'Asia/Seoul', today: '2026-11-21' });

describe('the filter of the reservation list', () => {
  it('is read from the address, and days become the instants of the store (SH-6)', () => {
    const filter = read('q=1234&state=PENDING,CONFIRMED&channel=WALK_IN&payment=UNPAID&from=2026-11-21&to=2026-11-22');
    expect(listQuery(filter)).toEqual({
      storeId: STORES[0].id,
      q: '1234',
      state: 'PENDING,CONFIRMED',
      channel: 'WALK_IN',
      payment: 'UNPAID',
      from: '2026-11-20T15:00:00.000Z',
      to: '2026-11-22T15:00:00.000Z',
    });
    expect(hasReservationFilters(filter)).toBe(true);
  });

  it('starts at today without a day or a search, and has no day for `from=any`', () => {
    expect([
      read('').from,
      read('state=CONFIRMED').from,
      read('q=1234').from,
      read('from=any').from,
      read('to=2026-11-20').from,
    ]).toEqual(['2026-11-21', '2026-11-21', null, null, null]);
    expect([hasReservationFilters(read('')), hasReservationFilters(read('from=2026-11-01'))]).toEqual([false, true]);
  });

  it('lists the soonest first from today on, else the latest, unless the address says otherwise', () => {
    expect([
      read('').sort,
      read('q=1234').sort,
      read('q=1234&sort=startsAt').sort,
      read('sort=-startsAt').sort,
    ]).toEqual(['startsAt', '-startsAt', 'startsAt', '-startsAt']);
  });

  it('ignores values that it cannot understand', () => {
    const filter = read('state=GONE&room=x&channel=POST&payment=SOME&sort=name&from=2026-13-45&to=soon');
    expect(listQuery(filter)).toEqual({ storeId: STORES[0].id });
    expect(hasReservationFilters(filter)).toBe(false);
  });

  it.each([
    ['', true],
    ['state=CONFIRMED', true],
    ['state=PENDING', false],
    ['channel=WALK_IN', false],
    ['payment=PAID', true],
    ['payment=UNPAID', false],
    ['payment=PARTLY', false],
    // Only the server knows the refunds.
    ['payment=REFUND_OWED', true],
    ['from=2026-11-21&to=2026-11-21', true],
    ['from=2026-11-22', false],
    ['to=2026-11-20', false],
    ['room=0190bbbb-0000-7000-8000-000000000011', false],
  ] as const)('decides whether a reservation from the stream may match “%s”', (text, isListed) => {
    expect(mayBeListed(boardReservation(), read(text))).toBe(isListed);
  });

  it('treats a cancelled reservation as owing nothing', () => {
    expect(isOwed(boardReservation({ paidAmount: 0 }))).toBe(true);
    expect(isOwed(boardReservation({ paidAmount: 0, state: 'CANCELLED' }))).toBe(false);
    expect(isOwed(boardReservation())).toBe(false);
  });
});
