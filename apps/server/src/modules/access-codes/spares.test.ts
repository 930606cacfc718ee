/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  makeKey,
  makeKeypadDoor,
  makeVirtualDoor,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';
import { areNeighbours } from './draw.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Keypad {
  readonly roomId?: string | null;
  readonly answerMs?: number;
  readonly spareCodes?: number;
}

/** A store whose room has a lock with a keypad and two spare codes, with two server processes. */
describe('spare codes (NX-3)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let desk: BookingDesk;
  const keypads: KeypadDoor[] = [];
  const logLines: string[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock, logLines });
    second = await startTestServer({ beside: server });
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  let count = 0;
  async function keypad(more: Keypad = {}): Promise<KeypadDoor> {
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `spare-${(count += 1)}`,
      roomId: desk.roomIds[0] ?? null,
      answerMs: 5,
      spareCodes: 2,
      ...more,
    });
    keypads.push(door);
    await filled(door, more.spareCodes ?? 2);
    return door;
  }
  async function open(more: Keypad = {}): Promise<KeypadDoor> {
    desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 2, rooms: 2 }) });
    const door = await keypad(more);
    onSlot();
    return door;
  }
  /** Reservations start on a slot, so each test starts on one too. */
  const onSlot = () => clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
  /** Advances the clock in steps, so that timers and pending promises can run in between. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await sleep(30);
  };
  const passing = <T>(what: string, ask: () => Promise<T | null | undefined | false> | T | null | undefined | false) =>
    until(what, async () => {
      await pass(1000);
      return ask();
    });

  const sparesOf = async ({ doorId }: KeypadDoor) =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`)).body).find(
      (it) => it['doorId'] === doorId,
    );
  const filled = (door: KeypadDoor, ready: number) =>
    passing(`${ready} spare codes are ready`, async () => Number((await sparesOf(door))?.['ready']) === ready);
  const path = (of: Body, more = '') => `/${desk.shop.slug}/reservation/${of['id']}/access${more}`;
  const access = async (of: Body, { doorId }: KeypadDoor) =>
    (await desk.admin.call('GET', path(of))).body['doors']?.find((it) => it['doorId'] === doorId);
  const given = (of: Body, door: KeypadDoor) =>
    passing('a spare code is given', async () => (await access(of, door))?.['spare']);
  async function reveal(of: Body): Promise<{ own: string; spares: Map<string, string> }> {
    const { body } = await desk.admin.call('POST', path(of, '/reveal'), {});
    return {
      own: String(body['code']),
      spares: new Map((body['spares'] ?? []).map((it) => [String(it['doorId']), String(it['code'])])),
    };
  }
  async function spareOf(of: Body, door: KeypadDoor): Promise<string> {
    await given(of, door);
    return (await reveal(of)).spares.get(door.doorId) ?? '';
  }
  async function offline(door: KeypadDoor): Promise<void> {
    await door.lock.offline(true);
    await until('the server knows', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/door?storeId=${desk.storeId}&limit=200`);
      return itemsOf(body).find((it) => it['id'] === door.doorId)?.['online'] === ('DEVICE_OFFLINE' as unknown);
    });
  }
  const ownIs = (of: Body, door: KeypadDoor, state: string) =>
    passing(`its own code is ${state}`, async () => (await access(of, door))?.['code']?.['acknowledged'] === state);
  const state = async (of: Body) => String((await desk.read(of))['state']);
  const obstacles = async (of: Body) =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}`)).body)
      .find((it) => it['reservationId'] === of['id'])
      ?.['obstacles']?.map((it) => String(it['kind']));

  it('are in the lock in advance, and differ from all other codes by more than one digit', async () => {
    const door = await open();
    expect([...door.lock.codes.values()].map((it) => it.isEnabled)).toEqual([true, true]);
    expect(await sparesOf(door)).toEqual({
      doorId: door.doorId,
      storeId: desk.storeId,
      size: 2,
      ready: 2,
      given: 0,
      lastsUntil: null,
      lastsWithSparesUntil: null,
    });
    const reservations = await Promise.all([0, 1, 2].map((index) => desk.createReservation(desk.time(1 + index, 1))));
    for (const it of reservations) await ownIs(it, door, 'DISABLED');
    const codes = [...door.lock.codes.values()].map((it) => it.code);
    expect(codes).toHaveLength(5);
    for (const [index, code] of codes.entries()) {
      expect(code).toMatch(/^[1-9]\d{5}$/);
      for (const other of codes.slice(index + 1)) expect(areNeighbours(code, other)).toBe(false);
    }
  });

  it('open an offline door for a late booking, and stay valid beside the guest’s own code when the lock is back', async () => {
    const door = await open();
    await offline(door);
    const reservation = await desk.createReservation(desk.time(0));
    expect(await given(reservation, door)).toEqual({
      id: expect.any(String),
      givenAt: expect.any(String),
      closesAt: new Date(Date.parse(String(reservation['endsAt'])) + 10 * MINUTE_MS).toISOString(),
    });
    const { own, spares } = await reveal(reservation);
    const spare = spares.get(door.doorId) ?? '';
    expect([door.lock.enter(own), door.lock.enter(spare)]).toEqual(['REFUSED', 'OPENED']);
    expect(await obstacles(reservation)).toEqual(['UNPAID', 'DOOR_OFFLINE']);
    expect(await sparesOf(door)).toMatchObject({ size: 2, ready: 1, given: 1, lastsUntil: null });

    await door.lock.offline(false);
    await ownIs(reservation, door, 'ENABLED');
    expect([door.lock.enter(own), await spareOf(reservation, door)]).toEqual(['OPENED', spare]);
    await until('he has checked in', async () => (await state(reservation)) === 'IN_USE');

    await pass(2 * HOUR_MS + 10 * MINUTE_MS);
    await passing(
      'the lock has forgotten both',
      () => door.lock.enter(spare) === 'REFUSED' && door.lock.enter(own) === 'REFUSED',
    );
    await filled(door, 2);
    const codes = [...door.lock.codes.values()].map((it) => it.code);
    expect([codes.length, codes.includes(spare), codes.includes(own)]).toEqual([2, false, false]);
    const kinds = ((await desk.read(reservation))['history'] ?? []).map((it) => String(it['kind']));
    expect(kinds.filter((kind) => kind === 'CODE_REVEALED')).toHaveLength(2);
  });

  it('are given when a lock does not answer; entering one checks in, and the history names the reservation', async () => {
    const door = await open();
    door.lock.silent(true);
    const reservation = await desk.createReservation(desk.time(1, 1));
    await until(
      'it was told',
      async () => (await access(reservation, door))?.['code']?.['isUnderWay'] === (true as unknown),
    );
    await pass(32_000);
    await passing(
      'it is told again',
      async () => (await access(reservation, door))?.['code']?.['isUnderWay'] === (true as unknown),
    );
    expect((await access(reservation, door))?.['spare']).toBeNull();
    await pass(32_000);
    const spare = await spareOf(reservation, door);
    await pass(50 * MINUTE_MS);
    expect(door.lock.enter(spare)).toBe('OPENED');
    await until('he has checked in', async () => (await state(reservation)) === 'IN_USE');
    const history = itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/device-control/history?targetId=${door.doorId}`)).body,
    );
    expect(history.find((it) => it['action'] === 'UNLOCKED')).toMatchObject({
      cause: { kind: 'RESERVATION', id: reservation['id'], label: reservation['code'] },
      source: 'KEYPAD',
    });
  });

  it('are each given to one guest; a guest without one keeps CODE_NOT_ACKNOWLEDGED', async () => {
    const door = await open({ roomId: null });
    await offline(door);
    const later = desk.time(1, 1);
    const [first, other] = await Promise.all([
      desk.createReservation(desk.time(0, 1)),
      desk.createReservation({ ...desk.time(0, 1), roomId: desk.roomIds[1] }),
    ]);
    const codes = [await spareOf(first, door), await spareOf(other, door)];
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(door.lock.enter(code)).toBe('OPENED');
    const late = await desk.createReservation(later);
    await pass(MINUTE_MS);
    await passing('it waits', async () => (await access(late, door))?.['code']?.['error'] === 'DEVICE_OFFLINE');
    await pass(MINUTE_MS);
    expect((await access(late, door))?.['spare']).toBeNull();
    expect(await obstacles(late)).toContain('CODE_NOT_ACKNOWLEDGED');
    expect(await sparesOf(door)).toMatchObject({
      ready: 0,
      given: 2,
      lastsUntil: new Date(Date.parse(String(late['startsAt'])) - 10 * MINUTE_MS).toISOString(),
    });
    const givenTwice = () =>
      server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
        tx
          .updateTable('access_codes')
          .set({ given_to: String(late['id']) })
          .where('given_to', '=', String(first['id']))
          .execute(),
      );
    await expect(givenTwice()).rejects.toThrow('given out once');
  });

  it('are given two hours before the access window, unless the lock is back by then', async () => {
    const door = await open();
    const [early, late] = [
      await desk.createReservation(desk.time(4, 1)),
      await desk.createReservation(desk.time(5, 1)),
    ];
    await ownIs(late, door, 'DISABLED');
    await offline(door);
    expect(await sparesOf(door)).toMatchObject({
      lastsUntil: new Date(Date.parse(String(early['startsAt'])) - 10 * MINUTE_MS).toISOString(),
      lastsWithSparesUntil: null,
    });
    await pass(100 * MINUTE_MS);
    await pass(1000);
    await sleep(200);
    expect((await access(early, door))?.['spare']).toBeNull();
    await pass(10 * MINUTE_MS);
    const spare = await spareOf(early, door);
    await door.lock.offline(false);
    await until(
      'it is heard',
      async () =>
        (await sparesOf(door))?.['given'] === (1 as unknown) &&
        (await obstacles(early))?.includes('DOOR_OFFLINE') === false,
    );
    await pass(HOUR_MS + MINUTE_MS);
    await sleep(200);
    expect((await access(late, door))?.['spare']).toBeNull();
    // Entering before the access window opens the door, but does not check in.
    expect(door.lock.enter(spare)).toBe('OPENED');
    await sleep(300);
    expect(await state(early)).toBe('CONFIRMED');
  });

  it('are listed by door when several doors lead to the room', async () => {
    const own = await open();
    const entrance = await keypad({ roomId: null });
    onSlot();
    await offline(own);
    const reservation = await desk.createReservation(desk.time(0));
    const spare = await spareOf(reservation, own);
    expect((await access(reservation, entrance))?.['spare']).toBeNull();
    expect([...(await reveal(reservation)).spares]).toEqual([[own.doorId, spare]]);
    expect(entrance.lock.enter(spare)).toBe('REFUSED');
  });

  it('are withdrawn and replaced when the guest cancels or moves to another room', async () => {
    const door = await open();
    await offline(door);
    const [first, other] = [
      await desk.createReservation(desk.time(0, 1)),
      await desk.createReservation(desk.time(1, 1)),
    ];
    await pass(MINUTE_MS);
    const codes = [await spareOf(first, door), await spareOf(other, door)];
    await desk.verb(first, 'cancel');
    await desk.edit(other, { roomId: desk.roomIds[1] });
    await passing('nobody has one', async () => (await sparesOf(door))?.['given'] === (0 as unknown));
    expect((await reveal(other).catch(() => null))?.spares.size ?? 0).toBe(0);
    await door.lock.offline(false);
    await filled(door, 2);
    await passing('the lock has only the new ones', () => door.lock.codes.size === 2);
    for (const code of codes) expect(door.lock.enter(code)).toBe('REFUSED');
  });

  it('are replaced with the guest’s code while the lock has a spare; lacksSpare is true afterwards', async () => {
    const door = await open();
    await offline(door);
    const reservation = await desk.createReservation(desk.time(0));
    const first = await spareOf(reservation, door);
    const codes = [first];
    const replace = async () => {
      const { status, body } = await desk.admin.call('POST', path(reservation, '/replace'), {
        codeId: (await desk.admin.call('GET', path(reservation))).body['codeId'],
      });
      expect(status).toBe(200);
      return body['doors']?.find((it) => it['doorId'] === door.doorId);
    };
    expect(await replace()).toMatchObject({ spare: { id: expect.any(String) as string }, lacksSpare: false });
    codes.push((await reveal(reservation)).spares.get(door.doorId) ?? '');
    expect(new Set(codes).size).toBe(2);
    expect(await replace()).toMatchObject({ spare: null, lacksSpare: true });
    expect((await reveal(reservation)).spares.size).toBe(0);
    expect(await sparesOf(door)).toMatchObject({ ready: 0, given: 0 });
    // When the lock is back, it deletes them and gets the own code, so no spare code is lacking.
    await door.lock.offline(false);
    await ownIs(reservation, door, 'ENABLED');
    await passing('they are forgotten', () => codes.every((code) => door.lock.enter(code) === 'REFUSED'));
    expect(await access(reservation, door)).toMatchObject({ spare: null, lacksSpare: false });
    expect(door.lock.enter((await reveal(reservation)).own)).toBe('OPENED');
  });

  it('are replaced at once when the lock does not answer, before the push of the new code fails', async () => {
    const door = await open();
    door.lock.silent(true);
    const reservation = await desk.createReservation(desk.time(1, 1));
    for (const repeated of ['it was told', 'it is told again']) {
      await passing(
        repeated,
        async () => (await access(reservation, door))?.['code']?.['isUnderWay'] === (true as unknown),
      );
      await pass(32_000);
    }
    const first = await spareOf(reservation, door);
    const { body } = await desk.admin.call('POST', path(reservation, '/replace'), {
      codeId: (await desk.admin.call('GET', path(reservation))).body['codeId'],
    });
    expect(body['doors']?.find((it) => it['doorId'] === door.doorId)?.['spare']).not.toBeNull();
    const second = (await reveal(reservation)).spares.get(door.doorId) ?? '';
    expect([second === first, door.lock.enter(second)]).toEqual([false, 'OPENED']);
  });

  it('stay valid when the stay is extended', async () => {
    const door = await open();
    await offline(door);
    const reservation = await desk.createReservation(desk.time(0, 1));
    const spare = await spareOf(reservation, door);
    await desk.verb(reservation, 'extend', { minutes: 60 });
    const closesAt = new Date(Date.parse(String(reservation['endsAt'])) + 70 * MINUTE_MS).toISOString();
    await until('it is longer', async () => (await access(reservation, door))?.['spare']?.['closesAt'] === closesAt);
    await door.lock.offline(false);
    await ownIs(reservation, door, 'ENABLED');
    await pass(90 * MINUTE_MS);
    expect(door.lock.enter(spare)).toBe('OPENED');
  });

  it('reach the lock although it goes offline and a process stops in the middle', async () => {
    const third = await startTestServer({ beside: server });
    desk = await openBookingDesk(server);
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `spare-${(count += 1)}`,
      roomId: null,
      answerMs: 300,
      spareCodes: 3,
    });
    keypads.push(door);
    await passing('it is told the first', () => door.lock.orders.length > 0);
    await third.close();
    await door.lock.offline(true);
    await pass(32_000);
    await door.lock.offline(false);
    await passing('all are ready', async () => (await sparesOf(door))?.['ready'] === (3 as unknown));
    expect([...door.lock.codes.values()].filter((it) => it.isEnabled)).toHaveLength(3);
  });

  it('are replaced after 30 days one at a time, so that the lock always has one', async () => {
    const door = await open();
    const before = new Set([...door.lock.codes.values()].map((it) => it.code));
    await pass(30 * DAY_MS);
    let fewest = 2;
    // The second replacement waits ten minutes, or longer if a push was pending while the clock advanced.
    await until('all are others', async () => {
      await pass(MINUTE_MS);
      const enabled = [...door.lock.codes.values()].filter((it) => it.isEnabled);
      fewest = Math.min(fewest, enabled.length);
      return (
        door.lock.codes.size === 2 &&
        enabled.length === 2 &&
        enabled.every((it) => !before.has(it.code)) &&
        (await sparesOf(door))?.['ready'] === (2 as unknown)
      );
    });
    expect(fewest).toBeGreaterThanOrEqual(1);
  });

  it('follow the door’s setting, at locks that keep codes', async () => {
    const door = await open();
    const plain = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'plain' });
    const edit = (version: number, spareCodes: number) =>
      desk.admin.call('PATCH', `/${desk.shop.slug}/door/${door.doorId}`, { version, spareCodes });
    expect((await edit(2, 6)).body['errors']?.[0]?.['path']).toBe('spareCodes');
    expect((await edit(2, 4)).body['spareCodes']).toBe(4);
    await filled(door, 4);
    await edit(3, 0);
    await passing('the lock has none', () => door.lock.codes.size === 0);
    expect(await sparesOf(door)).toMatchObject({ size: 0, ready: 0, lastsWithSparesUntil: null });
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/door/spare`);
    expect([body['total'], itemsOf(body).map((it) => it['doorId'])]).toEqual([1, [door.doorId]]);
    await plain.lock.stop();
  });

  it('are returned once to the channel that made the reservation (RV-9)', async () => {
    const door = await open();
    await offline(door);
    const channel = await makeKey(server, desk.shop, [{ id: desk.storeId }]);
    const base = `/${desk.shop.slug}/channel/reservation`;
    const held = (await channel.call('POST', base, desk.wish(desk.time(1)))).body;
    await channel.call('POST', `${base}/${held['id']}/confirm`, { version: held['version'] });
    const ask = async () => (await channel.call('POST', `${base}/${held['id']}/access-code`, {})).body;
    expect([(await ask())['spares'], (await ask())['code']]).toEqual([[], null]);
    await pass(MINUTE_MS);
    const spare = await spareOf(held, door);
    expect([(await ask())['spares'], (await ask())['spares']]).toEqual([[{ name: `spare-${count}`, code: spare }], []]);
  });

  it('are hidden from people of another store, and returned once for an Idempotency-Key', async () => {
    const door = await open();
    await offline(door);
    const reservation = await desk.createReservation(desk.time(0));
    await given(reservation, door);
    const neighbour = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(1), 90 * 24);
    const { body } = await neighbour.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`);
    expect([body['total'], body['items']]).toEqual([0, []]);
    expect([
      (await neighbour.call('POST', path(reservation, '/reveal'), {})).status,
      (await neighbour.call('GET', path(reservation))).status,
    ]).toEqual([404, 404]);
    const ask = () =>
      desk.admin.call('POST', path(reservation, '/reveal'), {}, { 'idempotency-key': `spare-${reservation['id']}` });
    expect([(await ask()).body['spares']?.length, (await ask()).body['spares']]).toEqual([1, null]);
  });

  it('are in no table, event, audit row, idempotency key or line of the log', async () => {
    const door = await open();
    await offline(door);
    const reservation = await desk.createReservation(desk.time(0));
    const spareCode = await spareOf(reservation, door);
    await desk.admin.call('POST', path(reservation, '/reveal'), {}, { 'idempotency-key': `grep-${reservation['id']}` });
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    // Searches for one code only: with many codes, other six-digit values would match by chance.
    const pattern = `(^|[^0-9a-f])${spareCode}([^0-9a-f]|$)`;
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select from ${name} as row where to_jsonb(row)::text ~ $1`, [pattern]);
      if (rows.length > 0) found.push(name);
    }
    await client.end();
    expect([tables.rows.length > 40, logLines.length > 5]).toEqual([true, true]);
    expect([found, logLines.filter((line) => new RegExp(pattern).test(line))]).toEqual([[], []]);
  });
});
