/** @module-tag engines */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock, HOUR_MS, itemsOf, makeKey, makeKeypadDoor, makeVirtualDoor, MINUTE_MS, openBookingDesk, startTestServer, until, type Answer, type BookingDesk, type FakeClock,
  type KeypadDoor, type TestServer,
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

/** A store whose room has a lock with a keypad and two spare codes in it; two processes, as in a real installation. */
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
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, { name: `spare-${(count += 1)}`, roomId: desk.roomIds[0] ?? null, answerMs: 5, spareCodes: 2, ...more });
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
  /** Reservations begin on a slot, and so does a test. */
  const onSlot = () => clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
  /** The clock goes on in steps, as time does, so that whoever waits for it comes to its turn. */
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
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`)).body).find((it) => it['doorId'] === doorId);
  const filled = (door: KeypadDoor, ready: number) => passing(`${ready} spare codes are ready`, async () => Number((await sparesOf(door))?.['ready']) === ready);
  const path = (of: Body, more = '') => `/${desk.shop.slug}/reservation/${of['id']}/access${more}`;
  const access = async (of: Body, { doorId }: KeypadDoor) => (await desk.admin.call('GET', path(of))).body['doors']?.find((it) => it['doorId'] === doorId);
  const given = (of: Body, door: KeypadDoor) => passing('a spare code is given', async () => (await access(of, door))?.['spare']);
  async function reveal(of: Body): Promise<{ own: string; spares: Map<string, string> }> {
    const { body } = await desk.admin.call('POST', path(of, '/reveal'), {});
    return { own: String(body['code']), spares: new Map((body['spares'] ?? []).map((it) => [String(it['doorId']), String(it['code'])])) };
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
  const ownIs = (of: Body, door: KeypadDoor, state: string) => passing(`its own code is ${state}`, async () => (await access(of, door))?.['code']?.['acknowledged'] === state);
  const state = async (of: Body) => String((await desk.read(of))['state']);
  const obstacles = async (of: Body) =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}`)).body)
      .find((it) => it['reservationId'] === of['id'])?.['obstacles']?.map((it) => String(it['kind']));

  it('lie in the lock before anybody needs them, by its own word, and are no slip of the finger away from any other', async () => {
    const door = await open();
    expect([...door.lock.codes.values()].map((it) => it.isEnabled)).toEqual([true, true]);
    expect(await sparesOf(door)).toEqual({ doorId: door.doorId, storeId: desk.storeId, size: 2, ready: 2, given: 0, lastsUntil: null, lastsWithSparesUntil: null });
    const made = await Promise.all([0, 1, 2].map((index) => desk.made(desk.time(1 + index, 1))));
    for (const it of made) await ownIs(it, door, 'DISABLED');
    const codes = [...door.lock.codes.values()].map((it) => it.code);
    expect(codes).toHaveLength(5);
    for (const [index, code] of codes.entries()) {
      expect(code).toMatch(/^[1-9]\d{5}$/);
      for (const other of codes.slice(index + 1)) expect(areNeighbours(code, other)).toBe(false);
    }
  });

  it('open a door that is out of reach to a guest who books late; he is in when it is back, and then has his own', async () => {
    const door = await open();
    await offline(door);
    const made = await desk.made(desk.time(0));
    expect(await given(made, door)).toEqual({ id: expect.any(String), givenAt: expect.any(String), closesAt: new Date(Date.parse(String(made['endsAt'])) + 10 * MINUTE_MS).toISOString() });
    const { own, spares } = await reveal(made);
    const spare = spares.get(door.doorId) ?? '';
    expect([door.lock.enter(own), door.lock.enter(spare)]).toEqual(['REFUSED', 'OPENED']);
    expect(await obstacles(made)).toEqual(['UNPAID', 'DOOR_OFFLINE']);
    expect(await sparesOf(door)).toMatchObject({ size: 2, ready: 1, given: 1, lastsUntil: null });

    await door.lock.offline(false);
    await ownIs(made, door, 'ENABLED');
    expect([door.lock.enter(own), await spareOf(made, door)]).toEqual(['OPENED', spare]);
    await until('he has checked in', async () => (await state(made)) === 'IN_USE');

    await pass(2 * HOUR_MS + 10 * MINUTE_MS);
    await passing('the lock has forgotten both', () => door.lock.enter(spare) === 'REFUSED' && door.lock.enter(own) === 'REFUSED');
    await filled(door, 2);
    const codes = [...door.lock.codes.values()].map((it) => it.code);
    expect([codes.length, codes.includes(spare), codes.includes(own)]).toEqual([2, false, false]);
    const kinds = ((await desk.read(made))['history'] ?? []).map((it) => String(it['kind']));
    expect(kinds.filter((kind) => kind === 'CODE_REVEALED')).toHaveLength(2);
  });

  it('are given when a lock does not answer, and entering by one checks in and is in the history under the reservation', async () => {
    const door = await open();
    door.lock.silent(true);
    const made = await desk.made(desk.time(1, 1));
    await until('it was told', async () => (await access(made, door))?.['code']?.['isUnderWay'] === (true as unknown));
    await pass(32_000);
    await passing('it is told again', async () => (await access(made, door))?.['code']?.['isUnderWay'] === (true as unknown));
    expect((await access(made, door))?.['spare']).toBeNull();
    await pass(32_000);
    const spare = await spareOf(made, door);
    await pass(50 * MINUTE_MS);
    expect(door.lock.enter(spare)).toBe('OPENED');
    await until('he has checked in', async () => (await state(made)) === 'IN_USE');
    const history = itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/device-control/history?targetId=${door.doorId}`)).body);
    expect(history.find((it) => it['action'] === 'UNLOCKED')).toMatchObject({ cause: { kind: 'RESERVATION', id: made['id'], label: made['code'] }, source: 'KEYPAD' });
  });

  it('are each given to one guest, however many come at once; who gets none stays red', async () => {
    const door = await open({ roomId: null });
    await offline(door);
    const later = desk.time(1, 1);
    const [first, other] = await Promise.all([desk.made(desk.time(0, 1)), desk.made({ ...desk.time(0, 1), roomId: desk.roomIds[1] })]);
    const codes = [await spareOf(first, door), await spareOf(other, door)];
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(door.lock.enter(code)).toBe('OPENED');
    const late = await desk.made(later);
    await pass(MINUTE_MS);
    await passing('it waits', async () => (await access(late, door))?.['code']?.['error'] === 'DEVICE_OFFLINE');
    await pass(MINUTE_MS);
    expect((await access(late, door))?.['spare']).toBeNull();
    expect(await obstacles(late)).toContain('CODE_NOT_ACKNOWLEDGED');
    expect(await sparesOf(door)).toMatchObject({ ready: 0, given: 2, lastsUntil: new Date(Date.parse(String(late['startsAt'])) - 10 * MINUTE_MS).toISOString() });
    const givenTwice = () =>
      server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
        tx.updateTable('access_codes').set({ given_to: String(late['id']) }).where('given_to', '=', String(first['id'])).execute(),
      );
    await expect(givenTwice()).rejects.toThrow('given out once');
  });

  it('are given two hours before the guest may come in, and not when the lock is back by then', async () => {
    const door = await open();
    const [early, late] = [await desk.made(desk.time(4, 1)), await desk.made(desk.time(5, 1))];
    await ownIs(late, door, 'DISABLED');
    await offline(door);
    expect(await sparesOf(door)).toMatchObject({
      lastsUntil: new Date(Date.parse(String(early['startsAt'])) - 10 * MINUTE_MS).toISOString(), lastsWithSparesUntil: null,
    });
    await pass(100 * MINUTE_MS);
    await pass(1000);
    await sleep(200);
    expect((await access(early, door))?.['spare']).toBeNull();
    await pass(10 * MINUTE_MS);
    const spare = await spareOf(early, door);
    await door.lock.offline(false);
    await until('it is heard', async () => (await sparesOf(door))?.['given'] === (1 as unknown) && (await obstacles(early))?.includes('DOOR_OFFLINE') === false);
    await pass(HOUR_MS + MINUTE_MS);
    await sleep(200);
    expect((await access(late, door))?.['spare']).toBeNull();
    // Before his time he comes in by it, which is no check-in.
    expect(door.lock.enter(spare)).toBe('OPENED');
    await sleep(300);
    expect(await state(early)).toBe('CONFIRMED');
  });

  it('are named by their door where several lead to the room', async () => {
    const own = await open();
    const entrance = await keypad({ roomId: null });
    onSlot();
    await offline(own);
    const made = await desk.made(desk.time(0));
    const spare = await spareOf(made, own);
    expect((await access(made, entrance))?.['spare']).toBeNull();
    expect([...(await reveal(made)).spares]).toEqual([[own.doorId, spare]]);
    expect(entrance.lock.enter(spare)).toBe('REFUSED');
  });

  it('are withdrawn from who cancels or is moved elsewhere, and replaced', async () => {
    const door = await open();
    await offline(door);
    const [first, other] = [await desk.made(desk.time(0, 1)), await desk.made(desk.time(1, 1))];
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

  it('are others with the guest’s new code, as long as the lock has any, and it is said when it has none', async () => {
    const door = await open();
    await offline(door);
    const made = await desk.made(desk.time(0));
    const first = await spareOf(made, door);
    const codes = [first];
    const replace = async () => {
      const { status, body } = await desk.admin.call('POST', path(made, '/replace'), { codeId: (await desk.admin.call('GET', path(made))).body['codeId'] });
      expect(status).toBe(200);
      return body['doors']?.find((it) => it['doorId'] === door.doorId);
    };
    expect(await replace()).toMatchObject({ spare: { id: expect.any(String) as string }, lacksSpare: false });
    codes.push((await reveal(made)).spares.get(door.doorId) ?? '');
    expect(new Set(codes).size).toBe(2);
    expect(await replace()).toMatchObject({ spare: null, lacksSpare: true });
    expect((await reveal(made)).spares.size).toBe(0);
    expect(await sparesOf(door)).toMatchObject({ ready: 0, given: 0 });
    // The lock forgets them when it is back, gets his own, and none is lacking any more.
    await door.lock.offline(false);
    await ownIs(made, door, 'ENABLED');
    await passing('they are forgotten', () => codes.every((code) => door.lock.enter(code) === 'REFUSED'));
    expect(await access(made, door)).toMatchObject({ spare: null, lacksSpare: false });
    expect(door.lock.enter((await reveal(made)).own)).toBe('OPENED');
  });

  it('are others at once where the lock does not answer, though his new code has not been told in vain yet', async () => {
    const door = await open();
    door.lock.silent(true);
    const made = await desk.made(desk.time(1, 1));
    for (const again of ['it was told', 'it is told again']) {
      await passing(again, async () => (await access(made, door))?.['code']?.['isUnderWay'] === (true as unknown));
      await pass(32_000);
    }
    const first = await spareOf(made, door);
    const { body } = await desk.admin.call('POST', path(made, '/replace'), { codeId: (await desk.admin.call('GET', path(made))).body['codeId'] });
    expect(body['doors']?.find((it) => it['doorId'] === door.doorId)?.['spare']).not.toBeNull();
    const second = (await reveal(made)).spares.get(door.doorId) ?? '';
    expect([second === first, door.lock.enter(second)]).toEqual([false, 'OPENED']);
  });

  it('stay good when the stay is extended', async () => {
    const door = await open();
    await offline(door);
    const made = await desk.made(desk.time(0, 1));
    const spare = await spareOf(made, door);
    await desk.verb(made, 'extend', { minutes: 60 });
    const closesAt = new Date(Date.parse(String(made['endsAt'])) + 70 * MINUTE_MS).toISOString();
    await until('it is longer', async () => (await access(made, door))?.['spare']?.['closesAt'] === closesAt);
    await door.lock.offline(false);
    await ownIs(made, door, 'ENABLED');
    await pass(90 * MINUTE_MS);
    expect(door.lock.enter(spare)).toBe('OPENED');
  });

  it('come to the lock though it is gone, or a process is stopped, in the middle', async () => {
    const third = await startTestServer({ beside: server });
    desk = await openBookingDesk(server);
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, { name: `spare-${(count += 1)}`, roomId: null, answerMs: 300, spareCodes: 3 });
    keypads.push(door);
    await passing('it is told the first', () => door.lock.orders.length > 0);
    await third.close();
    await door.lock.offline(true);
    await pass(32_000);
    await door.lock.offline(false);
    await passing('all are ready', async () => (await sparesOf(door))?.['ready'] === (3 as unknown));
    expect([...door.lock.codes.values()].filter((it) => it.isEnabled)).toHaveLength(3);
  });

  it('are others after a month, one after the other, so that the lock is never without', async () => {
    const door = await open();
    const before = new Set([...door.lock.codes.values()].map((it) => it.code));
    await pass(30 * DAY_MS);
    let fewest = 2;
    // The second waits ten minutes after the first, and longer where the lock was asked while the clock went on.
    await until('all are others', async () => {
      await pass(MINUTE_MS);
      const enabled = [...door.lock.codes.values()].filter((it) => it.isEnabled);
      fewest = Math.min(fewest, enabled.length);
      return door.lock.codes.size === 2 && enabled.length === 2 && enabled.every((it) => !before.has(it.code)) && (await sparesOf(door))?.['ready'] === (2 as unknown);
    });
    expect(fewest).toBeGreaterThanOrEqual(1);
  });

  it('are as many as the door’s settings say, in locks that keep codes', async () => {
    const door = await open();
    const plain = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'plain' });
    const edit = (version: number, spareCodes: number) => desk.admin.call('PATCH', `/${desk.shop.slug}/door/${door.doorId}`, { version, spareCodes });
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

  it('are told once to the channel that made the reservation (RV-9)', async () => {
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

  it('are nobody’s business in another store or product', async () => {
    const door = await open();
    await offline(door);
    const made = await desk.made(desk.time(0));
    await given(made, door);
    const neighbour = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(1), 90 * 24);
    const { body } = await neighbour.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`);
    expect([body['total'], body['items']]).toEqual([0, []]);
    expect([(await neighbour.call('POST', path(made, '/reveal'), {})).status, (await neighbour.call('GET', path(made))).status]).toEqual([404, 404]);
    const ask = () => desk.admin.call('POST', path(made, '/reveal'), {}, { 'idempotency-key': `spare-${made['id']}` });
    expect([(await ask()).body['spares']?.length, (await ask()).body['spares']]).toEqual([1, null]);
  });

  it('are in no table, event, audit row, idempotency key or line of the log', async () => {
    const door = await open();
    await offline(door);
    const made = await desk.made(desk.time(0));
    const spareCode = await spareOf(made, door);
    await desk.admin.call('POST', path(made, '/reveal'), {}, { 'idempotency-key': `grep-${made['id']}` });
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const tables = await client.query<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'");
    // One of them: many would be found by chance in what else has six digits.
    const known = `(^|[^0-9a-f])${spareCode}([^0-9a-f]|$)`;
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select from ${name} as row where to_jsonb(row)::text ~ $1`, [known]);
      if (rows.length > 0) found.push(name);
    }
    await client.end();
    expect([tables.rows.length > 40, logLines.length > 5]).toEqual([true, true]);
    expect([found, logLines.filter((line) => new RegExp(known).test(line))]).toEqual([[], []]);
  });
});
