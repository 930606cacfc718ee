// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBookingDesk, type BookingDesk } from '../../../testing/desks/booking-desk.ts';
import { fakeClock, makeReservation, startTestServer, type Answer, type TestServer } from '../../../testing/index.ts';

const DAY = 24 * 3600_000;
const HOUR = 3600_000;

describe('changing one, the following or all of a series (RV-6)', () => {
  // A Saturday, 15:00 in Seoul.
  const start = new Date('2026-11-21T06:00:00Z');
  const clock = fakeClock(start);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const at = (inDays: number, hours = 0) => new Date(start.getTime() + inDays * DAY + hours * HOUR).toISOString();

  /** A weekly series of four reservations from tomorrow, 15:00 to 17:00. */
  async function weekly(
    it: Readonly<Record<string, unknown>> = {},
    rooms = 2,
  ): Promise<{ desk: BookingDesk; series: Answer['body'][] }> {
    clock.set(start);
    const desk = await openBookingDesk(server, { rooms });
    const { status, body } = await makeSeries(desk, it);
    expect(status).toBe(200);
    return { desk, series: body['reservations'] ?? [] };
  }
  const makeSeries = (desk: BookingDesk, it: Readonly<Record<string, unknown>> = {}, by = desk.admin) =>
    by.call('POST', `/${desk.shop.slug}/reservation/series`, {
      ...desk.wish({ ...desk.time(24), ...it }),
      rule: { frequency: 'WEEKLY', count: 4 },
      ...it,
    });

  const rowsOf = (desk: BookingDesk, series: readonly Answer['body'][]) =>
    server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('reservations')
        .select([
          'id',
          'state',
          'starts_at',
          'ends_at',
          'room_id',
          'price_amount',
          'business_date',
          'guest_name',
          'version',
          'refund_percent',
          'refund_amount',
        ])
        .where(
          'id',
          'in',
          series.map((one) => String(one['id'])),
        )
        .orderBy('id')
        .execute(),
    );
  const timesOf = async (desk: BookingDesk, series: readonly Answer['body'][]) =>
    (await rowsOf(desk, series)).map((row) => row.starts_at.toISOString());
  const holdsOf = (desk: BookingDesk) =>
    server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('reservation_holds')
        .select(['reservation_id', 'room_id', 'starts_at'])
        .where('store_id', '=', desk.storeId)
        .orderBy('starts_at')
        .execute(),
    );

  it('moves one, the following or all by the same amount, each repriced and with its history', async () => {
    const { desk, series } = await weekly();
    const second = series[1] ?? expect.fail();
    const moved = await desk.edit(second, {
      scope: 'FOLLOWING',
      startsAt: at(8, 3),
      endsAt: at(8, 6),
      expectedPriceAmount: 30_000,
    });
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      id: second['id'],
      startsAt: at(8, 3),
      endsAt: at(8, 6),
      priceAmount: 30_000,
      version: 2,
    });
    expect(await timesOf(desk, series)).toEqual([at(1), at(8, 3), at(15, 3), at(22, 3)]);
    const last = await desk.read(series[3] ?? expect.fail());
    expect(last).toMatchObject({ endsAt: at(22, 6), bufferEndsAt: at(22, 6), priceAmount: 30_000 });
    expect(last['history']?.at(-1)).toMatchObject({
      kind: 'MOVED',
      amount: 10_000,
      before: { roomId: desk.roomIds[0], startsAt: at(22), endsAt: at(22, 2) },
      actorLabel: 'ADMIN',
    });

    const all = await desk.edit(moved.body, { scope: 'ALL', roomId: desk.roomIds[1] });
    expect(all.status).toBe(200);
    expect((await rowsOf(desk, series)).map((row) => row.room_id)).toEqual(series.map(() => desk.roomIds[1]));
    expect((await holdsOf(desk)).map((hold) => [hold.room_id, hold.starts_at.toISOString()])).toEqual(
      (await timesOf(desk, series)).map((time) => [desk.roomIds[1], time]),
    );

    const one = await desk.edit(all.body, { startsAt: at(9), endsAt: at(9, 2) });
    expect(one.status).toBe(200);
    expect(await timesOf(desk, series)).toEqual([at(1), at(9), at(15, 3), at(22, 3)]);
  });

  it('can move onto times that the series itself occupies, a week later or earlier', async () => {
    const { desk, series } = await weekly();
    const [first] = series;
    const later = await desk.edit(first ?? expect.fail(), { scope: 'ALL', startsAt: at(8), endsAt: at(8, 2) });
    expect(later.status).toBe(200);
    expect(await timesOf(desk, series)).toEqual([at(8), at(15), at(22), at(29)]);
    const earlier = await desk.edit(later.body, { scope: 'ALL', startsAt: at(7), endsAt: at(7, 2) });
    expect(earlier.status).toBe(200);
    expect((await holdsOf(desk)).map((hold) => hold.starts_at.toISOString())).toEqual([at(7), at(14), at(21), at(28)]);
    expect((await rowsOf(desk, series)).map((row) => row.business_date)).toEqual([
      '2026-11-28',
      '2026-12-05',
      '2026-12-12',
      '2026-12-19',
    ]);
  });

  it('moves all or none, and names the conflicting reservation and free periods', async () => {
    const { desk, series } = await weekly();
    await makeReservation(server, desk.shop, desk.storeId, {
      roomId: desk.roomIds[0] ?? '',
      startsAt: new Date(at(15, 4)),
      endsAt: new Date(at(15, 5)),
    });
    const before = await rowsOf(desk, series);
    const refused = await desk.edit(series[0] ?? expect.fail(), { scope: 'ALL', startsAt: at(1, 3), endsAt: at(1, 5) });
    expect([refused.status, refused.body['code'], refused.body['errors']?.[0]?.['path']]).toEqual([
      409,
      'SLOT_TAKEN',
      'scope',
    ]);
    expect(refused.body['detail']).toBe(`${series[2]?.['code']} ${at(15)}`);
    expect(refused.body['free']?.length).toBeGreaterThan(0);
    expect(await rowsOf(desk, series)).toEqual(before);
    // A conflict of the named reservation itself is reported at its own field.
    const own = await desk.edit(series[2] ?? expect.fail(), {
      scope: 'FOLLOWING',
      startsAt: at(15, 3),
      endsAt: at(15, 5),
    });
    expect([own.status, own.body['code'], own.body['errors']?.[0]?.['path']]).toEqual([409, 'SLOT_TAKEN', 'startsAt']);
    const far = await desk.edit(series[0] ?? expect.fail(), { scope: 'ALL', startsAt: at(50), endsAt: at(50, 2) });
    expect([far.status, far.body['code'], far.body['errors']?.[0]?.['path']]).toEqual([422, 'BEYOND_HORIZON', 'scope']);
    expect(await rowsOf(desk, series)).toEqual(before);
  });

  it('leaves members that have started or ended unchanged', async () => {
    const { desk, series } = await weekly();
    await desk.verb(series[1] ?? expect.fail(), 'cancel');
    clock.set(new Date(at(1, 1)));
    const admin = await server.signIn(desk.shop, ['ADMIN']);
    const moved = await desk.edit(
      series[2] ?? expect.fail(),
      { scope: 'ALL', startsAt: at(15, 1), endsAt: at(15, 3) },
      admin,
    );
    expect(moved.status).toBe(200);
    expect((await rowsOf(desk, series)).map((row) => [row.state, row.starts_at.toISOString()])).toEqual([
      ['CONFIRMED', at(1)],
      ['CANCELLED', at(8)],
      ['CONFIRMED', at(15, 1)],
      ['CONFIRMED', at(22, 1)],
    ]);
    const cancelled = await desk.edit(series[1] ?? expect.fail(), { version: 2, scope: 'ALL', memo: 'x' }, admin);
    expect([cancelled.status, cancelled.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('edits guest and head count of all, repriced, and rejects too many people', async () => {
    const { desk, series } = await weekly();
    const first = series[0] ?? expect.fail();
    const renamed = await desk.edit(first, { scope: 'ALL', guestName: '임꺽정', memo: '단골' });
    expect(renamed.body).toMatchObject({ guestName: '임*정', memo: '단골', version: 2, priceAmount: 20_000 });
    expect((await rowsOf(desk, series)).map((row) => [row.guest_name, row.version])).toEqual(
      series.map(() => ['임꺽정', 2]),
    );
    await server.withActor(desk.admin.actor, (tx) =>
      tx
        .updateTable('rooms')
        .set({ capacity: 8 })
        .where('id', '=', desk.roomIds[0] ?? '')
        .execute(),
    );
    const more = await desk.edit(renamed.body, { scope: 'ALL', headCount: 6 });
    expect(more.body).toMatchObject({ headCount: 6, priceAmount: 28_000 });
    expect((await rowsOf(desk, series)).map((row) => row.price_amount)).toEqual(series.map(() => 28_000));
    const many = await desk.edit(more.body, { scope: 'ALL', headCount: 9 });
    expect([many.status, many.body['code'], many.body['errors']?.[0]?.['path']]).toEqual([
      422,
      'OVER_CAPACITY',
      'headCount',
    ]);
  });

  it('rejects a stale version, an unexpected price, a room of another store, an invalid time, and a caller out of reach', async () => {
    const { desk, series } = await weekly();
    const first = series[0] ?? expect.fail();
    const move = { scope: 'ALL', startsAt: at(1, 3), endsAt: at(1, 5) };
    const stale = await desk.edit(first, { ...move, version: 5 });
    expect([stale.status, stale.body['code'], stale.body['current']?.['version']]).toEqual([409, 'STALE', 1]);
    const dearer = await desk.edit(first, { ...move, expectedPriceAmount: 1 });
    expect([dearer.status, dearer.body['code'], dearer.body['current']?.['totalAmount']]).toEqual([
      409,
      'PRICE_CHANGED',
      20_000,
    ]);
    const other = await server.makeShop({ stores: 1 });
    const elsewhere = await desk.edit(first, { scope: 'ALL', roomId: other.stores[0]?.rooms[0]?.id });
    expect([elsewhere.status, elsewhere.body['errors']?.[0]?.['path']]).toEqual([400, 'roomId']);
    const ends = await desk.edit(first, { scope: 'ALL', endsAt: at(1) });
    expect([ends.status, ends.body['code'], ends.body['errors']?.[0]?.['path']]).toEqual([
      422,
      'PERIOD_INVALID',
      'endsAt',
    ]);
    const never = await desk.edit(first, {
      scope: 'ALL',
      startsAt: '2198-12-31T10:00:00Z',
      endsAt: '2198-12-31T12:00:00Z',
    });
    expect([never.status, never.body['code']]).toEqual([422, 'BEYOND_HORIZON']);
    const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    for (const answer of [
      await desk.edit(first, move, stranger),
      await desk.verb(first, 'cancel', { scope: 'ALL' }, stranger),
    ])
      expect(answer.status).toBe(404);
    expect((await rowsOf(desk, series)).every((row) => row.version === 1)).toBe(true);
  });

  it('cancels a whole series that is unchanged, and nothing once a member has changed', async () => {
    const { desk, series } = await weekly();
    const first = series[0] ?? expect.fail();
    const undo = { scope: 'ALL', mustBeUnchanged: true };
    expect((await desk.edit(series[2] ?? expect.fail(), { memo: '단골' })).status).toBe(200);
    const refused = await desk.verb(first, 'cancel', undo);
    expect([refused.status, refused.body['code']]).toEqual([409, 'STALE']);
    expect(new Set((await rowsOf(desk, series)).map((row) => row.state))).toEqual(new Set(['CONFIRMED']));
    const other = await weekly();
    expect((await other.desk.verb(other.series[0] ?? expect.fail(), 'cancel', undo)).status).toBe(200);
    expect(new Set((await rowsOf(other.desk, other.series)).map((row) => row.state))).toEqual(new Set(['CANCELLED']));
  });

  it('cancels the following members, each with the refund of its cancellation tier', async () => {
    const { desk, series } = await weekly();
    // The tiers refund 100 % until five days before the start, and 50 % after that.
    await desk.set({
      cancellation_tiers: JSON.stringify([
        { hoursBefore: 120, refundPercent: 100 },
        { hoursBefore: 2, refundPercent: 50 },
      ]),
    });
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('reservations').set({ paid_amount: 20_001 }).where('store_id', '=', desk.storeId).execute(),
    );
    clock.set(new Date(at(5)));
    const admin = await server.signIn(desk.shop, ['ADMIN']);
    const answer = await desk.verb(series[1] ?? expect.fail(), 'cancel', { scope: 'FOLLOWING', reason: '이사' }, admin);
    expect(answer.body).toMatchObject({
      state: 'CANCELLED',
      refundPercent: 50,
      refundAmount: 10_000,
      cancelledAt: at(5),
    });
    const rows = await rowsOf(desk, series);
    expect(rows.slice(1).map((row) => [row.state, row.refund_amount])).toEqual([
      ['CANCELLED', 10_000],
      ['CANCELLED', 20_001],
      ['CANCELLED', 20_001],
    ]);
    expect(rows[0]?.state).not.toBe('CANCELLED');
    expect(answer.body['history']?.at(-1)).toMatchObject({ kind: 'CANCELLED', reason: '이사', amount: 10_000 });
    // The time of the cancelled reservations is free again.
    expect(
      (await makeSeries(desk, { startsAt: at(8), endsAt: at(8, 2), rule: { frequency: 'WEEKLY', count: 3 } }, admin))
        .status,
    ).toBe(200);
  });

  it('lets support cancel only without refund (AC-7)', async () => {
    const { desk, series } = await weekly();
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('reservations').set({ paid_amount: 20_000 }).where('store_id', '=', desk.storeId).execute(),
    );
    const helper = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    const refused = await desk.verb(series[0] ?? expect.fail(), 'cancel', { scope: 'ALL', refundPercent: 10 }, helper);
    expect([refused.status, refused.body['capability']]).toEqual([403, 'payments:refund']);
    expect((await desk.verb(series[0] ?? expect.fail(), 'cancel', { scope: 'ALL' }, helper)).status).toBe(200);
    expect((await rowsOf(desk, series)).map((row) => [row.state, row.refund_percent, row.refund_amount])).toEqual(
      series.map(() => ['CANCELLED', 0, 0]),
    );
    expect(await holdsOf(desk)).toEqual([]);
  });

  it(
    'keeps reservations and holds consistent under concurrent moves and cancellations',
    { timeout: 60_000 },
    async () => {
      const { desk, series } = await weekly({ rule: { frequency: 'DAILY', count: 10 } }, 3);
      const change = (index: number): Promise<Answer> => {
        const one = series[index % series.length] ?? expect.fail();
        const shift = (hours: number) => ({
          startsAt: new Date(Date.parse(String(one['startsAt'])) + hours * HOUR).toISOString(),
          endsAt: new Date(Date.parse(String(one['endsAt'])) + hours * HOUR).toISOString(),
        });
        switch (index % 4) {
          case 0:
            return desk.edit(one, { scope: 'ALL', roomId: desk.roomIds[1 + (index % 2)] });
          case 1:
            return desk.edit(one, { scope: 'FOLLOWING', ...shift(3) });
          case 2:
            return desk.book({
              startsAt: at(2 + (index % 5), 3),
              endsAt: at(2 + (index % 5), 5),
              roomId: desk.roomIds[index % 3],
            });
          default:
            return index === 19
              ? desk.verb(one, 'cancel', { scope: 'FOLLOWING' })
              : desk.edit(one, { startsAt: shift(5).startsAt, endsAt: shift(5).endsAt });
        }
      };
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => change(index)));
      expect(answers.map((it) => it.status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect(answers.filter((it) => it.status === 200).length).toBeGreaterThan(3);
      expect(
        answers
          .filter((it) => it.status === 409)
          .map((it) => it.body['code'])
          .filter((code) => !['SLOT_TAKEN', 'STALE', 'STATE_NOT_ALLOWED'].includes(String(code))),
      ).toEqual([]);
      const held = await server.withActor(desk.admin.actor, (tx) =>
        tx
          .selectFrom('reservations')
          .select(['id', 'room_id', 'starts_at'])
          .where('store_id', '=', desk.storeId)
          .where('state', '=', 'CONFIRMED')
          .orderBy('starts_at')
          .orderBy('id')
          .execute(),
      );
      const holds = await holdsOf(desk);
      const flat = (rows: { id: string; room_id: string; starts_at: Date }[]) =>
        rows.map((row) => `${row.id} ${row.room_id} ${row.starts_at.toISOString()}`).sort();
      expect(flat(holds.map(({ reservation_id: id, ...hold }) => ({ id, ...hold })))).toEqual(flat(held));
    },
  );

  it('changes only the named reservation when it belongs to no series', async () => {
    clock.set(start);
    const desk = await openBookingDesk(server);
    const single: Answer['body'] = await desk.createReservation();
    const other = await desk.createReservation(desk.time(5));
    const moved = await desk.edit(single, { scope: 'ALL', ...desk.time(10) });
    expect([moved.status, moved.body['startsAt']]).toEqual([200, desk.time(10).startsAt]);
    expect((await desk.read(other))['version']).toBe(1);
  });
});
