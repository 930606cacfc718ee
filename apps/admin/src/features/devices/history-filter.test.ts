import { describe, expect, it } from 'vitest';
import { historyQuery, matchesFilter, readFilter } from './history-filter.ts';
import { dayAfter, startOfDay } from './store-day.ts';
import { sampleCommand } from '../../testing/samples.ts';

const read = (search: string) => readFilter(new URLSearchParams(search), null);

describe('the filter of the history', () => {
  it('is read from the address, and what makes no sense counts as not given (SH-6)', () => {
    expect(read('status=FAILED&action=OPEN&page=2&limit=50&from=2026-11-01')).toMatchObject({ status: 'FAILED', action: 'OPEN', page: 2, limit: 50, from: '2026-11-01' });
    expect(read('status=LOST&action=x&page=-1&limit=7&from=2026-13-45&target=%00')).toMatchObject({ status: null, action: null, page: 0, limit: 20, from: null, targetId: null });
  });

  it('asks for whole days of the stores, wherever the browser is', () => {
    expect(historyQuery(read('from=2026-11-20&to=2026-11-20'))).toMatchObject({ from: '2026-11-19T15:00:00.000Z', to: '2026-11-20T15:00:00.000Z' });
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T14:59:59Z' }), read('to=2026-11-20'))).toBe(true);
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T15:00:00Z' }), read('to=2026-11-20'))).toBe(false);
  });
});

describe('a day of a store', () => {
  it('starts at its midnight, also on the day of a clock change', () => {
    expect(startOfDay('2026-11-20')).toBe('2026-11-19T15:00:00.000Z');
    expect(startOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z');
    expect(startOfDay('2026-03-09', 'America/New_York')).toBe('2026-03-09T04:00:00.000Z');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  });
});
