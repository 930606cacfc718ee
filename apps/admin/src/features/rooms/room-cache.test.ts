import type { Room } from '@munjigi/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Rows } from '../../session/live-collection.ts';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { msToNextChange, putRoom, roomKey, roomsKey } from './room-cache.ts';

const ONE = sampleRoom({ id: sampleId(1), order: 0 });
const TWO = sampleRoom({ id: sampleId(2), order: 1 });

function clientWith() {
  const client = new QueryClient();
  client.setQueryData<Rows<Room>>(roomsKey('playroom', ONE.storeId, 'no'), { total: 2, items: [ONE, TWO] });
  client.setQueryData<Rows<Room>>(roomsKey('playroom', null, 'only'), { total: 0, items: [] });
  client.setQueryData<Rows<Room>>(roomsKey('playroom', sampleId(99), 'no'), { total: 0, items: [] });
  client.setQueryData(roomKey('playroom', ONE.id), ONE);
  const shown = (storeId: string | null, archived: 'no' | 'only') =>
    client.getQueryData<Rows<Room>>(roomsKey('playroom', storeId, archived))?.items.map((room) => room.name);
  return { client, shown };
}

it('the room cache puts a changed room into the lists that show it, in its order', () => {
  const { client, shown } = clientWith();
  putRoom(client, 'playroom', { ...ONE, name: '뒤로 간 룸', order: 5, version: 2 });
  expect(shown(ONE.storeId, 'no')).toEqual([TWO.name, '뒤로 간 룸']);
  expect(client.getQueryData(roomKey('playroom', ONE.id))).toMatchObject({ name: '뒤로 간 룸' });
  expect(shown(sampleId(99), 'no')).toEqual([]);
});

it('the room cache keeps the newer version when an older one arrives later', () => {
  const { client, shown } = clientWith();
  putRoom(client, 'playroom', { ...ONE, name: '새 이름', version: 3 });
  putRoom(client, 'playroom', { ...ONE, name: '옛 이름', version: 2 });
  expect(shown(ONE.storeId, 'no')).toEqual(['새 이름', TWO.name]);
});

it('the room cache moves an archived room to the list of archived rooms', () => {
  const { client, shown } = clientWith();
  putRoom(client, 'playroom', { ...ONE, archivedAt: '2026-11-20T10:00:00Z', version: 2 });
  expect(shown(ONE.storeId, 'no')).toEqual([TWO.name]);
  expect(shown(null, 'only')).toEqual([ONE.name]);
  expect(client.getQueryData<Rows<Room>>(roomsKey('playroom', ONE.storeId, 'no'))?.total).toBe(1);
});

it('the room cache calculates the time to the next change of a room: 2 seconds to a minute', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(msToNextChange([], now)).toBe(60_000);
  expect(
    msToNextChange([sampleRoom({ stateUntil: '2026-11-20T10:00:20Z', nextStartsAt: '2026-11-20T10:00:30Z' })], now),
  ).toBe(20_500);
  expect(
    msToNextChange([sampleRoom({ stateUntil: '2026-11-20T09:00:00Z', nextStartsAt: '2026-11-20T10:00:00.100Z' })], now),
  ).toBe(2_000);
});
