import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('moving and extending a reservation (PR-3, RV-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let first = '';
  let second = '';
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openBookingDesk(server);
    [first = '', second = ''] = desk.roomIds;
  });
  afterAll(() => server.close());

  const problem = ({ status, body }: Answer) => [
    status,
    body['code'],
    body['errors']?.[0]?.['path'] ?? null,
    body['errors']?.[0]?.['code'] ?? null,
  ];
  const eveningPrice = () =>
    desk.admin.call('POST', `/${desk.shop.slug}/price-policy`, {
      storeId: desk.storeId,
      name: '저녁',
      roomIds: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      holidays: true,
      startsOn: null,
      endsOn: null,
      fromTime: '18:00',
      toTime: '06:00',
      unit: 'SLOT',
      amount: 8000,
      packageMinutes: null,
      includedHeadCount: 2,
      extraPersonAmount: 500,
      priority: 10,
    });

  it('reprices a move and records the difference and the place before', async () => {
    await eveningPrice();
    const it = await desk.createReservation();
    const { status, body } = await desk.edit(it, {
      roomId: second,
      ...desk.time(4),
      headCount: 4,
      expectedPriceAmount: 36_000,
    });
    expect([status, body['roomId'], body['startsAt'], body['priceAmount'], body['headCount'], body['version']]).toEqual(
      [200, second, desk.time(4).startsAt, 36_000, 4, 2],
    );
    expect(body['history']?.at(-1)).toMatchObject({
      kind: 'MOVED',
      amount: 16_000,
      before: { roomId: first, ...desk.time(1) },
    });
    const { body: back } = await desk.edit(body, { roomId: first, ...desk.time(1), headCount: 2 });
    expect(back['history']?.at(-1)).toMatchObject({ kind: 'MOVED', amount: -16_000 });
    expect((await desk.book({ roomId: second, ...desk.time(4) })).status).toBe(200);
  });

  it('rejects an unexpected price with 409 PRICE_CHANGED', async () => {
    const it = await desk.createReservation();
    const { status, body } = await desk.edit(it, { ...desk.time(4, 1), expectedPriceAmount: 20_000 });
    expect([status, body['code'], body['current']?.['totalAmount']]).toEqual([409, 'PRICE_CHANGED', 10_000]);
    expect(problem(await desk.verb(it, 'extend', { minutes: 30, expectedPriceAmount: 20_000 }))).toEqual([
      409,
      'PRICE_CHANGED',
      'expectedPriceAmount',
      'price_changed',
    ]);
    expect((await desk.verb(it, 'extend', { minutes: 30, expectedPriceAmount: 25_000 })).body['priceAmount']).toBe(
      25_000,
    );
  });

  it('keeps the price when only guest or memo change, and changes nothing for equal values', async () => {
    const it = await desk.createReservation();
    const { body } = await desk.edit(it, { guestName: '김철수', guestPhone: '+82 10-9999-0000', memo: '늦게 옴' });
    expect(body).toMatchObject({
      guestName: '김*수',
      guestPhone: '010-****-0000',
      memo: '늦게 옴',
      priceAmount: 20_000,
      version: 2,
    });
    expect(body['history']?.at(-1)).toMatchObject({ kind: 'EDITED', amount: null });
    const { body: same } = await desk.edit(body, { memo: '늦게 옴', roomId: first, ...desk.time(1), headCount: 2 });
    expect(same).toEqual(body);
    const { body: more } = await desk.edit(body, { headCount: 4 });
    expect([more['priceAmount'], more['history']?.at(-1)?.['kind']]).toEqual([20_000, 'EDITED']);
    expect(problem(await desk.edit(more, { headCount: 5 }))).toEqual([
      422,
      'OVER_CAPACITY',
      'headCount',
      'over_capacity',
    ]);
  });

  it('rejects an invalid target and leaves the reservation unchanged', async () => {
    const it = await desk.createReservation();
    const other = (await openBookingDesk(server, { shop: await server.makeShop() })).roomIds[0];
    const cases: [Record<string, unknown>, unknown[]][] = [
      [desk.time(-3), [422, 'IN_THE_PAST', 'startsAt', 'before_now']],
      [{ endsAt: desk.time(1).startsAt }, [422, 'PERIOD_INVALID', 'endsAt', 'not_after_start']],
      [desk.time(1.25), [422, 'OFF_SLOT_GRID', 'startsAt', 'off_slot_grid']],
      [desk.time(1, 13), [422, 'TOO_LONG', 'endsAt', 'longer_than_max']],
      [desk.time(24 * 70), [422, 'BEYOND_HORIZON', 'startsAt', 'after_horizon']],
      [{ roomId: other }, [400, 'INVALID_INPUT', 'roomId', 'unknown_room']],
      [{ roomId: '01900000-0000-7000-8000-000000000000' }, [400, 'INVALID_INPUT', 'roomId', 'unknown_room']],
      [{ state: 'CANCELLED' }, [400, 'INVALID_INPUT', 'state', 'unknown_field']],
    ];
    for (const [change, expected] of cases) expect(problem(await desk.edit(it, change))).toEqual(expected);
    expect(await desk.read(it)).toEqual(it);
  });

  it('rejects a move to another store, even within reach of the person', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const mine = await openBookingDesk(server, { shop });
    const it = await mine.createReservation();
    expect(problem(await mine.edit(it, { roomId: shop.stores[1]?.rooms[0]?.id }))).toEqual([
      400,
      'INVALID_INPUT',
      'roomId',
      'unknown_room',
    ]);
  });

  it('moves within its previous time and frees the rest', async () => {
    const it = await desk.createReservation();
    const { status, body } = await desk.edit(it, desk.time(1.5));
    expect(status).toBe(200);
    expect((await desk.book(desk.time(0.5, 1))).status).toBe(200);
    expect(problem(await desk.edit(body, desk.time(1)))).toEqual([409, 'SLOT_TAKEN', 'startsAt', 'taken']);
    expect(problem(await desk.book(desk.time(3)))).toEqual([409, 'SLOT_TAKEN', 'startsAt', 'taken']);
    expect((await desk.book(desk.time(3.5))).status).toBe(200);
  });

  it('lets a guest in use change room and end but not the start, and occupies the new room only from that moment', async () => {
    await desk.createReservation({ roomId: second, ...desk.time(0, 1) });
    const it = await desk.createReservation(desk.time(0, 4));
    const { body: inUse } = await desk.verb(it, 'check-in');
    expect(problem(await desk.edit(inUse, { startsAt: desk.time(1).startsAt }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
      null,
      null,
    ]);
    expect(problem(await desk.edit(inUse, { roomId: second }))).toEqual([409, 'SLOT_TAKEN', 'endsAt', 'taken']);
    clock.advance(90 * MINUTE_MS);
    const moved = await desk.edit(inUse, { roomId: second });
    expect([moved.status, moved.body['roomId'], moved.body['startsAt']]).toEqual([200, second, it['startsAt']]);
    expect((await desk.book({ roomId: first, ...desk.time(0.5, 1) })).status).toBe(200);
    expect(problem(await desk.book({ roomId: second, ...desk.time(0.5, 1) }))).toEqual([
      409,
      'SLOT_TAKEN',
      'startsAt',
      'taken',
    ]);
    const shorter = await desk.edit(moved.body, { endsAt: new Date(NOW.getTime() + 2 * HOUR_MS).toISOString() });
    expect([shorter.status, shorter.body['priceAmount']]).toEqual([200, 20_000]);
    expect(problem(await desk.edit(shorter.body, { endsAt: new Date(NOW.getTime() + HOUR_MS).toISOString() }))).toEqual(
      [422, 'IN_THE_PAST', 'endsAt', 'before_now'],
    );
  });

  it('moves and extends a block off the slots, and rejects a guest for it', async () => {
    const block = await desk.createReservation({ kind: 'BLOCK', memo: '청소' });
    const { status, body } = await desk.edit(block, { roomId: second, startsAt: '2026-11-21T07:05:00Z', memo: '수리' });
    expect([status, body['roomId'], body['memo'], body['priceAmount']]).toEqual([200, second, '수리', 0]);
    expect(problem(await desk.edit(body, { guestName: '홍길동' }))).toEqual([
      400,
      'INVALID_INPUT',
      'guestName',
      'block_without_guest',
    ]);
    const { body: longer } = await desk.verb(body, 'extend', { minutes: 5 });
    expect([longer['endsAt'], longer['priceLines']]).toEqual(['2026-11-21T09:05:00.000Z', []]);
  });

  it('extends by whole slots at their price and keeps the agreed price', async () => {
    await eveningPrice();
    const it = await desk.createReservation(desk.time(2, 1));
    const { body } = await desk.verb(it, 'extend', { minutes: 60 });
    expect([body['endsAt'], body['priceAmount'], body['priceLines']?.length]).toEqual([
      desk.time(3, 1).endsAt,
      10_000 + 16_000,
      2,
    ]);
    expect(body['history']?.at(-1)).toMatchObject({
      kind: 'EXTENDED',
      amount: 16_000,
      before: { roomId: first, ...desk.time(2, 1) },
    });
    expect(problem(await desk.verb(body, 'extend', { minutes: 20 }))).toEqual([
      422,
      'OFF_SLOT_GRID',
      'minutes',
      'off_slot_grid',
    ]);
    expect(problem(await desk.verb(body, 'extend', { minutes: 720 }))).toEqual([
      422,
      'TOO_LONG',
      'minutes',
      'longer_than_max',
    ]);
    await desk.createReservation(desk.time(4.5, 1));
    const extended = await desk.verb(body, 'extend', { minutes: 60 });
    expect(problem(extended)).toEqual([409, 'SLOT_TAKEN', 'endsAt', 'taken']);
    expect(extended.body['free']?.[0]).toEqual({
      roomId: first,
      startsAt: desk.time(2).startsAt,
      endsAt: desk.time(4.5).startsAt,
    });
  });
});
