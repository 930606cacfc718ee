import { describe, expect, it } from 'vitest';
import { periodDates, paymentsQuery, periodChange, readSalesFilter, salesQuery } from './sales-filter.ts';

const TODAY = '2026-03-01';
const read = (address: string, storeId: string | null = null) =>
  readSalesFilter(new URLSearchParams(address), storeId, TODAY);
const ROOM = '0190aaaa-0000-7000-8000-000000000011';

describe('the filter of sales', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['thisWeek', '2026-02-23', '2026-03-01'],
    ['last7', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2026-03-01', '2026-03-01'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
  ] as const)('is %s from %s to %s', (period, from, to) => {
    expect(periodDates(period, TODAY)).toEqual({ from, to });
    expect(read(`period=${period}`)).toMatchObject({ period, from, to, fault: null });
  });

  it('is the last seven days when no valid period is chosen', () => {
    for (const address of [
      '',
      'period=ever',
      'period=custom',
      'from=2026-01-01',
      'from=x&to=2026-01-01',
      'method=GOLD&room=1&channel=NONE',
    ]) {
      expect(read(address)).toEqual({
        period: 'last7',
        from: '2026-02-23',
        to: TODAY,
        fault: null,
        storeId: null,
        roomId: null,
        method: null,
        channel: null,
        q: null,
      });
    }
  });

  it('accepts two dates, and reports a wrong order or length', () => {
    expect(read('from=2025-01-01&to=2025-12-31')).toMatchObject({ period: 'custom', from: '2025-01-01', fault: null });
    expect(read('from=2024-01-01&to=2024-12-31').fault).toBeNull();
    expect(read('from=2024-01-01&to=2025-01-01').fault).toBe('LENGTH');
    expect(read('from=2025-01-02&to=2025-01-01').fault).toBe('ORDER');
  });

  it('sends exactly its values, and the search only for payments', () => {
    const filter = read(`period=today&room=${ROOM}&method=CASH&channel=WALK_IN&q=${encodeURIComponent(' 김 ')}`, 'S');
    expect(salesQuery(filter)).toEqual({
      from: TODAY,
      to: TODAY,
      storeId: 'S',
      roomId: ROOM,
      method: 'CASH',
      channel: 'WALK_IN',
    });
    expect(paymentsQuery(filter)).toEqual({ ...salesQuery(filter), q: '김' });
    expect(paymentsQuery(read('q=+'))).not.toHaveProperty('q');
  });

  it('keeps a named period in the address by its name, and a custom one by its dates', () => {
    const filter = read('period=thisMonth');
    expect(periodChange('lastMonth', filter)).toEqual({ period: 'lastMonth', from: '', to: '' });
    expect(periodChange('last7', filter)).toEqual({ period: '', from: '', to: '' });
    expect(periodChange('custom', filter)).toEqual({ period: '', from: TODAY, to: TODAY });
  });
});
