import type { RoomSales as Figures } from '@munjigi/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleRoom } from '../../testing/samples.ts';
import { RoomSalesCard } from './room-sales.tsx';

const ROOM = sampleRoom({ name: '파티룸' });
const READ = 'GET /api/v2/{product}/room/{roomId}/sales';
const NOTHING = {
  grossAmount: 0,
  refundAmount: 0,
  netAmount: 0,
  supplyAmount: 0,
  vatAmount: 0,
  taxFreeAmount: 0,
  paymentCount: 0,
  refundCount: 0,
};
const sampleSales = (over: Partial<Figures> = {}): Figures => ({
  from: '2026-10-23',
  to: '2026-11-21',
  totals: {
    ...NOTHING,
    grossAmount: 250_000,
    refundAmount: 50_000,
    netAmount: 200_000,
    paymentCount: 4,
    refundCount: 1,
  },
  reservationCount: 12,
  openMinutes: 6000,
  bookedMinutes: 1500,
  ...over,
});

describe('RoomSales (the sales of a room)', () => {
  it('shows sales, reservations and occupancy with what they count (RM-2)', async () => {
    answerCalls({
      'GET /api/v2/auth/me': () => person('FRANCHISEE'),
      [READ]: () => sampleSales(),
      'GET /api/v2/{product}/sales/occupancy': () => ({ rows: [] }),
    });
    await renderScreen(<RoomSalesCard room={ROOM} />);
    const figures = await screen.findByTestId('room-sales-figures');
    expect(figures.textContent).toMatch(/순매출₩200,000.*예약12가동률25%/);
    expect(screen.getByText(/영업한 100시간 가운데 25시간/)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toContain(`room=${ROOM.id}&from=2026-10-23&to=2026-11-21`);
  });

  it('explains an empty period', async () => {
    answerCalls({
      'GET /api/v2/auth/me': () => person('FRANCHISEE'),
      [READ]: () => sampleSales({ totals: NOTHING, reservationCount: 0, bookedMinutes: 0 }),
    });
    await renderScreen(<RoomSalesCard room={ROOM} />);
    expect((await screen.findByTestId('room-sales-empty')).textContent).toContain('매출과 예약이 없어요');
  });

  it('shows an error with a way to try again', async () => {
    let isBroken = true;
    answerCalls({
      'GET /api/v2/auth/me': () => person('FRANCHISEE'),
      [READ]: () => (isBroken ? refuse('INTERNAL', 500) : sampleSales()),
    });
    await renderScreen(<RoomSalesCard room={ROOM} />);
    await screen.findByTestId('error-state');
    isBroken = false;
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByTestId('room-sales-figures')).toBeTruthy();
  });

  it('does not request the sales without the permission', async () => {
    const requests = answerCalls({
      'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER'),
      [READ]: () => sampleSales(),
    });
    await renderScreen(<RoomSalesCard room={ROOM} />);
    expect(await screen.findByTestId('room-sales-forbidden')).toBeTruthy();
    expect(requests.get(READ) ?? []).toEqual([]);
  });
});
