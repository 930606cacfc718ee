// @sweep 1/8 (decision 086)
import { listStrandedGuests, settleStrandedGuests, type StrandedGuest, type StrandedOutcome } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type Caller,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Noon in Seoul. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('guests whose room or time was closed after the booking', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock, { rooms: 4 });
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const base = () => `/${desk.shop.slug}`;
  const list = async (by: Caller = desk.admin, query = `?storeId=${desk.storeId}`) => {
    const { status, body } = await by.call('GET', `${base()}/stranded-guest${query}`);
    expect([status, body['code']]).toEqual([200, undefined]);
    return listStrandedGuests.reply.parse(body);
  };
  const idsOf = async () => (await list()).items.map(({ reservation }) => reservation.id);
  const close = async (change: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await desk.admin.call('POST', `${base()}/store/${desk.storeId}/closure`, {
      roomIds: [desk.roomIds[0]],
      ...desk.time(-1, 24),
      reason: '누수 공사',
      acceptStranded: true,
      ...change,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const pay = (of: Answer['body'], amount: number, method = 'CASH') =>
    desk.admin.call('POST', `${base()}/payment`, { reservationId: of['id'], method, amount, mayExceedDue: true });
  const settle = async (items: readonly unknown[], by: Caller = desk.admin) => {
    const { status, body } = await by.call('POST', `${base()}/stranded-guest/settle`, { items });
    expect(status, JSON.stringify(body)).toBe(200);
    return settleStrandedGuests.reply.parse(body).items;
  };
  const act = (name: 'CANCEL' | 'INFORM', { reservation }: StrandedGuest) => ({
    act: name,
    reservationId: reservation.id,
    version: reservation.version,
  });
  const move = ({ reservation, move: to }: StrandedGuest) => ({
    act: 'MOVE',
    reservationId: reservation.id,
    version: reservation.version,
    roomId: to?.roomId,
    expectedPriceAmount: to?.priceAmount,
  });
  const outcomes = (items: readonly StrandedOutcome[]) =>
    items.map(({ outcome, problem, obstacle }) => [outcome, problem ?? obstacle].filter(Boolean).join(' '));
  const only = async (): Promise<StrandedGuest> => {
    const { items } = await list();
    expect(items).toHaveLength(1);
    return items[0] as StrandedGuest;
  };

  describe('the list (ST-50)', () => {
    it('has the masked guest, room, time, money and contact of a stay in a closure, and a free room', async () => {
      const reservation = await desk.createReservation({ guestEmail: 'guest@example.com' });
      await pay(reservation, 5000);
      expect(await list()).toMatchObject({ total: 0, items: [], stores: [] });
      await close();
      const { total, items, stores } = await list();
      expect([total, stores]).toMatchObject([1, [{ storeId: desk.storeId, count: 1 }]]);
      expect(items).toMatchObject([
        {
          reservation: {
            id: reservation['id'],
            guestName: '홍*동',
            guestPhone: '010-****-5678',
            startsAt: reservation['startsAt'],
            priceAmount: 20_000,
            paidAmount: 5000,
          },
          roomName: desk.shop.stores[0]?.rooms[0]?.name,
          cause: 'CLOSURE',
          closureReason: '누수 공사',
          isReachable: true,
          lastMessage: null,
          move: { priceAmount: 20_000 },
        },
      ]);
      expect(items[0]?.guestEmail).not.toContain('guest@');
      expect(desk.roomIds.slice(1)).toContain(items[0]?.move?.roomId);
    });

    it('is empty again when the closure is withdrawn', async () => {
      await desk.createReservation();
      const closure = await close();
      expect(await idsOf()).toHaveLength(1);
      await desk.admin.call('DELETE', `${base()}/store/${desk.storeId}/closure/${closure['id']}`);
      expect(await idsOf()).toEqual([]);
    });

    it('has the stays of an archived room, and offers rooms that are in use', async () => {
      const reservation = await desk.createReservation();
      const { body: room } = await desk.admin.call('GET', `${base()}/room/${desk.roomIds[0]}`);
      const archive = { version: room['version'], isArchived: true, acceptStranded: true };
      expect((await desk.admin.call('POST', `${base()}/room/${desk.roomIds[0]}/archive`, archive)).status).toBe(200);
      expect(await list()).toMatchObject({
        items: [{ reservation: { id: reservation['id'] }, cause: 'ROOM_ARCHIVED' }],
      });
    });

    it('has a stay past midnight that new opening hours cut off, and no room for it', async () => {
      // From 23:00 to 01:00 in Seoul.
      const night = await desk.createReservation(desk.time(11, 2));
      await desk.createReservation({ ...desk.time(2, 2), roomId: desk.roomIds[1] });
      const { body: store } = await desk.admin.call('GET', `${base()}/store/${desk.storeId}`);
      const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '00:30' }));
      const change = { version: store['version'], hours, acceptStranded: true };
      expect((await desk.admin.call('PATCH', `${base()}/store/${desk.storeId}`, change)).status).toBe(200);
      expect(await list()).toMatchObject({
        total: 1,
        items: [{ reservation: { id: night['id'] }, cause: 'OUTSIDE_HOURS', move: null }],
      });
    });

    it('offers no room when the whole store is closed, and no room twice for one time', async () => {
      await desk.createReservation();
      await desk.createReservation({ roomId: desk.roomIds[1] });
      await close({ roomIds: desk.roomIds.slice(0, 2) });
      const offered = (await list()).items.map((item) => item.move?.roomId);
      expect(new Set(offered)).toEqual(new Set(desk.roomIds.slice(2)));
      await close({ roomIds: [] });
      expect((await list()).items.map((item) => item.move)).toEqual([null, null]);
    });

    it('leaves out blocks, lapsed holds, cancelled stays and stays that are over', async () => {
      await desk.createReservation({ ...desk.time(8, 1), kind: 'BLOCK' });
      const held = await desk.createReservation({ ...desk.time(4, 1), state: 'PENDING' });
      const cancelled = await desk.createReservation({ ...desk.time(6, 1) });
      const stay = await desk.createReservation(desk.time(1, 1));
      await close();
      await desk.verb(cancelled, 'cancel');
      expect(await idsOf()).toEqual([stay['id'], held['id']]);
      clock.advance(3 * HOUR_MS);
      expect(await idsOf()).toEqual([]);
    });

    it('shows a franchisee the guests of their stores only (AC-1)', async () => {
      await desk.createReservation();
      await close();
      const owner = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores);
      const other = await server.signIn(desk.shop, ['FRANCHISEE'], []);
      expect((await list(owner, '')).total).toBe(1);
      expect((await list(other, '')).total).toBe(0);
    });
  });

  describe('settling (ST-51)', () => {
    it('moves, cancels with all of the money and informs, each on its own', async () => {
      await desk.set({ cancellation_tiers: '[]' });
      const reservations = [
        await desk.createReservation(),
        await desk.createReservation(desk.time(3, 2)),
        await desk.createReservation(desk.time(5, 2)),
      ];
      for (const one of reservations) await pay(one, 20_000);
      await close();
      const [first, second, third] = (await list()).items as [StrandedGuest, StrandedGuest, StrandedGuest];
      const done = await settle([move(first), act('CANCEL', second), act('INFORM', third)]);
      expect(outcomes(done)).toEqual(['DONE', 'DONE', 'DONE']);
      expect(done[1]?.refund).toMatchObject({ owedAmount: 20_000 });
      expect(await desk.read(reservations[0] ?? {})).toMatchObject({ roomId: first.move?.roomId, priceAmount: 20_000 });
      expect(await desk.read(reservations[1] ?? {})).toMatchObject({
        state: 'CANCELLED',
        refundPercent: 100,
        refundAmount: 20_000,
      });
      // The guest who was informed is still without a room.
      expect((await only()).lastMessage).toMatchObject({ state: 'QUEUED' });
    });

    it('returns a deposit that was paid in part', async () => {
      const reservation = await desk.createReservation();
      await pay(reservation, 7000, 'TRANSFER');
      await close();
      const [{ refund } = { refund: null }] = await settle([act('CANCEL', await only())]);
      expect(refund).toMatchObject({ owedAmount: 7000, requestedAmount: 0 });
      expect(await idsOf()).toEqual([]);
    });

    it('does the rest when one of them is refused', async () => {
      const reservations = [await desk.createReservation(), await desk.createReservation(desk.time(3, 2))];
      await close();
      const [first, second] = (await list()).items as [StrandedGuest, StrandedGuest];
      // Another guest takes the offered room meanwhile.
      await desk.createReservation({ roomId: first.move?.roomId });
      expect(outcomes(await settle([move(first), act('CANCEL', second)]))).toEqual(['REFUSED SLOT_TAKEN', 'DONE']);
      expect(await idsOf()).toEqual([reservations[0]?.['id']]);
    });

    it('refuses another price than the person saw, and another version', async () => {
      await desk.createReservation();
      await close();
      const guest = await only();
      expect(outcomes(await settle([{ ...move(guest), expectedPriceAmount: 1 }]))).toEqual(['REFUSED PRICE_CHANGED']);
      expect(outcomes(await settle([{ ...act('CANCEL', guest), version: 99 }]))).toEqual(['REFUSED STALE']);
    });

    it('cancels once when the request is repeated and when two people cancel at once', async () => {
      const reservation = await desk.createReservation();
      await pay(reservation, 20_000);
      await close();
      const items = [act('CANCEL', await only())];
      const second = await server.signIn(desk.shop, ['SUB_ADMIN'], []);
      const both = (await Promise.all([settle(items), settle(items, second)])).flatMap(outcomes);
      expect(both.filter((outcome) => outcome === 'DONE')).toHaveLength(1);
      expect(outcomes(await settle(items))).toEqual(['DONE_ALREADY']);
      const history = (await desk.read(reservation))['history'] as unknown as { kind: string }[];
      expect(history.filter(({ kind }) => kind === 'CANCELLED' || kind === 'REFUND_OWED')).toHaveLength(2);
    });

    it('has settled the first guests when it stops at a later one', async () => {
      const reservations = [await desk.createReservation(), await desk.createReservation(desk.time(3, 2))];
      await close();
      const { items } = await list();
      const requests = items.map((item) => act('CANCEL', item));
      let release: () => void = () => undefined;
      const stuck = new Promise<void>((resolve) => (release = resolve));
      let later: Promise<unknown> = Promise.resolve();
      await server.withActor(headOffice(desk.shop.productId), async (tx) => {
        await tx
          .selectFrom('reservations')
          .select('id')
          .where('id', '=', String(reservations[1]?.['id']))
          .forUpdate()
          .execute();
        later = settle(requests).finally(release);
        // The first guest is settled and visible while the request waits for the second one.
        await expect.poll(async () => (await desk.read(reservations[0] ?? {}))['state']).toBe('CANCELLED');
        expect((await desk.read(reservations[1] ?? {}))['state']).toBe('CONFIRMED');
      });
      await Promise.all([later, stuck]);
      expect(outcomes(await settle(requests))).toEqual(['DONE_ALREADY', 'DONE_ALREADY']);
    });

    it('moves a guest who is inside from now on, and does not cancel them', async () => {
      const reservation = await desk.createReservation(desk.time(0, 3));
      await desk.verb(reservation, 'check-in');
      clock.advance(HOUR_MS);
      await close({ ...desk.time(0.5, 5) });
      const guest = await only();
      expect(outcomes(await settle([act('CANCEL', guest)]))).toEqual(['REFUSED STATE_NOT_ALLOWED']);
      expect(outcomes(await settle([move(guest)]))).toEqual(['DONE']);
      expect(await desk.read(reservation)).toMatchObject({
        roomId: guest.move?.roomId,
        startsAt: reservation['startsAt'],
      });
      expect(await idsOf()).toEqual([]);
    });

    it('leaves a reservation alone that no closure hits, and answers NOT_FOUND for another store (AC-1)', async () => {
      const reservation = await desk.createReservation();
      const request = { act: 'CANCEL', reservationId: reservation['id'], version: reservation['version'] };
      expect(outcomes(await settle([request]))).toEqual(['DONE_ALREADY']);
      expect((await desk.read(reservation))['state']).toBe('CONFIRMED');
      await close();
      const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], []);
      expect(outcomes(await settle([request], stranger))).toEqual(['REFUSED NOT_FOUND']);
      expect((await desk.read(reservation))['state']).toBe('CONFIRMED');
    });

    it('lets support move and inform, and cancel only what was not paid (AC-7)', async () => {
      const paid = await desk.createReservation();
      await pay(paid, 20_000);
      await desk.createReservation(desk.time(3, 2));
      await close();
      const care = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], []);
      const [first, second] = (await list(care)).items as [StrandedGuest, StrandedGuest];
      expect(outcomes(await settle([act('CANCEL', first), act('CANCEL', second)], care))).toEqual([
        'REFUSED CAPABILITY_MISSING',
        'DONE',
      ]);
      expect(outcomes(await settle([act('INFORM', first)], care))).toEqual(['DONE']);
      expect(outcomes(await settle([move(first)], care))).toEqual(['DONE']);
    });

    it('refuses a reservation that is named twice, and an empty list', async () => {
      const item = { act: 'INFORM', reservationId: '01900000-0000-7000-8000-000000000000', version: 1 };
      for (const items of [[], [item, item]])
        expect((await desk.admin.call('POST', `${base()}/stranded-guest/settle`, { items })).status).toBe(400);
    });
  });

  describe('the message that a stay cannot take place (ST-52)', () => {
    it('is sent once, with the time and the room', async () => {
      const reservation = await desk.createReservation();
      await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
      await close();
      const guest = await only();
      const second = await server.signIn(desk.shop, ['SUB_ADMIN'], []);
      const both = await Promise.all([settle([act('INFORM', guest)]), settle([act('INFORM', guest)], second)]);
      expect(both.flatMap(outcomes).toSorted()).toEqual(['DONE', 'DONE_ALREADY']);
      await desk.message(reservation, 'UNAVAILABLE', 'ACCEPTED');
      const texts = desk.received('010-1234-5678').filter(({ text }) => text.includes('이용하실 수 없게'));
      expect(texts).toHaveLength(1);
      expect(texts[0]?.text).toContain(guest.roomName);
    });

    it('is withdrawn when the guest has a room again before it leaves', async () => {
      const reservation = await desk.createReservation();
      await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
      await close();
      const guest = await only();
      await desk.whileSolapiIsPaused(async () => {
        await settle([act('INFORM', guest)]);
        expect(outcomes(await settle([move(guest)]))).toEqual(['DONE']);
      });
      expect((await desk.message(reservation, 'UNAVAILABLE', 'WITHDRAWN'))['error']).toBe('STAY_POSSIBLE');
    });

    it('says why a guest abroad without a Korean phone and without an e-mail address gets none', async () => {
      await desk.createReservation({ guestPhone: '+81 90-1234-5678', guestLanguage: 'en' });
      await close();
      const guest = await only();
      expect(guest.isReachable).toBe(false);
      expect(outcomes(await settle([act('INFORM', guest)]))).toEqual(['REFUSED NO_CONTACT']);
      await desk.setTemplate('UNAVAILABLE', { isEnabled: false });
      await desk.createReservation({ ...desk.time(4, 1), roomId: desk.roomIds[1] });
      await close({ roomIds: [desk.roomIds[1]] });
      const reachable = (await list()).items.find((item) => item.isReachable);
      expect(outcomes(await settle([act('INFORM', reachable as StrandedGuest)]))).toEqual([
        'REFUSED TEMPLATE_DISABLED',
      ]);
      await desk.setProvider({ isEnabled: false });
      expect(outcomes(await settle([act('INFORM', reachable as StrandedGuest)]))).toEqual([
        'REFUSED NO_MESSAGE_PROVIDER',
      ]);
    });

    it('waits for the end of the quiet hours unless the stay begins before (MS-6)', async () => {
      // From noon of the next day on, and at half past two in the night.
      const [late, early] = [
        await desk.createReservation(desk.time(24, 2)),
        await desk.createReservation(desk.time(14.5, 1)),
      ];
      await close({ ...desk.time(-1, 48) });
      clock.advance(10.5 * HOUR_MS);
      await settle((await list()).items.map((item) => act('INFORM', item)));
      await desk.message(early, 'UNAVAILABLE', 'ACCEPTED');
      expect((await desk.messagesOf(late)).at(-1)).toMatchObject({ kind: 'UNAVAILABLE', state: 'QUEUED' });
    });
  });
});
