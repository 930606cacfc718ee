/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { getGuestAccessCode, listGuestDoors, type GuestCode, type GuestDoor } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  itemsOf,
  makeGuest,
  makeKeypadDoor,
  makeReservation,
  makeVirtualDoor,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type Caller,
  type KeypadDoor,
  type ReservationInput,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('opening doors as a guest (GT-7)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let front: VirtualDoor;
  let side: VirtualDoor;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 2, rooms: 24 });
    admin = await server.signIn(shop, ['ADMIN']);
    front = await makeVirtualDoor(server, shop, admin, { name: 'front' });
    side = await makeVirtualDoor(server, shop, admin, { name: 'side' });
  });
  afterEach(() => {
    for (const { lock } of [front, side]) {
      lock.slow(0);
      lock.silent(false);
    }
  });
  afterAll(async () => {
    for (const { lock } of [front, side]) await lock.stop();
    await server.close();
  });

  let room = -1;
  /** The guest of a stay in another room each time, by default one that began a quarter of an hour ago. */
  async function guestOf(
    { startsInMs = -15 * MINUTE_MS, ...more }: Partial<ReservationInput> & { readonly startsInMs?: number } = {},
    store = shop.stores[0],
  ) {
    const roomId = store?.rooms[(room += 1)]?.id;
    if (!store || roomId === undefined) throw new Error('The shop has no room');
    const startsAt = new Date(Date.now() + startsInMs);
    const id = await makeReservation(server, shop, store.id, {
      roomId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + HOUR_MS),
      ...more,
    });
    return { id, roomId, ...(await makeGuest(server, shop, store.id, id)) };
  }
  const at = (rest: string) => `/${shop.slug}/guest/${rest}`;
  const open = (
    { call }: { readonly call: Caller['call'] },
    { doorId }: { readonly doorId: string } = front,
    headers: Record<string, string> = {},
  ) => call('POST', at(`doors/${doorId}/open`), {}, headers);

  /** The lock of a door that stands open already says nothing. */
  const isOpened = ({ body }: Answer) => body['status'] === 'EXECUTED' || Boolean(body['isAlreadyOpen']);
  const unlocks = ({ lock }: VirtualDoor) => lock.received.filter(({ payload }) => payload === 'UNLOCK').length;

  it('moves the lock, and the history and the audit log name the reservation as the cause', async () => {
    const guest = await guestOf();
    const answer = await open(guest);
    expect(answer.body).toMatchObject({ status: 'EXECUTED', error: null });
    expect(Object.keys(answer.body).sort()).toEqual([
      'acknowledgedAt',
      'error',
      'id',
      'isAlreadyOpen',
      'requestedAt',
      'status',
      'storeId',
    ]);
    const command = (await front.history()).find((row) => row['id'] === answer.body['id']);
    expect(command).toMatchObject({ action: 'OPEN', source: 'REMOTE', cause: { kind: 'GUEST', id: guest.id } });
    await until('the report of the lock has the same cause', async () =>
      (await front.history()).some((row) => row['action'] === 'UNLOCKED' && row['cause']?.['id'] === guest.id),
    );
    const audited = await server.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('actor_id', '=', guest.id).execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_kind, row.subject_id, row.actor_label])).toEqual([
      ['door.open-requested', 'GUEST', front.doorId, command?.['cause']?.['label']],
    ]);
    const byGuests = await admin.call('GET', `/${shop.slug}/device-control/history?causeKind=GUEST&limit=200`);
    expect(itemsOf(byGuests.body).map((row) => row['id'])).toContain(answer.body['id']);
  });

  it('is refused before and after the access window, and in a state that expects no guest', async () => {
    const early = await guestOf({ startsInMs: 11 * MINUTE_MS });
    const late = await guestOf({ startsInMs: -HOUR_MS - 11 * MINUTE_MS });
    const before = unlocks(front);
    for (const guest of [early, late]) expect(problem(await open(guest))).toEqual([409, 'OUTSIDE_ACCESS_WINDOW']);
    for (const state of ['COMPLETED', 'NO_SHOW', 'PENDING'] as const)
      expect(problem(await open(await guestOf({ state })))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(unlocks(front)).toBe(before);
    for (const startsInMs of [9 * MINUTE_MS, -HOUR_MS - 9 * MINUTE_MS])
      expect(isOpened(await open(await guestOf({ startsInMs })))).toBe(true);
  });

  it('answers 404 for a door of another room, of another store and for none', async () => {
    const [guest, neighbour] = [await guestOf(), await guestOf()];
    const elsewhere = await guestOf({}, shop.stores[1]);
    const { doorId } = side;
    const { body } = await admin.call('GET', `/${shop.slug}/door?limit=200`);
    const version = itemsOf(body).find((door) => door['id'] === doorId)?.['version'];
    await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version, roomId: guest.roomId });
    try {
      for (const refused of [
        await open(neighbour, side),
        await open(elsewhere, front),
        await open(elsewhere, side),
        await open(guest, { doorId: guest.id }),
      ])
        expect(problem(refused)).toEqual([404, 'NOT_FOUND']);
      const doorsOf = async ({ call }: typeof guest): Promise<GuestDoor[]> =>
        listGuestDoors.reply.parse((await call('GET', at('doors'))).body).items;
      expect((await doorsOf(guest)).map(({ doorName, mayOpen }) => [doorName, mayOpen.isAllowed])).toEqual([
        ['front', true],
        ['side', true],
      ]);
      expect((await doorsOf(neighbour)).map(({ doorName }) => doorName)).toEqual(['front']);
      expect(await doorsOf(elsewhere)).toEqual([]);
      expect(isOpened(await open(guest, side))).toBe(true);
    } finally {
      await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version: Number(version) + 1, roomId: null });
    }
  });

  it('opens one door at a time for one guest, and does not delay another guest', async () => {
    const [guest, other] = [await guestOf(), await guestOf()];
    side.lock.slow(400);
    front.lock.slow(400);
    const before = unlocks(front) + unlocks(side);
    const answers = await Promise.all([open(guest), open(guest), open(guest, side), open(guest, side)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const refused of answers.filter(({ status }) => status === 409))
      expect(problem(refused)).toEqual([409, 'OPENING_UNDER_WAY']);
    expect(unlocks(front) + unlocks(side) - before).toBe(1);
    const both = await Promise.all([open(guest, side), open(other, front)]);
    expect(both.map(isOpened)).toEqual([true, true]);
  });

  it('opens once for one Idempotency-Key', async () => {
    const guest = await guestOf();
    const before = unlocks(front);
    const first = await open(guest, front, { 'idempotency-key': 'tap-1' });
    const second = await open(guest, front, { 'idempotency-key': 'tap-1' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(unlocks(front)).toBe(before + 1);
  });

  it('is refused like for staff while the doors of the store are locked down (DR-8)', async () => {
    const guest = await guestOf();
    const emergency = await admin.call('POST', `/${shop.slug}/door/emergency`, {
      storeId: shop.stores[0]?.id,
      kind: 'LOCKDOWN',
      reason: '비상 훈련',
    });
    expect(emergency.status, JSON.stringify(emergency.body)).toBe(200);
    const refused = await open(guest);
    await admin.call('POST', `/${shop.slug}/door/emergency/${emergency.body['id']}/end`, {});
    expect(refused.body).toMatchObject({ status: 'FAILED', error: { code: 'DOOR_LOCKED_DOWN' } });
  });

  it('is refused to a token that was revoked while the request waited', async () => {
    const guest = await guestOf();
    const storeId = shop.stores[0]?.id ?? '';
    const sent = await server.withActor(headOffice(shop.productId), async (tx) => {
      await tx
        .updateTable('guest_tokens')
        .set({ revoked_at: new Date() })
        .where('store_id', '=', storeId)
        .where('reservation_id', '=', guest.id)
        .execute();
      // The request is admitted, because the revocation has not committed, and waits for the row.
      const answer = open(guest);
      await sleep(300);
      // Wrapped, so that the transaction does not wait for it.
      return { answer };
    });
    expect(problem(await sent.answer)).toEqual([401, 'GUEST_TOKEN_INVALID']);
  });
});

describe('the access code of a guest (GT-6)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  const logLines: string[] = [];
  let server: TestServer;
  let desk: BookingDesk;
  const keypads: KeypadDoor[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines });
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  const pass = async (ms: number) => {
    clock.advance(ms);
    await sleep(30);
  };
  const passing = <T>(what: string, ask: () => Promise<T | null | undefined | false>) =>
    until(what, async () => {
      await pass(1000);
      return ask();
    });
  async function keypad(name: string, spareCodes = 0): Promise<KeypadDoor> {
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, { name, roomId: null, answerMs: 5, spareCodes });
    keypads.push(door);
    return door;
  }
  const codesOf = async (call: Caller['call']): Promise<GuestCode[]> =>
    getGuestAccessCode.reply.parse((await call('GET', `/${desk.shop.slug}/guest/access-code`)).body).doors;
  const revealed = async (of: Answer['body']) =>
    (await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${of['id']}/access/reveal`, {})).body;
  const acknowledged = async (of: Answer['body']) =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${of['id']}/access`)).body['doors']?.[0]?.['code']?.[
      'acknowledged'
    ];
  const onSlot = () => clock.advance(30 * MINUTE_MS - (clock.now().getTime() % (30 * MINUTE_MS)));

  it('is shown in its access window only, and only once the lock has acknowledged it', async () => {
    desk = await openBookingDesk(server);
    const { lock, doorId } = await keypad('way-in');
    onSlot();
    const of = await desk.createReservation(desk.time(1, 1));
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const opensAt = new Date(Date.parse(String(of['startsAt'])) - 10 * MINUTE_MS).toISOString();
    const closesAt = new Date(Date.parse(String(of['endsAt'])) + 10 * MINUTE_MS).toISOString();
    await passing('the lock has the code', async () => (await acknowledged(of)) === 'DISABLED');
    expect(await codesOf(guest.call)).toEqual([
      { doorId, doorName: 'way-in', state: 'NOT_YET', code: null, opensAt, closesAt },
    ]);
    lock.silent(true);
    clock.set(new Date(opensAt));
    expect(await codesOf(guest.call)).toMatchObject([{ state: 'PREPARING', code: null }]);
    lock.silent(false);
    await passing('the lock has enabled it', async () => (await acknowledged(of)) === 'ENABLED');
    const { code } = await revealed(of);
    expect(await codesOf(guest.call)).toMatchObject([{ state: 'ACTIVE', code }]);
    expect(hasNumber(logLines.join('\n'), String(code))).toBe(false);
    clock.set(new Date(closesAt));
    expect(await codesOf(guest.call)).toMatchObject([{ state: 'ENDED', code: null }]);
  });

  it('is the spare code of the door while the own code cannot reach its lock (NX-3)', async () => {
    desk = await openBookingDesk(server);
    const { lock, doorId } = await keypad('spared', 2);
    await passing('spare codes are ready', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`);
      return Number(itemsOf(body)[0]?.['ready']) === 2;
    });
    onSlot();
    await lock.offline(true);
    await until('the server knows', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/door?storeId=${desk.storeId}&limit=200`);
      return itemsOf(body).some((door) => String(door['online']) === 'DEVICE_OFFLINE');
    });
    const of = await desk.createReservation(desk.time(0, 1));
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const [shown] = await passing('a spare code is given', async () => {
      const codes = await codesOf(guest.call);
      return codes[0]?.state === 'SPARE' && codes;
    });
    const { code: own, spares } = await revealed(of);
    expect(shown).toMatchObject({ doorId, code: spares?.[0]?.['code'] });
    expect(shown?.code).not.toBe(own);
    expect([lock.enter(String(shown?.code)), lock.enter(String(own))]).toEqual(['OPENED', 'REFUSED']);
  });
});
