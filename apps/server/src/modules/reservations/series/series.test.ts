// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  listenToEvents,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';
import { makeReservation } from '../../../testing/reservations.ts';

type JsonBody = Answer['body'];

const DAY = 24 * 3600_000;

describe('series (RV-6)', () => {
  // A Saturday, 15:00 in Seoul.
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  async function shopWithPrices(rooms = 2): Promise<{ shop: Shop; admin: Caller; roomIds: string[]; storeId: string }> {
    const shop = await server.makeShop({ rooms });
    const admin = await server.signIn(shop, ['ADMIN']);
    const store = shop.stores[0] ?? expect.fail();
    const pricePolicy = await admin.call('POST', `/${shop.slug}/price-policy`, {
      storeId: store.id,
      name: '기본',
      roomIds: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      holidays: true,
      startsOn: null,
      endsOn: null,
      fromTime: '00:00',
      toTime: '00:00',
      unit: 'SLOT',
      amount: 5000,
      packageMinutes: null,
      includedHeadCount: 4,
      extraPersonAmount: 1000,
      priority: 1,
    });
    expect(pricePolicy.status).toBe(200);
    return { shop, admin, storeId: store.id, roomIds: store.rooms.map((room) => room.id) };
  }

  interface Wish {
    readonly roomId: string | undefined;
    /** So many days from now, at 15:00 in Seoul. */
    readonly inDays?: number;
    readonly rule?: unknown;
    readonly body?: Readonly<Record<string, unknown>>;
  }
  const at = (inDays: number, hours = 0) =>
    new Date(clock.now().getTime() + inDays * DAY + hours * 3600_000).toISOString();
  const GUEST = { guestName: '홍길동', guestPhone: '010-1234-5678' };
  const wish = ({ roomId, inDays = 1, rule = { frequency: 'WEEKLY', count: 4 }, body = {} }: Wish) => ({
    roomId,
    startsAt: at(inDays),
    endsAt: at(inDays, 2),
    headCount: 2,
    rule,
    ...body,
  });
  const make = (shop: Shop, { call }: Caller, it: Wish): Promise<Answer> =>
    call('POST', `/${shop.slug}/reservation/series`, { ...GUEST, ...wish(it) });
  const previewOf = (shop: Shop, { call }: Caller, it: Wish): Promise<Answer> =>
    call('POST', `/${shop.slug}/reservation/series/preview`, wish(it));
  const starts = (list: JsonBody[] | undefined) => (list ?? []).map((it) => String(it['startsAt']));
  const stored = (by: Caller, storeId: string) =>
    server.withActor(by.actor, (tx) =>
      tx
        .selectFrom('reservations')
        .select(['id', 'state', 'starts_at', 'ends_at', 'room_id', 'price_amount', 'version'])
        .where('store_id', '=', storeId)
        .orderBy('starts_at')
        .execute(),
    );

  it('is created as previewed, each reservation with price, code, history and event', async () => {
    const { shop, admin, storeId, roomIds } = await shopWithPrices();
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const { status, body: foreseen } = await previewOf(shop, admin, { roomId: roomIds[0] });
    expect([status, foreseen['totalAmount']]).toEqual([200, 80_000]);
    expect(await stored(admin, storeId)).toEqual([]);
    const { body } = await make(shop, admin, { roomId: roomIds[0] });
    expect(starts(body['reservations'])).toEqual([at(1), at(8), at(15), at(22)]);
    expect(starts(body['reservations'])).toEqual(starts(foreseen['occurrences']));
    expect(body['skipped']).toEqual([]);
    expect(new Set(body['reservations']?.map((it) => it['code'])).size).toBe(4);
    for (const it of body['reservations'] ?? []) {
      expect(it).toMatchObject({
        seriesId: body['seriesId'],
        state: 'CONFIRMED',
        channel: 'STAFF',
        priceAmount: 20_000,
        guestName: '홍*동',
        guestPhone: '010-****-5678',
      });
    }
    const history = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('reservation_events').select(['kind', 'actor_id']).where('store_id', '=', storeId).execute(),
    );
    expect(history).toEqual(Array.from({ length: 4 }, () => ({ kind: 'CREATED', actor_id: admin.userId })));
    await until('four events', () => stream.events.filter((it) => it.event === 'reservation.changed').length === 4);
    stream.close();
    const audited = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'subject_id']).where('action', 'like', 'series%').execute(),
    );
    expect(audited).toEqual([{ action: 'series.created', subject_id: body['seriesId'] }]);
  });

  it('names a conflict, creates nothing without skipConflicts, and creates the rest with it', async () => {
    const { shop, admin, storeId, roomIds } = await shopWithPrices();
    const roomId = roomIds[0] ?? '';
    await makeReservation(server, shop, storeId, {
      roomId,
      startsAt: new Date(at(15, 1)),
      endsAt: new Date(at(15, 3)),
    });
    const daily = { frequency: 'DAILY', interval: 7, until: at(70).slice(0, 10) };
    const { body: foreseen } = await previewOf(shop, admin, { roomId, rule: daily });
    const refusals = foreseen['occurrences']?.map((it) => it['refusal'] && it['refusal']['code']);
    expect(refusals).toEqual([null, null, 'SLOT_TAKEN', null, null, null, null, null, null, 'BEYOND_HORIZON']);
    expect(foreseen['totalAmount']).toBe(8 * 20_000);

    const refused = await make(shop, admin, { roomId, rule: daily });
    expect([
      refused.status,
      refused.body['code'],
      refused.body['detail'],
      refused.body['errors']?.[0]?.['path'],
    ]).toEqual([409, 'SLOT_TAKEN', at(15), 'rule']);
    const free = refused.body['free'] ?? [];
    expect(free.length).toBeGreaterThan(0);
    const before = await stored(admin, storeId);
    expect(
      free.filter((it) =>
        before.some(
          (row) =>
            row.room_id === it['roomId'] &&
            row.starts_at < new Date(String(it['endsAt'])) &&
            row.ends_at > new Date(String(it['startsAt'])),
        ),
      ),
    ).toEqual([]);
    expect(before).toHaveLength(1);

    const series = await make(shop, admin, { roomId, rule: daily, body: { skipConflicts: true } });
    expect(series.body['reservations']).toHaveLength(8);
    expect(series.body['skipped']?.map((it) => [it['startsAt'], it['refusal']?.['code']])).toEqual([
      [at(15), 'SLOT_TAKEN'],
      [at(64), 'BEYOND_HORIZON'],
    ]);
  });

  it('respects buffers, also within the series, and linked rooms, and ignores a lapsed hold', async () => {
    const { shop, admin, storeId, roomIds } = await shopWithPrices(3);
    const [whole, part, other] = roomIds;
    await server.withActor(admin.actor, async (tx) => {
      await tx
        .insertInto('room_parts')
        .values({ product_id: shop.productId, store_id: storeId, room_id: whole ?? '', part_room_id: part ?? '' })
        .execute();
      await tx.updateTable('stores').set({ buffer_minutes: 30 }).where('id', '=', storeId).execute();
    });
    await makeReservation(server, shop, storeId, {
      roomId: part ?? '',
      startsAt: new Date(at(8, 2)),
      endsAt: new Date(at(8, 3)),
    });
    const codes = async (it: Wish) =>
      (await previewOf(shop, admin, it)).body['occurrences']?.map((one) => one['refusal'] && one['refusal']['code']);
    expect(await codes({ roomId: whole, rule: { frequency: 'WEEKLY', count: 2 } })).toEqual([null, 'SLOT_TAKEN']);
    const halfDays = { startsAt: at(2), endsAt: at(2, 12) };
    expect(await codes({ roomId: other, rule: { frequency: 'DAILY', count: 2 }, body: halfDays })).toEqual([
      null,
      null,
    ]);
    await server.withActor(admin.actor, (tx) =>
      tx.updateTable('stores').set({ max_minutes: 1440 }).where('id', '=', storeId).execute(),
    );
    expect(
      await codes({ roomId: other, rule: { frequency: 'DAILY', count: 3 }, body: { startsAt: at(2), endsAt: at(3) } }),
    ).toEqual([null, 'SLOT_TAKEN', null]);

    const lapsed = await makeReservation(server, shop, storeId, {
      roomId: other ?? '',
      startsAt: new Date(at(1)),
      endsAt: new Date(at(1, 2)),
      state: 'PENDING',
      holdExpiresAt: new Date(clock.now().getTime() - 1),
    });
    const series = await make(shop, admin, { roomId: other, rule: { frequency: 'WEEKLY', count: 1 } });
    expect(series.status).toBe(200);
    expect((await stored(admin, storeId)).find((row) => row.id === lapsed)?.state).toBe('EXPIRED');
  });

  it('keeps the local time across a clock change', async () => {
    const { shop, admin, storeId, roomIds } = await shopWithPrices();
    await server.withActor(admin.actor, (tx) =>
      tx
        .updateTable('stores')
        .set({ time_zone: 'America/New_York', horizon_days: 365 })
        .where('id', '=', storeId)
        .execute(),
    );
    const body = { startsAt: '2027-03-06T19:00:00-05:00', endsAt: '2027-03-06T21:00:00-05:00' };
    const series = await make(shop, admin, { roomId: roomIds[0], rule: { frequency: 'WEEKLY', count: 3 }, body });
    expect(starts(series.body['reservations'])).toEqual(
      ['2027-03-07T00:00:00.000Z', '2027-03-13T24:00:00Z', '2027-03-20T23:00:00Z'].map((it, index) =>
        index === 1 ? '2027-03-14T00:00:00.000Z' : new Date(it).toISOString(),
      ),
    );

    const [first] = series.body['reservations'] ?? [];
    const moved = await admin.call('PATCH', `/${shop.slug}/reservation/${first?.['id']}`, {
      version: 1,
      scope: 'ALL',
      startsAt: '2027-03-06T20:30:00-05:00',
      endsAt: '2027-03-06T22:30:00-05:00',
    });
    expect(moved.status).toBe(200);
    expect((await stored(admin, storeId)).map((row) => row.starts_at.toISOString())).toEqual([
      '2027-03-07T01:30:00.000Z',
      '2027-03-14T01:30:00.000Z',
      '2027-03-21T00:30:00.000Z',
    ]);
  });

  it('rejects an invalid series with its code and field', async () => {
    const { shop, admin, roomIds } = await shopWithPrices();
    const weekly = { frequency: 'WEEKLY' };
    const refused: readonly (readonly [Omit<Wish, 'roomId'>, number, string, string])[] = [
      [{ rule: { ...weekly, count: 10_000 } }, 400, 'INVALID_INPUT', 'rule.count'],
      [{ rule: { ...weekly, count: 0 } }, 400, 'INVALID_INPUT', 'rule.count'],
      [{ rule: { frequency: 'DAILY', until: '2046-01-01' } }, 422, 'SERIES_INVALID', 'rule.until'],
      [{ rule: weekly }, 422, 'SERIES_INVALID', 'rule'],
      [{ rule: { ...weekly, count: 3, until: '2026-12-24' } }, 422, 'SERIES_INVALID', 'rule'],
      [{ rule: { ...weekly, until: '2026-11-01' } }, 422, 'SERIES_INVALID', 'rule.until'],
      [{ rule: { ...weekly, until: '2027-02-30' } }, 400, 'INVALID_INPUT', 'rule.until'],
      [{ rule: { ...weekly, count: 3, weekdays: [8] } }, 400, 'INVALID_INPUT', 'rule.weekdays.0'],
      [{ rule: { ...weekly, count: 3, interval: 0 } }, 400, 'INVALID_INPUT', 'rule.interval'],
      [{ rule: { ...weekly, count: 3, hourly: true } }, 400, 'INVALID_INPUT', 'rule.hourly'],
      [{ body: { endsAt: at(1) } }, 422, 'PERIOD_INVALID', 'endsAt'],
      [{ body: { endsAt: at(0) } }, 422, 'PERIOD_INVALID', 'endsAt'],
      [{ inDays: -1 }, 422, 'IN_THE_PAST', 'startsAt'],
      [{ inDays: 61 }, 422, 'BEYOND_HORIZON', 'startsAt'],
      [
        { body: { startsAt: '2198-12-20T10:00:00Z', endsAt: '2198-12-20T12:00:00Z' } },
        422,
        'BEYOND_HORIZON',
        'startsAt',
      ],
      [
        { body: { startsAt: '9999-12-31T10:00:00Z', endsAt: '9999-12-31T12:00:00Z' } },
        400,
        'INVALID_INPUT',
        'startsAt',
      ],
      [{ body: { endsAt: '2198-12-20T12:00:00Z' } }, 422, 'TOO_LONG', 'endsAt'],
      [
        { body: { startsAt: '0000-01-01T10:00:00Z', endsAt: '0000-01-01T12:00:00Z' } },
        400,
        'INVALID_INPUT',
        'startsAt',
      ],
      [{ body: { headCount: 5 } }, 422, 'OVER_CAPACITY', 'headCount'],
      [{ body: { headCount: 0 } }, 400, 'INVALID_INPUT', 'headCount'],
      [{ inDays: 50, rule: { ...weekly, count: 4 } }, 422, 'BEYOND_HORIZON', 'rule'],
      [{ body: { guestPhone: '' } }, 400, 'INVALID_INPUT', 'guestPhone'],
    ];
    for (const [it, status, code, path] of refused) {
      const answer = await make(shop, admin, { ...it, roomId: roomIds[0] });
      expect([answer.status, answer.body['code'], answer.body['errors']?.[0]?.['path']], JSON.stringify(it)).toEqual([
        status,
        code,
        path,
      ]);
    }
    const skipping = await make(shop, admin, { roomId: roomIds[0], inDays: 61, body: { skipConflicts: true } });
    expect([skipping.status, skipping.body['code']]).toEqual([422, 'BEYOND_HORIZON']);
  });

  it('is limited to rooms within reach of the caller (AC-1)', async () => {
    const { shop, admin, roomIds, storeId } = await shopWithPrices();
    const [other, stranger] = [await server.makeShop(), await server.signIn(shop, ['FRANCHISEE'], [])];
    for (const ask of [make, previewOf]) {
      expect((await ask(shop, stranger, { roomId: roomIds[0] })).status).toBe(404);
      expect((await ask(shop, admin, { roomId: other.stores[0]?.rooms[0]?.id })).status).toBe(404);
    }
    const helper = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    const series = await make(shop, helper, { roomId: roomIds[0], rule: { frequency: 'WEEKLY', count: 1 } });
    expect(series.status).toBe(200);
    expect(await stored(admin, storeId)).toHaveLength(1);
  });

  it(
    'lets exactly one of concurrent series and single reservations get the shared hour',
    { timeout: 60_000 },
    async () => {
      const { shop, admin, storeId, roomIds } = await shopWithPrices();
      for (let round = 0; round < 3; round += 1) {
        const before = (await stored(admin, storeId)).length;
        const answers = await Promise.all([
          ...Array.from({ length: 8 }, (_, index) =>
            make(shop, admin, {
              roomId: roomIds[0],
              inDays: 1 + round + (index % 2) * 7,
              rule: { frequency: 'WEEKLY', count: 5 },
            }),
          ),
          ...Array.from({ length: 8 }, () =>
            admin.call('POST', `/${shop.slug}/reservation`, {
              ...GUEST,
              ...wish({ roomId: roomIds[0], inDays: 15 + round }),
              rule: undefined,
            }),
          ),
        ]);
        expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
        for (const { status, body } of answers.filter((it) => it.status !== 200)) {
          expect([status, body['code']]).toEqual([409, 'SLOT_TAKEN']);
          expect(body['free']?.length).toBeGreaterThan(0);
        }
        expect([1, 5]).toContain((await stored(admin, storeId)).length - before);
      }
    },
  );
});
