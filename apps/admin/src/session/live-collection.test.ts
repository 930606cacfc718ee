import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createLatestEvents, newerRecord, patchRow, putRecord, removeRow, upsertRow } from './live-collection.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly name?: string;
}
const A: Row = { id: 'a', version: 2 };
const B: Row = { id: 'b', version: 1 };
const list = { total: 12, items: [A, B] };

describe('upsertRow', () => {
  it('replaces a known row in its place, and adds a new one at the end', () => {
    const next = { ...A, version: 3 };
    expect(upsertRow(list, next)).toEqual({ total: 12, items: [next, B] });
    const added = { id: 'c', version: 1 };
    expect(upsertRow(list, added)).toEqual({ total: 13, items: [A, B, added] });
  });

  it('keeps a total at which counting stopped', () => {
    const growing = { total: 10_000, isTotalExact: false, items: [A, B] };
    expect(upsertRow(growing, { id: 'c', version: 1 })).toMatchObject({ total: 10_000 });
    expect(removeRow(growing, ({ id }) => id === 'a')).toEqual({ total: 10_000, isTotalExact: false, items: [B] });
  });

  it('keeps the list when it has a newer version', () => {
    expect(upsertRow(list, { ...A, version: 1 })).toBe(list);
    expect(upsertRow(list, { ...A, version: 1 }, { isShown: false })).toBe(list);
  });

  it('removes a row that the list does not show, and ignores an unknown one', () => {
    expect(upsertRow(list, { ...A, version: 3 }, { isShown: false })).toEqual({ total: 11, items: [B] });
    expect(upsertRow(list, { id: 'c', version: 1 }, { isShown: false })).toBe(list);
  });

  it('orders the rows, merges a known one, and identifies rows by another key', () => {
    const next = upsertRow<Row, typeof list>(
      list,
      { id: 'x', version: 9, name: 'b' },
      {
        keyOf: ({ version, name }) => name ?? (version === 1 ? 'b' : 'a'),
        order: (a, b) => b.version - a.version,
        merge: (cached, row) => ({ ...row, id: cached.id }),
      },
    );
    expect(next).toEqual({ total: 12, items: [{ id: 'b', version: 9, name: 'b' }, A] });
  });
});

it('removeRow keeps the list without such a row', () => {
  expect(removeRow(list, ({ id }) => id === 'c')).toBe(list);
  expect(removeRow(list, ({ id }) => id === 'a')).toEqual({ total: 11, items: [B] });
});

it('patchRow changes only the row of the same id', () => {
  expect(patchRow(list.items, { ...B, version: 0 }, newerRecord)).toEqual([A, B]);
  expect(patchRow(list.items, { ...B, version: 5 }, newerRecord)).toEqual([A, { ...B, version: 5 }]);
});

it('putRecord stores a first record, and keeps a newer one', () => {
  const client = new QueryClient();
  putRecord(client, ['row'], A);
  putRecord(client, ['row'], { ...A, version: 1 });
  expect(client.getQueryData(['row'])).toEqual(A);
  putRecord(client, ['row'], { ...A, version: 3 });
  expect(client.getQueryData(['row'])).toEqual({ ...A, version: 3 });
});

it('createLatestEvents returns an event that arrived after the request and is not older than the answer', () => {
  const client = new QueryClient();
  const events = createLatestEvents<Row>();
  const before = performance.now();
  events.record(client, { ...A, name: 'event' });
  expect(events.after(client, A, before)?.name).toBe('event');
  expect(events.after(client, { ...A, version: 3 }, before)).toBeUndefined();
  expect(events.after(client, A, performance.now() + 1)).toBeUndefined();
  expect(events.after(new QueryClient(), A, before)).toBeUndefined();
});
