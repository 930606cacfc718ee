import { reservationDetail } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  listenToEvents,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { headOffice } from '../../../testing/server.ts';

/** A Saturday, 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');

describe('POST reservation (RV-1, RV-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const opened = async (...of: Parameters<typeof openBookingDesk> extends [unknown, ...infer Rest] ? Rest : never) => {
    desk = await openBookingDesk(server, ...of);
    return desk;
  };
  const problem = ({ status, body }: Answer) => [
    status,
    body['code'],
    body['errors']?.[0]?.['path'] ?? null,
    body['errors']?.[0]?.['code'] ?? null,
  ];

  it('creates a confirmed reservation with price lines, code, business date, buffer, history, audit entry and event, with the guest masked', async () => {
    await opened();
    await desk.set({ buffer_minutes: 15 });
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    const { status, body } = await desk.book({ headCount: 4, memo: '생일' });
    expect(status).toBe(200);
    const reservation = reservationDetail.parse(body);
    expect(reservation).toMatchObject({
      storeId: desk.storeId,
      roomId: desk.roomIds[0],
      kind: 'GUEST',
      state: 'CONFIRMED',
      ...desk.time(1),
      bufferEndsAt: '2026-11-21T09:15:00.000Z',
      businessDate: '2026-11-21',
      guestName: '홍*동',
      guestPhone: '010-****-5678',
      headCount: 4,
      channel: 'STAFF',
      blockReason: null,
      memo: '생일',
      priceAmount: 20_000,
      paidAmount: 0,
      holdExpiresAt: null,
      seriesId: null,
      version: 1,
      cancelledAt: null,
    });
    expect(reservation.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    expect(reservation.priceLines).toMatchObject([
      { label: '기본', ...desk.time(1), count: 4, unitAmount: 5000, amount: 20_000 },
    ]);
    expect(reservation.history).toMatchObject([
      { kind: 'CREATED', actorKind: 'PERSON', actorLabel: 'ADMIN', at: NOW.toISOString(), before: null },
    ]);
    expect(reservationDetail.parse(await desk.read(body))).toEqual(reservation);

    const event = await stream.first('reservation.changed');
    expect(event.data).toMatchObject({ id: reservation.id, state: 'CONFIRMED', guestName: '홍*동', version: 1 });
    stream.close();
    const [audited] = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('subject_id', '=', reservation.id).execute(),
    );
    expect([audited?.action, JSON.stringify(audited?.detail).includes('홍길동')]).toEqual([
      'reservation.created',
      false,
    ]);
  });

  it('assigns a start after midnight to the business date before, and stores a stay across midnight as one reservation', async () => {
    await opened();
    const { body: late } = await desk.book({
      startsAt: '2026-11-22T00:30:00+09:00',
      endsAt: '2026-11-22T02:00:00+09:00',
    });
    expect([late['businessDate'], late['priceAmount']]).toEqual(['2026-11-21', 15_000]);
    const { body: over } = await desk.book({
      roomId: desk.roomIds[1],
      startsAt: '2026-11-21T23:30:00+09:00',
      endsAt: '2026-11-22T06:30:00+09:00',
    });
    expect([over['businessDate'], over['endsAt']]).toEqual(['2026-11-21', '2026-11-21T21:30:00.000Z']);
    const { body: next } = await desk.book({
      startsAt: '2026-11-22T06:00:00+09:00',
      endsAt: '2026-11-22T07:00:00+09:00',
    });
    expect(next['businessDate']).toBe('2026-11-22');
  });

  it('holds an unpaid reservation for the hold time of the store', async () => {
    await opened();
    await desk.set({ hold_minutes: 20 });
    const body = await desk.createReservation({ state: 'PENDING' });
    expect([body['state'], body['holdExpiresAt']]).toEqual([
      'PENDING',
      new Date(NOW.getTime() + 20 * MINUTE_MS).toISOString(),
    ]);
  });

  it('lets a walk-in without a phone start in the current slot, and rejects any other start in the past', async () => {
    await opened();
    const started = { startsAt: '2026-11-21T14:40:00+09:00', endsAt: '2026-11-21T15:40:00+09:00' };
    await desk.set({ slot_minutes: 20, min_minutes: 20 });
    clock.advance(10 * MINUTE_MS);
    try {
      const underWay = { startsAt: NOW.toISOString(), endsAt: new Date(NOW.getTime() + HOUR_MS).toISOString() };
      expect(problem(await desk.book(underWay))).toEqual([422, 'IN_THE_PAST', 'startsAt', 'before_now']);
      expect(problem(await desk.book({ ...started, channel: 'WALK_IN' }))).toEqual([
        422,
        'IN_THE_PAST',
        'startsAt',
        'before_now',
      ]);
      const { status, body } = await desk.book({ ...underWay, channel: 'WALK_IN', guestPhone: '' });
      expect([status, body['channel'], body['guestPhone']]).toEqual([200, 'WALK_IN', '']);
      expect(problem(await desk.book({ guestPhone: '' }))).toEqual([400, 'INVALID_INPUT', 'guestPhone', 'custom']);
    } finally {
      clock.set(NOW);
    }
  });

  it('creates a block without guest, price or buffer, outside opening hours and slots', async () => {
    await opened();
    await desk.set({ buffer_minutes: 30, hours: '[]' });
    const { status, body } = await desk.book({
      kind: 'BLOCK',
      blockReason: 'REPAIR',
      startsAt: '2026-11-21T16:05:00+09:00',
      endsAt: '2026-11-21T16:10:00+09:00',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'BLOCK',
      state: 'CONFIRMED',
      blockReason: 'REPAIR',
      guestName: '',
      guestPhone: '',
      headCount: 0,
      priceAmount: 0,
      priceLines: [],
      bufferEndsAt: body['endsAt'],
    });
    expect(
      problem(
        await desk.book({ kind: 'BLOCK', startsAt: '2026-11-21T16:02:00+09:00', endsAt: '2026-11-21T16:10:00+09:00' }),
      ),
    ).toEqual([422, 'OFF_SLOT_GRID', 'startsAt', 'off_slot_grid']);
    expect(problem(await desk.book({ kind: 'BLOCK', ...desk.time(-3, 2) }))).toEqual([
      422,
      'IN_THE_PAST',
      'endsAt',
      'before_now',
    ]);
    expect(problem(await desk.book({ kind: 'BLOCK', ...desk.time(1, 24 * 40) }))).toEqual([
      422,
      'TOO_LONG',
      'endsAt',
      'longer_than_max',
    ]);
  });

  it('rejects a request that breaks a rule of the store, with its code and field', async () => {
    await opened();
    const cases: [string, Record<string, unknown>, unknown[]][] = [
      ['ends before it starts', desk.time(3, -1), [422, 'PERIOD_INVALID', 'endsAt', 'not_after_start']],
      ['has no length', desk.time(3, 0), [422, 'PERIOD_INVALID', 'endsAt', 'not_after_start']],
      [
        'starts off the grid',
        { startsAt: '2026-11-21T16:10:00+09:00', endsAt: '2026-11-21T17:10:00+09:00' },
        [422, 'OFF_SLOT_GRID', 'startsAt', 'off_slot_grid'],
      ],
      [
        'ends off the grid',
        { startsAt: '2026-11-21T16:00:00+09:00', endsAt: '2026-11-21T17:10:00+09:00' },
        [422, 'OFF_SLOT_GRID', 'endsAt', 'off_slot_grid'],
      ],
      [
        'is a second off the grid',
        { startsAt: '2026-11-21T16:00:01+09:00', endsAt: '2026-11-21T17:00:01+09:00' },
        [422, 'OFF_SLOT_GRID', 'startsAt', 'off_slot_grid'],
      ],
      ['is too long', desk.time(1, 12.5), [422, 'TOO_LONG', 'endsAt', 'longer_than_max']],
      ['is over', desk.time(-3, 2), [422, 'IN_THE_PAST', 'startsAt', 'before_now']],
      ['is beyond the horizon', desk.time(24 * 61), [422, 'BEYOND_HORIZON', 'startsAt', 'after_horizon']],
      ['has too many people', { headCount: 5 }, [422, 'OVER_CAPACITY', 'headCount', 'over_capacity']],
      ['has ten thousand people', { headCount: 10_000 }, [400, 'INVALID_INPUT', 'headCount', 'too_big']],
      ['has nobody', { headCount: 0 }, [400, 'INVALID_INPUT', 'headCount', 'too_small']],
      [
        'is on the 30th of February',
        { startsAt: '2027-02-30T10:00:00Z' },
        [400, 'INVALID_INPUT', 'startsAt', 'invalid_format'],
      ],
      ['has no zone', { startsAt: '2026-11-21T16:00:00' }, [400, 'INVALID_INPUT', 'startsAt', 'invalid_format']],
      ['names its state', { state: 'IN_USE' }, [400, 'INVALID_INPUT', 'state', 'invalid_value']],
      ['brings its price', { priceAmount: 1 }, [400, 'INVALID_INPUT', 'priceAmount', 'unknown_field']],
      ['is in no room', { roomId: '01900000-0000-7000-8000-000000000000' }, [404, 'NOT_FOUND', null, null]],
    ];
    for (const [name, body, expected] of cases) expect(problem(await desk.book(body)), name).toEqual(expected);
    await desk.set({ min_minutes: 60 });
    expect(problem(await desk.book(desk.time(1, 0.5)))).toEqual([422, 'TOO_SHORT', 'endsAt', 'shorter_than_min']);
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/reservation?storeId=${desk.storeId}`)).body['total']).toBe(
      0,
    );
  });

  it('rejects a time during a closure or outside opening hours', async () => {
    await opened();
    const close = (roomIds: string[], hours: number) =>
      desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
        roomIds,
        ...desk.time(hours),
        reason: '공사',
      });
    expect((await close([desk.roomIds[0] ?? ''], 2)).status).toBe(200);
    expect(problem(await desk.book())).toEqual([422, 'STORE_CLOSED', 'endsAt', 'closure']);
    expect((await desk.book({ roomId: desk.roomIds[1] })).status).toBe(200);
    expect((await desk.book({ kind: 'BLOCK', ...desk.time(2) })).status).toBe(200);
    expect((await close([], 10)).status).toBe(200);
    expect(problem(await desk.book({ roomId: desk.roomIds[1], ...desk.time(11) }))).toEqual([
      422,
      'STORE_CLOSED',
      'startsAt',
      'closure',
    ]);
    // Periods that touch do not overlap.
    expect((await desk.book({ roomId: desk.roomIds[1], ...desk.time(12) })).status).toBe(200);

    await desk.set({ hours: JSON.stringify([{ weekday: 6, opensAt: '10:00', closesAt: '02:00' }]) });
    expect(
      problem(await desk.book({ startsAt: '2026-11-29T01:00:00+09:00', endsAt: '2026-11-29T03:00:00+09:00' })),
    ).toEqual([422, 'STORE_CLOSED', 'endsAt', 'outside_hours']);
    expect(
      (await desk.book({ startsAt: '2026-11-28T23:30:00+09:00', endsAt: '2026-11-29T02:00:00+09:00' })).status,
    ).toBe(200);
    await desk.set({ hours: '[]' });
    expect(problem(await desk.book({ ...desk.time(20) }))).toEqual([422, 'STORE_CLOSED', 'startsAt', 'no_hours']);
  });

  it('rejects a time without a price and an archived room', async () => {
    await opened();
    const { body: policies } = await desk.admin.call('GET', `/${desk.shop.slug}/price-policy?storeId=${desk.storeId}`);
    const [policy] = policies['items'] ?? [];
    await desk.admin.call('PATCH', `/${desk.shop.slug}/price-policy/${policy?.['id']}`, {
      version: 1,
      fromTime: '10:00',
      toTime: '17:00',
    });
    const unpriced = await desk.book();
    expect(problem(unpriced)).toEqual([422, 'NO_PRICE', 'endsAt', 'no_price']);
    expect(unpriced.body['detail']).toBe('2026-11-21T08:00:00.000Z/2026-11-21T09:00:00.000Z');
    const { body: room } = await desk.admin.call('GET', `/${desk.shop.slug}/room/${desk.roomIds[1]}`);
    expect(
      (
        await desk.admin.call('POST', `/${desk.shop.slug}/room/${desk.roomIds[1]}/archive`, {
          version: room['version'],
          isArchived: true,
        })
      ).status,
    ).toBe(200);
    expect(problem(await desk.book({ roomId: desk.roomIds[1], ...desk.time(1, 1) }))).toEqual([
      422,
      'ROOM_ARCHIVED',
      'roomId',
      'archived',
    ]);
  });

  it('answers 404 for a room of another store or product (AC-1)', async () => {
    await opened({ shop: await server.makeShop({ stores: 2 }) });
    const [mine, other] = desk.shop.stores;
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], other ? [other] : []);
    expect(problem(await desk.book({}, owner))).toEqual([404, 'NOT_FOUND', null, null]);
    const strangers = await openBookingDesk(server);
    expect(problem(await strangers.book({ roomId: mine?.rooms[0]?.id }))).toEqual([404, 'NOT_FOUND', null, null]);
    const reservation = await desk.createReservation();
    expect((await owner.call('GET', `/${desk.shop.slug}/reservation/${reservation['id']}`)).status).toBe(404);
    expect((await owner.call('GET', `/${desk.shop.slug}/reservation`)).body['total']).toBe(0);
  });

  it('creates one reservation for one Idempotency-Key (AP-3)', async () => {
    await opened();
    const make = (body: unknown) =>
      desk.admin.call('POST', `/${desk.shop.slug}/reservation`, body, { 'idempotency-key': 'the-key' });
    const [first, second] = [await make(desk.wish()), await make(desk.wish())];
    expect([first.status, second.status, second.body['id']]).toEqual([200, 200, first.body['id']]);
    expect((await make(desk.wish({ headCount: 3 }))).status).toBe(422);
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/reservation?storeId=${desk.storeId}`)).body['total']).toBe(
      1,
    );
  });
});
