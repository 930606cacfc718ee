import type { Sales, SalesTotals, WeeklySales } from '@munjigi/contract';
import { addDays } from '@munjigi/rules';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

/** Consistent figures: VAT is an eleventh. */
export function sampleTotals(
  grossAmount: number,
  refundAmount: number,
  paymentCount: number,
  refundCount = refundAmount === 0 ? 0 : 1,
): SalesTotals {
  const netAmount = grossAmount - refundAmount;
  const vatAmount = Math.round(netAmount / 11);
  return {
    grossAmount,
    refundAmount,
    netAmount,
    supplyAmount: netAmount - vatAmount,
    vatAmount,
    taxFreeAmount: 0,
    paymentCount,
    refundCount,
  };
}

/** The two days up to 21 November 2026: 110,000 won paid, 11,000 given back. */
export function sampleSales(over: Partial<Sales> = {}): Sales {
  const [friday, saturday] = [sampleTotals(66_000, 0, 2), sampleTotals(44_000, 11_000, 1)];
  const totals = sampleTotals(110_000, 11_000, 3);
  return {
    from: '2026-11-20',
    to: '2026-11-21',
    totals,
    before: { from: '2026-11-18', to: '2026-11-19', totals: sampleTotals(88_000, 0, 3) },
    days: [
      { date: '2026-11-20', ...friday },
      { date: '2026-11-21', ...saturday },
    ],
    hours: [
      { weekday: 5, hour: 20, netAmount: 66_000, count: 2 },
      { weekday: 6, hour: 9, netAmount: 33_000, count: 1 },
    ],
    rooms: [
      { storeId: STORES[0].id, storeName: STORES[0].name, roomId: sampleId(10), roomName: '1번 룸', ...friday },
      { storeId: STORES[1].id, storeName: STORES[1].name, roomId: null, roomName: '', ...saturday },
    ],
    stores: [
      { storeId: STORES[0].id, storeName: STORES[0].name, ...friday },
      { storeId: STORES[1].id, storeName: STORES[1].name, ...saturday },
    ],
    methods: [
      { method: 'CARD', ...friday },
      { method: 'CASH', ...saturday },
    ],
    channels: [{ channel: 'WALK_IN', ...totals }],
    ...over,
  };
}

/** The two weeks up to 21 November 2026; all days of a week have the same amounts. */
export function sampleWeeks(thisDay = sampleTotals(11_000, 1000, 2), lastDay = sampleTotals(8000, 0, 2)): WeeklySales {
  const week = (from: string, { grossAmount, refundAmount, netAmount, paymentCount }: SalesTotals) =>
    Array.from({ length: 7 }, (_, index) => ({
      date: addDays(from, index),
      businessDate: addDays(from, index),
      grossAmount,
      refundAmount,
      netAmount,
      paymentCount,
      count: paymentCount,
    }));
  return { thisWeek: week('2026-11-15', thisDay), lastWeek: week('2026-11-08', lastDay) };
}
