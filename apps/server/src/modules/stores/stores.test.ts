// @sweep 1/8 (decision 086)
import { problemBody, store as storeShape, type Store } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  listenToEvents,
  makeReservation,
  startTestServer,
  type Caller,
  type ReservationInput,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { verifyChain } from '../audit/index.ts';

/** Saturday, 21 November 2026, 23:30 in Seoul. */
const clock = fakeClock(new Date('2026-11-21T14:30:00Z'));
const seoul = (text: string) => new Date(`${text}:00+09:00`);

describe('settings of a store (ST-1, ST-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let storeId: string;
  let roomId: string;

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
    storeId = shop.stores[0]?.id ?? '';
    roomId = shop.stores[0]?.rooms[0]?.id ?? '';
  });

  const path = (id = storeId) => `/${shop.slug}/store/${id}`;
  const reserve = (it: Omit<ReservationInput, 'roomId'>) => makeReservation(server, shop, storeId, { roomId, ...it });
  async function read(): Promise<Store> {
    return storeShape.parse((await admin.call('GET', path())).body);
  }
  async function edit(changes: Partial<Store> & { acceptStranded?: boolean }, by = admin) {
    return by.call('PATCH', path(), { version: (await read()).version, ...changes });
  }
  async function saved(changes: Partial<Store>): Promise<Store> {
    const answer = await edit(changes);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return storeShape.parse(answer.body);
  }
  async function refused(changes: object): Promise<(string | undefined)[]> {
    const { status, body } = await admin.call('PATCH', path(), { version: (await read()).version, ...changes });
    const problem = problemBody.parse(body);
    expect(problem.status).toBe(status);
    return [problem.code, ...(problem.errors ?? []).flatMap((it) => [it.path, it.code])];
  }
  const daily = (opensAt: string, closesAt: string) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt, closesAt }));

  it('saves each setting, publishes it and writes it to the audit log', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const before = await read();
    const fields = {
      name: '강남점',
      address: '서울 강남구',
      phone: '02-555-0152',
      businessNumber: '123-45-67891',
      hours: daily('10:00', '02:00'),
      slotMinutes: 60 as const,
      minMinutes: 60,
      maxMinutes: 600,
      horizonDays: 90,
      bufferMinutes: 10,
      holdMinutes: 20,
      waitlistOfferMinutes: 30,
      accessBeforeMinutes: 5,
      accessAfterMinutes: 15,
      prepareMinutes: 20,
      warningMinutes: 5,
      overrunWatts: 150,
      dayCutoff: '05:00',
      cancellationTiers: [
        { hoursBefore: 1, refundPercent: 30 },
        { hoursBefore: 48, refundPercent: 100 },
      ],
      settlementTerms: { royaltyPercent: 7.25, cycle: 'WEEKLY' as const, payoutLagDays: 3 },
    };
    const after = await saved(fields);
    expect(after).toEqual({
      ...before,
      ...fields,
      cancellationTiers: [fields.cancellationTiers[1], fields.cancellationTiers[0]],
      version: before.version + 1,
    });
    expect(await read()).toEqual(after);
    const listed = await admin.call('GET', `/${shop.slug}/store`);
    expect([listed.body['total'], listed.body['items']?.[0]]).toEqual([2, after]);
    expect((await stream.first('store.changed')).data).toEqual(after);
    stream.close();
    const log = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('action', '=', 'store.changed').execute(),
    );
    const { slotMinutes, dayCutoff } = before;
    expect(log.map((row) => [row.store_id, row.actor_id])).toEqual([[storeId, admin.userId]]);
    expect(log[0]?.detail).toMatchObject({
      before: { slotMinutes, dayCutoff },
      after: { slotMinutes: 60, dayCutoff: '05:00' },
    });
    expect(await verifyChain(server.app.db, shop.productId)).toMatchObject({ fault: null });
  });

  it('changes only the given fields', async () => {
    const before = await read();
    expect(await saved({ phone: '02-1' })).toEqual({ ...before, phone: '02-1', version: 2 });
    const { rows } = await server.withActor(admin.actor, async (tx) => ({
      rows: await tx.selectFrom('audit_log').select('detail').where('action', '=', 'store.changed').execute(),
    }));
    expect(rows).toEqual([{ detail: { before: { phone: '' }, after: { phone: '02-1' } } }]);
  });

  it('rejects a stale version with 409 and the current state (AP-4)', async () => {
    const after = await saved({ name: 'First' });
    const { status, body } = await admin.call('PATCH', path(), { version: 1, name: 'Second' });
    expect([status, body['code'], body['current']]).toEqual([409, 'STALE', after]);
    expect((await read()).name).toBe('First');
  });

  it('rejects one of two concurrent changes as stale', async () => {
    const answers = await Promise.all(['A', 'B'].map((name) => admin.call('PATCH', path(), { version: 1, name })));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  });

  it.each<[string, object, unknown[]]>([
    ['a slot of 7 minutes', { slotMinutes: 7 }, ['INVALID_INPUT', 'slotMinutes', expect.any(String)]],
    [
      'a shortest over the longest',
      { minMinutes: 120, maxMinutes: 60 },
      ['INVALID_INPUT', 'maxMinutes', 'shortest_over_longest'],
    ],
    [
      'a shortest over the longest there is',
      { minMinutes: 750 },
      ['INVALID_INPUT', 'minMinutes', 'shortest_over_longest'],
    ],
    ['half a slot', { minMinutes: 45 }, ['INVALID_INPUT', 'minMinutes', 'not_whole_slots']],
    [
      'a slot that the shortest is not a multiple of',
      { slotMinutes: 20 },
      ['INVALID_INPUT', 'slotMinutes', 'not_whole_slots'],
    ],
    [
      'a weekday twice',
      { hours: [...daily('10:00', '20:00').slice(0, 6), { weekday: 1, opensAt: '21:00', closesAt: '22:00' }] },
      ['INVALID_INPUT', 'hours', 'custom'],
    ],
    [
      'the eighth day',
      { hours: [{ weekday: 8, opensAt: '10:00', closesAt: '20:00' }] },
      ['INVALID_INPUT', 'hours.0.weekday', 'too_big'],
    ],
    [
      '24:00',
      { hours: [{ weekday: 1, opensAt: '10:00', closesAt: '24:00' }] },
      ['INVALID_INPUT', 'hours.0.closesAt', 'invalid_format'],
    ],
    ['a cut-off that is no time', { dayCutoff: '6' }, ['INVALID_INPUT', 'dayCutoff', 'invalid_format']],
    [
      'hours named twice',
      {
        cancellationTiers: [
          { hoursBefore: 1, refundPercent: 10 },
          { hoursBefore: 1, refundPercent: 20 },
        ],
      },
      ['INVALID_INPUT', 'cancellationTiers', 'custom'],
    ],
    [
      '101 %',
      { cancellationTiers: [{ hoursBefore: 1, refundPercent: 101 }] },
      ['INVALID_INPUT', 'cancellationTiers.0.refundPercent', 'too_big'],
    ],
    [
      'a business number with a wrong check digit',
      { businessNumber: '1234567890' },
      ['INVALID_INPUT', 'businessNumber', 'invalid_format'],
    ],
    [
      'nine digits as a business number',
      { businessNumber: '123-45-6789' },
      ['INVALID_INPUT', 'businessNumber', 'invalid_format'],
    ],
    ['no name', { name: ' ' }, ['INVALID_INPUT', 'name', 'too_small']],
    ['a horizon of no days', { horizonDays: 0 }, ['INVALID_INPUT', 'horizonDays', 'too_small']],
    [
      'fees by method, which are those of the payment provider',
      { settlementTerms: { royaltyPercent: 1, feePercents: { CARD: 1 }, cycle: 'WEEKLY', payoutLagDays: 0 } },
      ['INVALID_INPUT', 'settlementTerms.feePercents', 'unknown_field'],
    ],
    ['its MQTT prefix', { mqttPrefix: 'playroom/elsewhere' }, ['INVALID_INPUT', 'mqttPrefix', 'unknown_field']],
    ['its zone', { timeZone: 'Asia/Tokyo' }, ['INVALID_INPUT', 'timeZone', 'unknown_field']],
  ])('rejects %s at its field', async (_what, changes, expected) => {
    expect(await refused(changes)).toEqual(expected);
    expect((await read()).version).toBe(1);
  });

  it('lists reservations that shorter hours would strand, and leaves them unchanged when they are accepted (ST-2)', async () => {
    await saved({ hours: daily('10:00', '02:00') });
    const kept = await reserve({ startsAt: seoul('2026-11-22T20:00'), endsAt: seoul('2026-11-22T22:00') });
    const late = await reserve({ startsAt: seoul('2026-11-23T00:00'), endsAt: seoul('2026-11-23T01:30') });
    await reserve({ startsAt: seoul('2026-11-24T00:30'), endsAt: seoul('2026-11-24T01:30'), state: 'CANCELLED' });
    await reserve({ startsAt: seoul('2026-11-20T00:30'), endsAt: seoul('2026-11-20T01:30') }); // has ended already
    await reserve({ startsAt: seoul('2026-11-25T00:00'), endsAt: seoul('2026-11-25T01:00'), kind: 'BLOCK' });
    const shorter = { hours: daily('10:00', '00:00') };
    const { status, body } = await edit(shorter);
    expect([status, body['code'], body['strandedCount']]).toEqual([409, 'WOULD_STRAND', 1]);
    expect(problemBody.parse(body).stranded).toEqual([
      {
        id: late,
        code: expect.any(String),
        roomId,
        roomName: 'Room 1',
        startsAt: '2026-11-22T15:00:00.000Z',
        endsAt: '2026-11-22T16:30:00.000Z',
      },
    ]);
    expect((await edit({ ...shorter, acceptStranded: true })).status).toBe(200);
    // An accepted reservation is not listed again.
    expect((await edit({ hours: daily('11:00', '00:00') })).status).toBe(200);
    const rows = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('reservations')
        .select(['id', 'state', 'version'])
        .where('id', 'in', [kept, late])
        .orderBy('id')
        .execute(),
    );
    expect(rows).toEqual([
      { id: kept, state: 'CONFIRMED', version: 1 },
      { id: late, state: 'CONFIRMED', version: 1 },
    ]);
  });

  it('lists a guest in the room when the store removes its hours', async () => {
    const id = await reserve({
      startsAt: seoul('2026-11-21T23:00'),
      endsAt: seoul('2026-11-22T01:00'),
      state: 'IN_USE',
    });
    const { body } = await edit({ hours: [] });
    expect(problemBody.parse(body).stranded?.map((it) => it.id)).toEqual([id]);
  });

  it('does not list reservations when slot, buffer or horizon change', async () => {
    await reserve({ startsAt: seoul('2026-12-20T20:30'), endsAt: seoul('2026-12-20T22:00') });
    expect((await edit({ slotMinutes: 60, minMinutes: 60, bufferMinutes: 30, horizonDays: 7 })).status).toBe(200);
  });

  it('keeps stored business dates when the cut-off changes', async () => {
    const id = await reserve({
      startsAt: seoul('2026-11-23T05:00'),
      endsAt: seoul('2026-11-23T06:00'),
      businessDate: '2026-11-22',
    });
    await saved({ dayCutoff: '04:00' });
    const row = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('reservations').select('business_date').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(row.business_date).toBe('2026-11-22');
  });

  it('is readable for every role and writable for head office and the owner only (AC-5)', async () => {
    const [mine, foreign] = [shop.stores[0], shop.stores[1]];
    if (!mine || !foreign) throw new Error('no stores');
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const caller = await server.signIn(shop, [role]);
      expect((await caller.call('GET', path())).status).toBe(200);
      const { status, body } = await edit({ name: 'X' }, caller);
      expect([status, body['code'], body['capability']]).toEqual([403, 'CAPABILITY_MISSING', 'stores:write']);
    }
    const owner = await server.signIn(shop, ['FRANCHISEE'], [mine]);
    expect((await edit({ name: 'Mine' }, owner)).status).toBe(200);
    expect((await owner.call('GET', path(foreign.id))).status).toBe(404);
    expect((await owner.call('PATCH', path(foreign.id), { version: 1, name: 'X' })).status).toBe(404);
  });
});
