import { listUnpaidStays, type UnpaidStay } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, openBookingDesk, startTestServer, type Caller, type TestServer } from '../../testing/index.ts';

describe('GET /payment/unpaid-stay', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  async function readStays(by: Caller, slug: string, query = ''): Promise<UnpaidStay[]> {
    const { status, body } = await by.call('GET', `/${slug}/payment/unpaid-stay${query}`);
    expect(status).toBe(200);
    return listUnpaidStays.reply.parse(body).items;
  }

  it('lists the present and the next guest of a room while they have not paid, with the amount due (RM-21)', async () => {
    const desk = await openBookingDesk(server, { rooms: 1 });
    const stays = () => readStays(desk.admin, desk.shop.slug);
    const present = await desk.createReservation(desk.time(0, 2));
    const next = await desk.createReservation(desk.time(3, 1));
    await desk.createReservation(desk.time(5, 1));
    expect(await stays()).toEqual([
      expect.objectContaining({ reservationId: present['id'], isPresent: true, dueAmount: present['priceAmount'] }),
      expect.objectContaining({ reservationId: next['id'], isPresent: false, roomId: desk.roomIds[0] }),
    ]);
    const pay = (of: typeof present, amount: unknown) =>
      desk.admin.call('POST', `/${desk.shop.slug}/payment`, { reservationId: of['id'], method: 'CASH', amount });
    await pay(present, 1_000);
    expect((await stays())[0]?.dueAmount).toBe(Number(present['priceAmount']) - 1_000);
    await pay(present, Number(present['priceAmount']) - 1_000);
    expect((await stays()).map(({ reservationId }) => reservationId)).toEqual([next['id']]);
    // The guest after a paid next guest is not the next one.
    await pay(next, next['priceAmount']);
    expect(await stays()).toEqual([]);
  });

  it('leaves out blocks, lapsed holds and archived rooms, and lists a joined room for each part (RM-21)', async () => {
    const desk = await openBookingDesk(server, { rooms: 3 });
    const [first, second, third] = desk.roomIds;
    const stays = () => readStays(desk.admin, desk.shop.slug, `?storeId=${desk.storeId}`);
    await desk.createReservation({ kind: 'BLOCK', roomId: third, ...desk.time(0, 2) });
    expect(await stays()).toEqual([]);
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(2, 1) });
    expect(await stays()).toEqual([expect.objectContaining({ reservationId: held['id'], isPresent: false })]);
    clock.advance(60 * 60_000);
    expect(await stays()).toEqual([]);
    const joined = await desk.admin.call('POST', `/${desk.shop.slug}/room`, {
      storeId: desk.storeId,
      name: 'Hall',
      capacity: 8,
      partRoomIds: [first, second],
    });
    const party = await desk.createReservation({ roomId: joined.body['id'], ...desk.time(3, 1) });
    expect(new Set((await stays()).map(({ roomId }) => roomId))).toEqual(new Set([joined.body['id'], first, second]));
    expect(new Set((await stays()).map(({ reservationId }) => reservationId))).toEqual(new Set([party['id']]));
  });

  it('shows a franchisee their own stores only, and answers 200 without rows for the id of another store (AC-1)', async () => {
    const desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 2, rooms: 1 }) });
    const [own, other] = desk.shop.stores;
    if (!own || !other) throw new Error('There are two');
    await desk.createReservation(desk.time(1, 1));
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], [own]);
    const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], [other]);
    expect(await readStays(owner, desk.shop.slug)).toHaveLength(1);
    expect(await readStays(stranger, desk.shop.slug)).toEqual([]);
    expect(await readStays(stranger, desk.shop.slug, `?storeId=${own.id}`)).toEqual([]);
  });
});
