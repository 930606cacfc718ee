import { readOccupancy, type Occupancy } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  openBookingDesk,
  startTestServer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

/** 12:00 in Seoul. */
const NOW = new Date('2026-11-21T03:00:00Z');

describe('occupancy by room and hour (SL-36)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const total = (row: Occupancy['rows'][number] | undefined, name: 'openMinutes' | 'bookedMinutes') =>
    row?.hours.reduce((sum, hour) => sum + hour[name], 0);

  it('counts open and booked minutes of each hour of the day until now, by room and by store', async () => {
    clock.set(NOW);
    const shop = await server.makeShop({ stores: 2 });
    const desk = await openBookingDesk(server, { shop });
    await desk.set({ day_cutoff: '06:00' });
    const read = async (query: string, by: Caller = desk.admin) =>
      by.call('GET', `/${shop.slug}/sales/occupancy?${query}`);
    const rowsOf = async (query: string) => readOccupancy.reply.parse((await read(query)).body).rows;
    const today = `from=2026-11-21&to=2026-11-21&storeId=${desk.storeId}`;
    // From 13:00 to 15:30; the second room is closed from 07:00 to 08:00.
    await desk.createReservation({ startsAt: '2026-11-21T04:00:00Z', endsAt: '2026-11-21T06:30:00Z' });
    await server.withActor(headOffice(shop.productId), (tx) =>
      tx
        .insertInto('closures')
        .values({
          product_id: shop.productId,
          store_id: desk.storeId,
          id: uuidv7(),
          room_ids: [desk.roomIds[1] ?? ''],
          starts_at: new Date('2026-11-20T22:00:00Z'),
          ends_at: new Date('2026-11-20T23:00:00Z'),
          reason: 'test',
          created_at: NOW,
        })
        .execute(),
    );
    // At noon six hours of the business date have passed.
    const [early, closed] = await rowsOf(today);
    expect([early?.id, total(early, 'openMinutes'), total(early, 'bookedMinutes')]).toEqual([desk.roomIds[0], 360, 0]);
    expect([total(closed, 'openMinutes'), closed?.hours[7]?.openMinutes, closed?.hours[8]?.openMinutes]).toEqual([
      300, 0, 60,
    ]);
    // After the cut-off of the next day the whole date has passed.
    clock.set(new Date('2026-11-22T00:00:00Z'));
    const [room] = await rowsOf(today);
    expect([total(room, 'openMinutes'), total(room, 'bookedMinutes')]).toEqual([1440, 150]);
    expect(room?.hours.slice(12, 17).map(({ bookedMinutes }) => bookedMinutes)).toEqual([0, 60, 60, 30, 0]);
    const stores = await rowsOf('from=2026-11-21&to=2026-11-21');
    expect(stores.map((row) => [row.id, total(row, 'openMinutes'), total(row, 'bookedMinutes')])).toEqual([
      [desk.storeId, 2 * 1440 - 60, 150],
      [shop.stores[1]?.id, 2 * 1440, 0],
    ]);
    expect(await rowsOf(`from=2027-01-01&to=2027-01-02&storeId=${desk.storeId}`)).toMatchObject([
      { hours: expect.arrayContaining([{ openMinutes: 0, bookedMinutes: 0 }]) },
      {},
    ]);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 100);
    expect((await read(today, owner)).status).toBe(404);
    expect(readOccupancy.reply.parse((await read('from=2026-11-21&to=2026-11-21', owner)).body).rows).toHaveLength(1);
    for (const bad of ['from=2026-11-21&to=2026-11-20', 'from=2026-01-01&to=2026-12-31', 'from=x&to=y'])
      expect([bad, (await read(bad)).status]).toEqual([bad, 400]);
  });
});
