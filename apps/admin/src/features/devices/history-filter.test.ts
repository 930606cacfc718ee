import { describe, expect, it } from 'vitest';
import {
  HISTORY_FILTER_FIELDS,
  historyQuery,
  readDeviceHistoryFilter,
  readDeviceHistoryPosition,
} from './history-filter.ts';
import { matchesFilter } from './history-match.ts';
import { dayAfter, startOfDay } from '../../ui/form/time/store-day.ts';
import { countActiveFields } from '../../ui/list/address-filter.ts';
import { sampleCommand, sampleId } from '../../testing/samples.ts';

const read = (search: string, timeZone = 'Asia/Seoul') =>
  readDeviceHistoryFilter(new URLSearchParams(search), null, timeZone);
const place = (search: string) => readDeviceHistoryPosition(new URLSearchParams(search));

describe('the filter of the history', () => {
  it('is read from the address, and invalid values count as not given (SH-6)', () => {
    const sense = `status=TIMED_OUT,FAILED&action=OPEN&cause=PERSON&by=${sampleId(1)}&source=KEYPAD&room=${sampleId(2)}&target=${sampleId(3)}&q=+Kim+&from=2026-11-01`;
    expect(read(sense)).toEqual({
      storeId: null,
      timeZone: 'Asia/Seoul',
      roomId: sampleId(2),
      targetId: sampleId(3),
      statuses: ['FAILED', 'TIMED_OUT'],
      action: 'OPEN',
      causeKind: 'PERSON',
      causeId: sampleId(1),
      source: 'KEYPAD',
      q: 'Kim',
      from: '2026-11-01',
      fromTime: null,
      to: null,
      toTime: null,
    });
    expect(countActiveFields(HISTORY_FILTER_FIELDS, read(sense))).toBe(9);
    const nonsense = read('status=LOST&action=x&cause=GHOST&by=1&source=MAGIC&room=x&from=2026-13-45&target=%00');
    expect(countActiveFields(HISTORY_FILTER_FIELDS, nonsense)).toBe(0);
    expect(historyQuery(nonsense)).toEqual({});
  });

  it('reads a cursor, or a page number within the server’s limit', () => {
    expect(place('')).toEqual({ page: 0, after: null, seen: 0, limit: 20 });
    expect(place('page=2&limit=50')).toEqual({ page: 2, after: null, seen: 100, limit: 50 });
    expect(place('after=W10&seen=61&page=9')).toEqual({ page: 0, after: 'W10', seen: 61, limit: 20 });
    for (const search of ['page=-1', 'page=1.5', 'page=501', 'limit=7', 'after=%00&seen=x'])
      expect(place(search), search).toEqual({ page: 0, after: null, seen: 0, limit: 20 });
  });

  it('narrows a day to times of it, the last minute included (DH-21)', () => {
    const evening = read('from=2026-11-20&fromTime=21:03&to=2026-11-20&toTime=21:05');
    expect(historyQuery(evening)).toEqual({ from: '2026-11-20T12:03:00.000Z', to: '2026-11-20T12:06:00.000Z' });
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T12:05:59Z' }), evening)).toBe(true);
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T12:06:00Z' }), evening)).toBe(false);
    expect(historyQuery(read('to=2026-11-20&toTime=23:59'))).toEqual({ to: '2026-11-20T15:00:00.000Z' });
    // A time without its day, and a time that no clock shows.
    expect(historyQuery(read('fromTime=10:00'))).toEqual({});
    expect(read('from=2026-11-20&fromTime=24:00').fromTime).toBeNull();
  });

  it('requests whole days in its time zone, independent of the zone of the browser', () => {
    expect(historyQuery(read('from=2026-11-20&to=2026-11-20'))).toMatchObject({
      from: '2026-11-19T15:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
    });
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T14:59:59Z' }), read('to=2026-11-20'))).toBe(true);
    expect(matchesFilter(sampleCommand({ requestedAt: '2026-11-20T15:00:00Z' }), read('to=2026-11-20'))).toBe(false);
    expect(historyQuery(read('from=2026-11-20', 'Europe/Berlin'))).toEqual({ from: '2026-11-19T23:00:00.000Z' });
    expect(
      matchesFilter(sampleCommand({ requestedAt: '2026-11-20T15:00:00Z' }), read('to=2026-11-20', 'Europe/Berlin')),
    ).toBe(true);
  });

  it("matches events of the stream as the server's query does", () => {
    const command = sampleCommand({ cause: { kind: 'PERSON', id: sampleId(1), label: 'Kim Jieun' } });
    for (const search of ['', 'q=JIE', `by=${sampleId(1)}`, 'cause=PERSON', 'status=FAILED,EXECUTED', 'source=REMOTE'])
      expect(matchesFilter(command, read(search)), search).toBe(true);
    for (const search of [
      'q=Lee',
      `by=${sampleId(2)}`,
      'cause=DEVICE',
      'status=FAILED',
      'source=KEYPAD',
      `room=${sampleId(9)}`,
    ])
      expect(matchesFilter(command, read(search)), search).toBe(false);
  });
});

describe('a day of a store', () => {
  it('starts at its midnight, also on the day of a clock change', () => {
    expect(startOfDay('2026-11-20', 'Asia/Seoul')).toBe('2026-11-19T15:00:00.000Z');
    expect(startOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z');
    expect(startOfDay('2026-03-09', 'America/New_York')).toBe('2026-03-09T04:00:00.000Z');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  });
});
