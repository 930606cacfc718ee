// @sweep 1/8 (decision 086)
import { channelReservation } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  makeKey,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { headOffice } from '../../testing/server.ts';
import { settleDue } from '../reservations/timers.ts';

/** A Saturday, 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');

describe('the channel API (RV-9)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let channel: Caller['call'];
  let secret: string;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openBookingDesk(server);
    ({ call: channel, secret } = await makeKey(server, desk.shop));
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const path = (rest: string) => `/${desk.shop.slug}/channel/${rest}`;
  const hold = (it: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = {}, by = channel) =>
    by('POST', path('reservation'), desk.wish(it), headers);
  const verb = ({ body }: Answer, name: string, more: object = {}, by = channel) =>
    by('POST', path(`reservation/${body['id']}/${name}`), { version: body['version'], ...more });
  const problem = ({ status, body }: Answer) => [status, body['code']];
  const count = () =>
    server.withActor(
      headOffice(desk.shop.productId),
      async (tx) => (await tx.selectFrom('reservations').select('id').execute()).length,
    );

  it('finds stores, rooms and free periods, quotes, holds, confirms and cancels by the tiers of the store', async () => {
    await desk.set({ hold_minutes: 20, name: '강남점' });
    const { body: stores } = await channel('GET', path('store'));
    expect(stores).toMatchObject({
      total: 1,
      items: [{ id: desk.storeId, name: '강남점', slotMinutes: 30, holdMinutes: 20 }],
    });
    expect(stores['items']?.[0]).not.toHaveProperty('settlementTerms');
    const { body: rooms } = await channel('GET', path(`room?storeId=${desk.storeId}`));
    expect(rooms['items']?.map((room) => room['id'])).toEqual(desk.roomIds);

    const { body: available } = await channel(
      'GET',
      path(`availability?storeId=${desk.storeId}&date=2026-11-21&roomId=${desk.roomIds[0]}`),
    );
    expect(available['rooms']).toEqual([
      {
        roomId: desk.roomIds[0],
        name: 'Room 1',
        capacity: 4,
        free: [{ startsAt: NOW.toISOString(), endsAt: '2026-11-22T09:00:00.000Z' }],
      },
    ]);
    const { body: price } = await channel('POST', path('quote'), {
      roomId: desk.roomIds[0],
      ...desk.time(48),
      headCount: 2,
    });
    expect(price['totalAmount']).toBe(20_000);

    const held = await hold({ ...desk.time(48), externalId: 'A-1', expectedPriceAmount: 20_000, memo: '창가 자리' });
    expect(held.status).toBe(200);
    expect(channelReservation.strict().parse(held.body)).toMatchObject({
      state: 'PENDING',
      externalId: 'A-1',
      storeId: desk.storeId,
      guestName: '홍*동',
      guestPhone: '010-****-5678',
      priceAmount: 20_000,
      holdExpiresAt: new Date(NOW.getTime() + 20 * MINUTE_MS).toISOString(),
      version: 1,
      cancellation: { refundPercent: 100 },
    });
    const confirmed = await verb(held, 'confirm');
    expect(confirmed.body).toMatchObject({ state: 'CONFIRMED', holdExpiresAt: null, version: 2, externalId: 'A-1' });
    expect((await channel('GET', path(`reservation/${held.body['id']}`))).body).toEqual({
      ...confirmed.body,
      extension: null,
    });

    // Records a payment, so that the refund follows the tier at the time of the cancellation.
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('reservations').set({ paid_amount: 20_000 }).where('id', '=', String(held.body['id'])).execute(),
    );
    clock.advance(30 * HOUR_MS);
    const cancelled = await verb(confirmed, 'cancel', { reason: '손님 변심' });
    expect(cancelled.body).toMatchObject({
      state: 'CANCELLED',
      refundPercent: 50,
      refundAmount: 10_000,
      cancellation: null,
    });

    const staffSees = await desk.read(held.body);
    expect([staffSees['channel'], staffSees['memo']]).toEqual(['CHANNEL', '창가 자리']);
    expect(staffSees['history']?.map((it) => [it['kind'], it['actorKind'], it['actorLabel'], it['reason']])).toEqual([
      ['CREATED', 'CHANNEL', 'Channel', null],
      ['CONFIRMED', 'CHANNEL', 'Channel', null],
      ['CANCELLED', 'CHANNEL', 'Channel', '손님 변심'],
    ]);
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('subject_id', '=', String(held.body['id'])).orderBy('seq').execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_kind, row.actor_label])).toEqual([
      ['reservation.created', 'CHANNEL', 'Channel'],
      ['reservation.confirmed', 'CHANNEL', 'Channel'],
      ['reservation.cancelled', 'CHANNEL', 'Channel'],
    ]);
  });

  it('lets one of 16 concurrent holds in two processes win, and suggests free periods to the others', async () => {
    const atBeside = beside.caller(secret);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => hold({}, {}, index % 2 ? channel : atBeside)),
    );
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toHaveLength(15);
    for (const loser of losers)
      expect([...problem(loser), loser.body['free']?.[0]?.['roomId']]).toEqual([409, 'SLOT_TAKEN', desk.roomIds[1]]);
    expect(await count()).toBe(1);
  });

  it('creates one reservation for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => hold({}, headers)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, answers[0]?.body]));
    expect(await count()).toBe(1);
    expect(problem(await hold({ headCount: 3 }, headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    // The same Idempotency-Key of another channel is independent.
    const another = await makeKey(server, desk.shop);
    expect((await hold(desk.time(8), headers, another.call)).status).toBe(200);
  });

  it('rejects an external id that the key has already used, with the reservation that has it', async () => {
    const first = await hold({ externalId: 'B-7' });
    const second = await Promise.all(
      Array.from({ length: 4 }, (_, index) => hold({ ...desk.time(5 + 2 * index), externalId: 'B-7' })),
    );
    for (const refused of second)
      expect([...problem(refused), refused.body['current']]).toEqual([409, 'EXTERNAL_ID_TAKEN', first.body]);
    const together = await Promise.all(
      Array.from({ length: 4 }, (_, index) => hold({ ...desk.time(15 + 2 * index), externalId: 'B-8' })),
    );
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const another = await makeKey(server, desk.shop);
    expect((await hold({ ...desk.time(30), externalId: 'B-7' }, {}, another.call)).status).toBe(200);
  });

  it('rejects an unexpected price and creates nothing', async () => {
    const refused = await hold({ expectedPriceAmount: 19_000, externalId: 'C-1' });
    expect([...problem(refused), refused.body['current']?.['totalAmount'], await count()]).toEqual([
      409,
      'PRICE_CHANGED',
      20_000,
      0,
    ]);
    expect((await hold({ expectedPriceAmount: 20_000, externalId: 'C-1' })).status).toBe(200);
  });

  it('returns 404 for a reservation of another key or of staff', async () => {
    const mine = await hold();
    const another = await makeKey(server, desk.shop);
    const ofStaff = { status: 200, headers: mine.headers, body: await desk.createReservation(desk.time(8)) };
    for (const [it, by] of [
      [mine, another.call],
      [ofStaff, channel],
    ] as const) {
      for (const refused of [
        await by('GET', path(`reservation/${it.body['id']}`)),
        await verb(it, 'confirm', {}, by),
        await verb(it, 'cancel', {}, by),
      ]) {
        expect(problem(refused)).toEqual([404, 'NOT_FOUND']);
      }
    }
    expect((await desk.read(mine.body))['state']).toBe('PENDING');
  });

  it('reaches only the stores of the key', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const [a, b] = await Promise.all(
      shop.stores.map((store) => openBookingDesk(server, { shop: { ...shop, stores: [store] } })),
    );
    if (!a || !b) return expect.fail();
    const { call } = await makeKey(server, shop, shop.stores.slice(0, 1));
    const at = (rest: string) => `/${shop.slug}/channel/${rest}`;
    expect((await call('POST', at('reservation'), a.wish())).status).toBe(200);
    for (const refused of [
      await call('POST', at('reservation'), b.wish()),
      await call('POST', at('quote'), { roomId: b.roomIds[0], ...b.time(2), headCount: 2 }),
      await call('GET', at(`availability?storeId=${b.storeId}&date=2026-11-21`)),
      await call('GET', at(`availability?storeId=${a.storeId}&date=2026-11-21&roomId=${b.roomIds[0]}`)),
      await call('POST', path('reservation'), desk.wish()),
    ]) {
      expect(problem(refused)).toEqual([404, 'NOT_FOUND']);
    }
    expect((await call('GET', at('room'))).body['items']?.map((room) => room['storeId'])).toEqual([
      a.storeId,
      a.storeId,
    ]);
    expect((await call('GET', at(`room?storeId=${b.storeId}`))).body).toEqual({ total: 0, items: [] });
  });

  it('releases a hold that is not confirmed in time', async () => {
    const held = await hold();
    clock.advance(15 * MINUTE_MS);
    // The period is free even before the timer has run.
    expect(
      (await channel('GET', path(`availability?storeId=${desk.storeId}&date=2026-11-21`))).body['rooms']?.[0]?.['free'],
    ).toHaveLength(1);
    await settleDue({ db: server.app.db, clock });
    const { body: expired } = await channel('GET', path(`reservation/${held.body['id']}`));
    const refused = await verb({ ...held, body: expired }, 'confirm');
    expect([...problem(refused), refused.body['current']?.['state']]).toEqual([409, 'STATE_NOT_ALLOWED', 'EXPIRED']);
    const { startsAt, endsAt } = held.body;
    expect((await hold({ startsAt, endsAt })).status).toBe(200);
  });

  it('rejects a stale version with the current state, without names or notes of staff', async () => {
    const held = await hold();
    expect((await desk.edit(held.body, { memo: '까다로운 손님' })).status).toBe(200);
    const refused = await verb(held, 'confirm');
    expect(problem(refused)).toEqual([409, 'STALE']);
    expect(channelReservation.strict().parse(refused.body['current'])).toMatchObject({ state: 'PENDING', version: 2 });
    expect(JSON.stringify(refused.body)).not.toMatch(/까다로운|ADMIN/);
  });

  it('rejects what only staff can do', async () => {
    for (const body of [
      { kind: 'BLOCK', blockReason: 'CLEANING' },
      { state: 'CONFIRMED' },
      { channel: 'STAFF' },
      { guestPhone: '' },
    ]) {
      expect(problem(await hold(body))).toEqual([400, 'INVALID_INPUT']);
    }
    const held = await hold();
    expect(problem(await verb(held, 'cancel', { refundPercent: 100 }))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await verb(held, 'check-in'))).toEqual([404, 'NOT_FOUND']);
  });
});
