/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalOf, storeActor } from '../../../db/index.ts';
import { enqueueJob } from '../../../jobs/index.ts';
import {
  connectOwner,
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { openVirtualToss } from '../../../testing/peers/payment-provider.ts';
import { OFFER_JOB } from '../waitlist/waitlist-review.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const OFFER_MINUTES = 20;
type Body = Answer['body'];

describe('offers to waiting guests (WL-1 to WL-4)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let beside: TestServer;
  let desk: MessageDesk;
  let toss: Awaited<ReturnType<typeof openVirtualToss>>;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock, { rooms: 3 });
    toss = await openVirtualToss(server, desk.shop);
    await desk.set({ waitlist_offer_minutes: OFFER_MINUTES });
  });
  afterEach(async () => {
    await desk.solapi.close();
    await toss.close();
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const base = () => `/${desk.shop.slug}`;
  /** A stay of two hours from a full hour, so many hours from now. */
  const slot = (hours: number) => {
    const startsMs = Math.floor(clock.now().getTime() / HOUR_MS + hours) * HOUR_MS;
    return { startsAt: new Date(startsMs).toISOString(), endsAt: new Date(startsMs + 2 * HOUR_MS).toISOString() };
  };
  let guests = 0;
  const wait = async (change: Readonly<Record<string, unknown>> = {}): Promise<Body> => {
    const { status, body } = await desk.admin.call('POST', `${base()}/waitlist`, {
      storeId: desk.storeId,
      roomId: desk.roomIds[0],
      ...slot(30),
      headCount: 2,
      guestName: '고대기',
      guestPhone: `010-2000-${String((guests += 1)).padStart(4, '0')}`,
      memo: '창가',
      ...change,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    // The order of the entries is the order of their times.
    clock.advance(1000);
    return body;
  };
  const entries = async (): Promise<Body[]> =>
    ((await desk.admin.call('GET', `${base()}/waitlist?limit=200`)).body['items'] as Body[] | undefined) ?? [];
  const read = async (entry: Body): Promise<Body> =>
    (await entries()).find((item) => item['id'] === entry['id']) ?? expect.fail('no such entry');
  const becomes = (entry: Body, state: string) =>
    desk.runUntil(`the entry becomes ${state}`, async () => {
      const now = await read(entry);
      return now['state'] === state && now;
    });
  /** As `becomes`, while the clock moves within half a minute, so that a slow machine does not reach a limit of time. */
  const becomesWithin = (entry: Body, state: string) => {
    const from = clock.now().getTime();
    let seconds = 0;
    return until(`the entry becomes ${state}`, async () => {
      clock.set(new Date(from + ((seconds += 1) % 30) * 1000));
      const now = await read(entry);
      return now['state'] === state && now;
    });
  };
  const reservationOf = (entry: Body) => desk.read({ id: entry['offeredReservationId'] } as unknown as Body);
  const payAs = async (of: Body) => {
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const begun = await call('POST', `${base()}/guest/payment/begin`, { provider: 'TOSS' });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const id = String(begun.body['payment']?.['id']);
    const { paymentKey } = toss.book.agree({ orderId: id, amount: 20_000 });
    return () => call('POST', `${base()}/guest/payment/${id}/confirm`, { paymentKey, amount: 20_000 });
  };
  const receives = async (entry: Body) => {
    const { offeredReservationId: id } = await read(entry);
    await desk.runUntil('the offer reaches its guest', async () =>
      (await desk.messagesOf({ id } as unknown as Body)).some(
        ({ state }) => state === 'ACCEPTED' || state === 'DELIVERED',
      ),
    );
  };
  const expireHold = async (entry: Body) => {
    await receives(entry);
    clock.set(new Date(Date.parse(String((await read(entry))['offerUntil']))));
    return becomes(entry, 'EXPIRED');
  };

  /** The sum of the versions of the entries: an offer must not touch every waiting entry. */
  const sumVersions = async () => {
    const rows = await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx
        .selectFrom('waitlist')
        .select((eb) => eb.fn.sum<number>('version').as('versions'))
        .where('store_id', '=', desk.storeId)
        .execute(),
    );
    return rows[0]?.versions ?? 0;
  };

  it('holds the freed time for the longest waiting guest, and sends them a message with the link (WL-1)', async () => {
    const occupying = await desk.createReservation(slot(30));
    const [first, second] = [await wait(), await wait()];
    expect([first['state'], second['state']]).toEqual(['WAITING', 'WAITING']);
    const freedAt = clock.now();
    expect((await desk.verb(occupying, 'cancel')).status).toBe(200);
    const offered = await becomes(first, 'OFFERED');
    expect(await read(second)).toMatchObject({ state: 'WAITING', offeredReservationId: null });
    expect(offered).toMatchObject({ freeSince: null, freeRoomId: null });
    const heldMs = Date.parse(String(offered['offerUntil'])) - freedAt.getTime();
    expect(heldMs).toBeGreaterThanOrEqual(OFFER_MINUTES * MINUTE_MS);
    expect(heldMs).toBeLessThan((OFFER_MINUTES + 2) * MINUTE_MS);
    const reservation = await reservationOf(offered);
    expect(reservation).toMatchObject({
      state: 'PENDING',
      roomId: desk.roomIds[0],
      startsAt: first['startsAt'],
      endsAt: first['endsAt'],
      holdExpiresAt: offered['offerUntil'],
      priceAmount: 20_000,
      headCount: 2,
      memo: '창가',
      guestName: '고*기',
    });
    expect(reservation['history']?.map((item) => [item['kind'], item['actorKind'], item['actorLabel']])).toEqual([
      ['CREATED', 'SYSTEM', 'waitlist'],
    ]);
    await desk.message(reservation, 'SLOT_OFFERED', 'ACCEPTED');
    const [text] = desk.solapi.received
      .filter((item) => item.text.includes('자리가 났습니다'))
      .map((item) => item.text);
    const token = /https:\/\/office\.example\/g\/(mjg_[\w-]{43})/.exec(text ?? '')?.[1];
    expect((await server.caller(token ?? null)('GET', `${base()}/guest/reservation`)).body).toMatchObject({
      reservationId: reservation['id'],
      state: 'PENDING',
    });
    // An offer names its own time to pay, so neither the message of a hold nor a reminder follows.
    expect((await desk.messagesOf(reservation)).map((item) => item['kind'])).toEqual(['SLOT_OFFERED']);
  });

  it('ends the entry as DONE when its guest has paid, and offers nothing to the next one (WL-3)', async () => {
    const [first, second] = [await wait(), await wait()];
    const offered = await becomes(first, 'OFFERED');
    const confirm = await payAs(await reservationOf(offered));
    expect((await confirm()).status).toBe(200);
    expect(await becomes(first, 'DONE')).toMatchObject({
      offerUntil: null,
      offeredReservationId: offered['offeredReservationId'],
    });
    expect((await reservationOf(offered))['state']).toBe('CONFIRMED');
    expect((await read(second))['state']).toBe('WAITING');
  });

  it('follows the hold while the guest pays, and bounds it by the time of the offer (WL-3, GT-11)', async () => {
    await desk.set({ hold_minutes: 5, waitlist_offer_minutes: 60 });
    const offered = await becomes(await wait(), 'OFFERED');
    clock.set(new Date(Date.parse(String(offered['offerUntil'])) - MINUTE_MS));
    await payAs(await reservationOf(offered));
    const after = await read(offered);
    expect(Date.parse(String(after['offerUntil'])) - Date.parse(String(offered['offerUntil']))).toBe(9 * MINUTE_MS);
    expect((await reservationOf(after))['holdExpiresAt']).toBe(after['offerUntil']);
  });

  it('ends 20 minutes after the start at the latest, however often its guest begins to pay (GT-11)', async () => {
    await desk.set({ waitlist_offer_minutes: 1440 });
    const soon = slot(2);
    const entry = await wait(soon);
    const startsMs = Date.parse(soon.startsAt);
    const offered = await becomes(entry, 'OFFERED');
    expect(offered['offerUntil']).toBe(soon.startsAt);
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(offered['offeredReservationId']));
    for (const minutes of [-5, 4, 13, 18]) {
      clock.set(new Date(startsMs + minutes * MINUTE_MS));
      expect((await call('POST', `${base()}/guest/payment/begin`, { provider: 'TOSS' })).status).toBe(200);
    }
    expect((await read(entry))['offerUntil']).toBe(new Date(startsMs + 20 * MINUTE_MS).toISOString());
    // In the last two minutes no payment begins: its guest could not finish it.
    clock.set(new Date(startsMs + 18 * MINUTE_MS + 1));
    const late = await call('POST', `${base()}/guest/payment/begin`, { provider: 'TOSS' });
    expect([late.status, late.body['code']]).toEqual([409, 'HOLD_ENDING']);
  });

  it('offers the time to the next guest when the first one does not pay, and never twice to one (WL-3)', async () => {
    const waiting = [await wait(), await wait(), await wait()];
    const offers: unknown[] = [];
    for (const entry of waiting) {
      const offered = await becomes(entry, 'OFFERED');
      offers.push(offered['offeredReservationId']);
      await expireHold(entry);
    }
    expect(new Set(offers).size).toBe(3);
    expect((await entries()).map((item) => item['state'])).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    for (const id of offers) expect((await desk.read({ id } as unknown as Body))['state']).toBe('EXPIRED');
  });

  it('ends an offer that staff cancel, and offers the time to the next guest (WL-3)', async () => {
    const [first, second] = [await wait(), await wait()];
    const offered = await becomes(first, 'OFFERED');
    const done = await desk.admin.call('POST', `${base()}/waitlist/${first['id']}/done`, {
      version: offered['version'],
    });
    expect([done.status, done.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await desk.verb(await reservationOf(offered), 'cancel')).status).toBe(200);
    expect((await becomes(first, 'EXPIRED'))['offerUntil']).toBeNull();
    await becomes(second, 'OFFERED');
  });

  it('owes late money in full when the hold expires as the guest pays, and the next guest gets the offer (WL-3)', async () => {
    const [first, second] = [await wait(), await wait()];
    const offered = await becomes(first, 'OFFERED');
    const reservation = await reservationOf(offered);
    await receives(first);
    const confirm = await payAs(reservation);
    clock.set(new Date(Date.parse(String((await read(first))['offerUntil']))));
    const [late] = await Promise.all([confirm(), server.app.jobs.runDue(), beside.app.jobs.runDue()]);
    await becomes(first, 'EXPIRED');
    await becomes(second, 'OFFERED');
    expect(late.status).not.toBe(200);
    expect(await desk.read(reservation)).toMatchObject({ state: 'EXPIRED', paidAmount: 0 });
  });

  it('leaves an entry FREE for staff when its guest could not be reached or could not pay (WL-2)', async () => {
    const other = desk.roomIds[1];
    await desk.setProvider({ isEnabled: false });
    const unreachable = await wait();
    await becomes(unreachable, 'FREE');
    await desk.setProvider({ isEnabled: true });
    const template = await desk.setTemplate('SLOT_OFFERED', { isEnabled: false });
    expect(template.status).toBe(200);
    await becomes(await wait({ roomId: other }), 'FREE');
    expect((await desk.setTemplate('SLOT_OFFERED', { isEnabled: true })).status).toBe(200);
    await becomes(await wait({ roomId: desk.roomIds[2] }), 'OFFERED');
    // The entry that staff have stays with them.
    expect((await read(unreachable))['state']).toBe('FREE');
  });

  it('offers nothing in the quiet hours, without a price and shortly before the start (WL-2)', async () => {
    const late = desk.roomIds[1];
    const soon = slot(1);
    clock.set(new Date(Date.parse(soon.startsAt) - 6 * MINUTE_MS));
    expect((await becomesWithin(await wait(soon), 'OFFERED'))['offerUntil']).toBe(soon.startsAt);
    clock.set(new Date(Date.parse(soon.startsAt) - 4 * MINUTE_MS));
    await becomes(await wait({ ...soon, roomId: late }), 'FREE');
    // Half past ten in the evening in Seoul.
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * days + 10.5 * HOUR_MS));
    await becomes(await wait(), 'FREE');
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * days + 22 * HOUR_MS));
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('price_policies').set({ amount: 0 }).where('store_id', '=', desk.storeId).execute(),
    );
    await becomes(await wait({ roomId: late }), 'FREE');
  });

  it('leaves an entry to staff in a chain whose payment provider has no page and no window to pay in (WL-2)', async () => {
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .updateTable('payment_providers')
        .set({ base_url: 'https://api.tosspayments.com', client_key: '' })
        .where('product_id', '=', desk.shop.productId)
        .execute(),
    );
    await becomes(await wait(), 'FREE');
  });

  it('leaves an entry to staff when its guest has no mobile phone, and while the provider of messages fails (WL-2)', async () => {
    await becomes(await wait({ guestPhone: '02-123-4567' }), 'FREE');
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('message_providers').set({ failures: 1 }).where('product_id', '=', desk.shop.productId).execute(),
    );
    await becomes(await wait({ roomId: desk.roomIds[1] }), 'FREE');
  });

  it('leaves the entry to staff when the offer did not reach its guest, and offers the time to the next one (WL-3)', async () => {
    desk.solapi.faults.refused.add('01029990000');
    const [first, second] = [await wait({ guestPhone: '010-2999-0000' }), await wait()];
    const offered = await becomes(first, 'OFFERED');
    await desk.message({ id: offered['offeredReservationId'] } as unknown as Body, 'SLOT_OFFERED', 'FAILED');
    clock.set(new Date(Date.parse(String((await read(first))['offerUntil']))));
    await becomes(second, 'OFFERED');
    // The time is taken again, so the entry waits; it was not ended as missed.
    expect(['FREE', 'WAITING']).toContain((await read(first))['state']);
  });

  it('offers a larger room with a price when a smaller free room has none (WL-2)', async () => {
    const [small, large] = desk.roomIds;
    await server.withActor(headOffice(desk.shop.productId), async (tx) => {
      const capacities = [1, 4, 9];
      for (const [index, roomId] of desk.roomIds.entries())
        await tx
          .updateTable('rooms')
          .set({ capacity: (capacities[index] ?? 1) + 1 })
          .where('id', '=', roomId)
          .execute();
      await tx
        .updateTable('price_policies')
        .set({ room_ids: [String(large), String(desk.roomIds[2])] })
        .where('store_id', '=', desk.storeId)
        .execute();
    });
    const offered = await becomes(await wait({ roomId: null }), 'OFFERED');
    expect((await reservationOf(offered))['roomId']).toBe(large);
    // Without any room with a price, the entry is left to staff with the smallest room.
    await becomes(await wait({ roomId: small }), 'FREE');
  });

  it('makes no further offer in a store that closes meanwhile, and keeps the one that was made (WL-2, ST-2)', async () => {
    const [first, second] = [await wait(), await wait()];
    const offered = await becomes(first, 'OFFERED');
    const confirm = await payAs(await reservationOf(offered));
    const closure = { ...slot(30), roomIds: [], reason: '누수' };
    const path = `${base()}/store/${desk.storeId}/closure`;
    const refused = await desk.admin.call('POST', path, closure);
    expect([refused.status, refused.body['code']]).toEqual([409, 'WOULD_STRAND']);
    expect((await desk.admin.call('POST', path, { ...closure, acceptStranded: true })).status).toBe(200);
    // The offer stays, as every reservation that staff accepted to strand does.
    expect((await confirm()).status).toBe(200);
    await becomes(first, 'DONE');
    expect((await desk.verb(await reservationOf(offered), 'cancel')).status).toBe(200);
    clock.advance(10_000);
    await server.app.jobs.runDue();
    expect(await read(second)).toMatchObject({ state: 'WAITING', offeredReservationId: null });
  });

  it('makes one offer for one freed time to 200 waiting guests, and writes no other entry (WL-4)', async () => {
    const occupying = await desk.createReservation(slot(30));
    const first = await wait();
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
      const row = await tx
        .selectFrom('waitlist')
        .selectAll()
        .where('id', '=', String(first['id']))
        .executeTakeFirstOrThrow();
      const later = (index: number) => new Date(row.created_at.getTime() + index + 1);
      const keys = personalOf(tx);
      const sealed = {
        guest_name: keys.seal(row.guest_name),
        guest_phone: keys.seal(row.guest_phone),
        guest_email: keys.seal(''),
      };
      const others = Array.from({ length: 199 }, (_, index) => ({
        ...row,
        ...sealed,
        id: randomUUID(),
        created_at: later(index),
      }));
      await tx.insertInto('waitlist').values(others).execute();
    });
    const before = await sumVersions();
    expect((await desk.verb(occupying, 'cancel')).status).toBe(200);
    await becomes(first, 'OFFERED');
    clock.advance(2000);
    await Promise.all([server.app.jobs.runDue(), beside.app.jobs.runDue()]);
    const states = (await entries()).map(({ state }) => state);
    expect(states.filter((state) => state === 'OFFERED')).toHaveLength(1);
    expect(states.filter((state) => state === 'WAITING')).toHaveLength(199);
    expect((await sumVersions()) - before).toBe(1);
  });

  it('offers a time that two concurrent changes free together (WL-1)', async () => {
    const whole = slot(30);
    const middle = new Date(Date.parse(whole.startsAt) + HOUR_MS).toISOString();
    const halves = [
      await desk.createReservation({ ...whole, endsAt: middle }),
      await desk.createReservation({ ...whole, startsAt: middle }),
    ];
    const entry = await wait();
    expect(entry['state']).toBe('WAITING');
    const answers = await Promise.all(halves.map((half) => desk.verb(half, 'cancel')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await becomes(entry, 'OFFERED');
  });

  it('stays with staff where the store does not offer free times (WL-2)', async () => {
    await desk.set({ waitlist_offer_minutes: 0 });
    expect((await wait())['state']).toBe('FREE');
  });

  it('gives a time to either staff or the guest when both book at once, with two processes (WL-4, RV-2)', async () => {
    for (const round of [0, 1, 2, 3]) {
      const time = slot(30 + 6 * round);
      const occupying = await desk.createReservation(time);
      const waiting = await wait(time);
      const second = await wait(time);
      const [, booked] = await Promise.all([
        desk.verb(occupying, 'cancel'),
        desk.book({ ...time, guestName: '직원', guestPhone: '010-7777-7777' }),
        server.app.jobs.runDue(),
        beside.app.jobs.runDue(),
      ]);
      if (booked.status === 200) {
        await server.app.jobs.runDue();
        expect((await read(waiting))['state']).toBe('WAITING');
      } else {
        const offered = await becomes(waiting, 'OFFERED');
        expect((await reservationOf(offered))['state']).toBe('PENDING');
      }
      expect((await read(second))['state']).toBe('WAITING');
      const holds = await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx
          .selectFrom('reservation_holds')
          .select('reservation_id')
          .where('starts_at', '=', new Date(time.startsAt))
          .execute(),
      );
      expect(holds).toHaveLength(1);
    }
  });

  it('books nothing when the process dies in the middle, and offers once when the job runs again (WL-4)', async () => {
    const occupying = await desk.createReservation(slot(30));
    const first = await wait();
    const owner = await connectOwner(server.databaseUrl);
    try {
      let isLocked = false;
      let mayEnd = false;
      const holder = server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
        await tx.selectFrom('waitlist').select('id').where('id', '=', String(first['id'])).forUpdate().execute();
        isLocked = true;
        await until('the test lets the entry go', () => mayEnd);
      });
      await until('the entry is locked', () => isLocked);
      // Frees the room without a review, which would wait for the entry too.
      await server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
        await tx
          .updateTable('reservations')
          .set({ state: 'CANCELLED' })
          .where('id', '=', String(occupying['id']))
          .execute();
        await enqueueJob(tx, {
          kind: OFFER_JOB,
          payload: { productId: desk.shop.productId, storeId: desk.storeId, ...slot(30) },
          dueAt: clock.now(),
        });
      });
      const pid = await until('the job waits for the entry', async () => {
        const { rows } = await owner.query<{ pid: number }>(
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%free_now%'",
        );
        return rows[0]?.pid;
      });
      await owner.query('select pg_terminate_backend($1)', [pid]);
      mayEnd = true;
      await holder;
    } finally {
      await owner.end();
    }
    await becomes(first, 'OFFERED');
    await Promise.all([server.app.jobs.runDue(), beside.app.jobs.runDue()]);
    const createdRows = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('reservations').select('state').where('state', '=', 'PENDING').execute(),
    );
    expect(createdRows).toHaveLength(1);
  });

  it('rejects a time of an offer that is out of range or no number with 400 (WL-1)', async () => {
    const path = `${base()}/store/${desk.storeId}`;
    const { version } = (await desk.admin.call('GET', path)).body;
    for (const waitlistOfferMinutes of [-1, 4, 1441, 7.5, '20', null])
      expect((await desk.admin.call('PATCH', path, { version, waitlistOfferMinutes })).status).toBe(400);
    const set = await desk.admin.call(
      'PATCH',
      path,
      { version, waitlistOfferMinutes: 45 },
      { 'idempotency-key': randomUUID() },
    );
    expect(set.body).toMatchObject({ waitlistOfferMinutes: 45 });
  });
});
