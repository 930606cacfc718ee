import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeKey,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../../testing/index.ts';

/** A Saturday, 15:10 in Seoul. */
const NOW = new Date('2026-11-21T06:10:00Z');
const SLOT_MS = 30 * MINUTE_MS;
const seoul = (time: string) => new Date(`2026-11-${time}:00+09:00`).toISOString();

describe('GET channel/availability (RV-9)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let channel: Caller['call'];
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    desk = await openBookingDesk(server);
    ({ call: channel } = await makeKey(server, desk.shop));
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' }));
    await desk.set({ hours: JSON.stringify(everyDay), min_minutes: 60, max_minutes: 240, buffer_minutes: 20 });
  });
  afterAll(() => server.close());

  /** The free periods of a room (the first by default), as `21T15:30/22T02:00` in Seoul. */
  async function free(date: string, room = 0): Promise<string[]> {
    const { status, body } = await channel(
      'GET',
      `/${desk.shop.slug}/channel/availability?storeId=${desk.storeId}&date=${date}`,
    );
    expect(status).toBe(200);
    const local = (at: unknown) => new Date(Date.parse(String(at)) + 9 * HOUR_MS).toISOString().slice(8, 16);
    return (body['rooms']?.[room]?.['free'] ?? []).map((it) => `${local(it['startsAt'])}/${local(it['endsAt'])}`);
  }

  it('returns the opening hours from the next slot on, across midnight in one period, and nothing in the past', async () => {
    expect(await free('2026-11-21')).toEqual(['21T15:30/22T02:00']);
    expect(await free('2026-11-22')).toEqual(['22T10:00/23T02:00']);
    expect(await free('2026-11-20')).toEqual([]);
    await desk.set({ hours: '[]' });
    expect(await free('2026-11-22')).toEqual([]);
  });

  it('extends past the end of the business date in a store that is always open, by at most the longest stay', async () => {
    await desk.set({
      hours: JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' }))),
    });
    expect(await free('2026-11-22')).toEqual(['22T06:00/23T10:00']);
    // A stay that begins before the cut-off can use the half hour after it.
    await desk.createReservation({
      startsAt: seoul('23T07:00'),
      endsAt: seoul('23T12:00'),
      kind: 'BLOCK',
      blockReason: 'REPAIR',
    });
    expect(await free('2026-11-22')).toEqual(['22T06:00/23T06:30']);
    expect(await free('2026-11-23')).toEqual(['23T12:00/24T10:00']);
  });

  it('ends at the booking horizon', async () => {
    await desk.set({ horizon_days: 2 });
    expect(await free('2026-11-23')).toEqual(['23T10:00/23T16:00']);
    expect(await free('2026-11-24')).toEqual([]);
  });

  it('excludes closures, time taken by a linked room, and archived rooms', async () => {
    const [first = '', second = ''] = desk.roomIds;
    await server.withActor(headOffice(desk.shop.productId), async (tx) => {
      const row = { product_id: desk.shop.productId, store_id: desk.storeId };
      await tx
        .insertInto('room_parts')
        .values({ ...row, room_id: second, part_room_id: first })
        .execute();
    });
    const closed = await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
      roomIds: [first],
      startsAt: seoul('22T13:10'),
      endsAt: seoul('22T14:10'),
      reason: 'test',
    });
    expect(closed.status).toBe(200);
    await desk.createReservation({ roomId: second, startsAt: seoul('22T20:00'), endsAt: seoul('22T22:00') });
    for (const room of [0, 1])
      expect(await free('2026-11-22', room)).toEqual(['22T10:00/22T13:00', '22T14:30/22T19:30', '22T22:30/23T02:00']);
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('rooms').set({ archived_at: NOW }).where('id', '=', second).execute(),
    );
    expect(await free('2026-11-22', 1)).toEqual([]);
  });

  it('returns exactly the periods that can be held, for each slot of a day', async () => {
    await desk.createReservation({ startsAt: seoul('22T12:00'), endsAt: seoul('22T13:30') });
    await desk.createReservation({
      startsAt: seoul('22T15:05'),
      endsAt: seoul('22T15:25'),
      kind: 'BLOCK',
      blockReason: 'CLEANING',
    });
    await desk.createReservation({ startsAt: seoul('22T17:00'), endsAt: seoul('22T18:00') });
    const periods = await free('2026-11-22');
    expect(periods).toEqual(['22T10:00/22T11:30', '22T15:30/22T16:30', '22T18:30/23T02:00']);
    const isFree = (from: number, to: number) =>
      periods.some((it) => {
        const [startsAt = 0, endsAt = 0] = it.split('/').map((at) => Date.parse(seoul(at)));
        return startsAt <= from && to <= endsAt;
      });
    for (const minutes of [60, 90]) {
      const tried: boolean[] = [];
      for (let at = Date.parse(seoul('22T09:30')); at < Date.parse(seoul('22T20:30')); at += SLOT_MS) {
        const [startsAt, endsAt] = [new Date(at).toISOString(), new Date(at + minutes * MINUTE_MS).toISOString()];
        const { status, body } = await channel(
          'POST',
          `/${desk.shop.slug}/channel/reservation`,
          desk.wish({ startsAt, endsAt }),
        );
        tried.push(status === 200);
        expect(status === 200, `${startsAt}, ${minutes} minutes`).toBe(isFree(at, at + minutes * MINUTE_MS));
        if (status === 200)
          await channel('POST', `/${desk.shop.slug}/channel/reservation/${body['id']}/cancel`, { version: 1 });
      }
      expect(tried.filter(Boolean)).toHaveLength(minutes === 60 ? 7 : 5);
    }
  });

  it('rejects an invalid date with 400 and an unknown room or store with 404', async () => {
    const ask = (query: string) => channel('GET', `/${desk.shop.slug}/channel/availability?${query}`);
    for (const query of [
      `storeId=${desk.storeId}&date=2026-02-30`,
      `storeId=${desk.storeId}`,
      `storeId=${desk.storeId}&date=2026-11-22&days=2`,
    ])
      expect((await ask(query)).status).toBe(400);
    expect((await ask(`storeId=${desk.storeId}&date=2026-11-22&roomId=${desk.storeId}`)).status).toBe(404);
    expect((await ask(`storeId=${desk.roomIds[0]}&date=2026-11-22`)).status).toBe(404);
  });
});
