/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
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
interface Keypad {
  readonly roomId?: string | null;
  readonly answerMs?: number;
  readonly reports?: 'times' | 'actions';
}
const SLOT_MS = 30 * MINUTE_MS;

/** A store whose first room has a lock with a keypad, with two server processes. */
describe('access codes (DR-5)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let desk: BookingDesk;
  const keypads: KeypadDoor[] = [];
  const logLines: string[] = [];
  const revealed = new Set<string>();
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
    // The codes of all tests, in any order of them.
    expect(linesWithCodes()).toEqual([]);
  });

  const linesWithCodes = () =>
    [...revealed].flatMap((code) =>
      logLines.filter((line) => new RegExp(`(^|[^0-9a-f])${code}([^0-9a-f]|$)`).test(line)),
    );

  let count = 0;
  async function open(more: Keypad = {}): Promise<KeypadDoor> {
    // Reservations start on a slot, so the clock starts on one too.
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    desk = await openBookingDesk(server);
    return keypad(more);
  }
  async function keypad(more: Keypad = {}): Promise<KeypadDoor> {
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `keypad-${(count += 1)}`,
      roomId: desk.roomIds[0] ?? null,
      answerMs: 5,
      ...more,
    });
    keypads.push(door);
    return door;
  }
  const path = (of: Body, more = '') => `/${desk.shop.slug}/reservation/${of['id']}/access${more}`;
  const access = async (of: Body): Promise<Body> => (await desk.admin.call('GET', path(of))).body;
  const reveal = async (of: Body): Promise<string> => {
    const code = String((await desk.admin.call('POST', path(of, '/reveal'), {})).body['code']);
    revealed.add(code);
    return code;
  };
  const at = (it: Body, doorId: string): Body | undefined =>
    it['doors']?.find((door) => door['doorId'] === doorId)?.['code'];
  const acknowledged = (of: Body, { doorId }: KeypadDoor, state: string) =>
    until(`the lock has acknowledged ${state}`, async () => {
      const code = at(await access(of), doorId);
      return code?.['acknowledged'] === state && code['isUnderWay'] === (false as unknown) && code;
    });
  /** Advances the clock in steps, so that timers and pending promises can run in between. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await sleep(30);
  };

  it('opens the door only in its access window, and the lock acknowledges each change', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(2));
    expect(await acknowledged(reservation, door, 'DISABLED')).toMatchObject({ wanted: 'DISABLED', error: null });
    const code = await reveal(reservation);
    expect(code).toMatch(/^[1-9]\d{5}$/);
    expect(door.lock.enter(code)).toBe('REFUSED');
    await pass(110 * MINUTE_MS);
    await acknowledged(reservation, door, 'ENABLED');
    expect(door.lock.enter(code)).toBe('OPENED');
    await pass(2 * HOUR_MS + 20 * MINUTE_MS);
    await until('the lock has forgotten it', () => door.lock.codes.size === 0);
    await until('it is over', async () => (await access(reservation))['codeId'] === null);
    expect(door.lock.enter(code)).toBe('REFUSED');
    expect(door.lock.orders.map((it) => it.kind)).toEqual(['DISABLED', 'ENABLED', 'CLEARED']);
    expect(door.lock.orders.some((it) => it.isRetained)).toBe(false);
  });

  it('is written to the lock 25 hours ahead, not earlier', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(48));
    await until('it is made', async () => (await access(reservation))['codeId'] !== null);
    await pass(22 * HOUR_MS);
    await sleep(300);
    expect(door.lock.orders).toEqual([]);
    await pass(HOUR_MS);
    await acknowledged(reservation, door, 'DISABLED');
  });

  it('covers the doors of the room and of the store, and lists doors that keep no codes', async () => {
    const own = await open();
    const entrance = await keypad({ roomId: null });
    const foreign = await keypad({ roomId: desk.roomIds[1] ?? null });
    const plain = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'plain' });
    const reservation = await desk.createReservation(desk.time(1));
    await acknowledged(reservation, own, 'DISABLED');
    await acknowledged(reservation, entrance, 'DISABLED');
    const doors = (await access(reservation))['doors'] ?? [];
    expect(doors.map((it) => [it['doorId'], it['keepsCodes'], it['code'] !== null])).toEqual([
      [own.doorId, true, true],
      [entrance.doorId, true, true],
      [plain.doorId, false, false],
    ]);
    expect(foreign.lock.orders).toEqual([]);
    expect([...own.lock.codes.values()]).toEqual([...entrance.lock.codes.values()]);
    await plain.lock.stop();
  });

  it('is acknowledged by locks that report the slot', async () => {
    const door = await open({ reports: 'actions' });
    const reservation = await desk.createReservation(desk.time(0.5));
    await acknowledged(reservation, door, 'DISABLED');
  });

  it('differs from the codes of concurrent bookings by more than one digit', async () => {
    const door = await open();
    const reservations = await Promise.all(
      Array.from({ length: 5 }, (_, index) => desk.createReservation(desk.time(1 + index, 1))),
    );
    for (const it of reservations) await acknowledged(it, door, 'DISABLED');
    const codes = await Promise.all(reservations.map(reveal));
    for (const [index, code] of codes.entries()) {
      for (const other of codes.slice(index + 1)) expect(areNeighbours(code, other)).toBe(false);
    }
    expect([...door.lock.codes.values()].map((it) => it.code).sort()).toEqual([...codes].sort());
    expect(new Set(door.lock.orders.map((it) => it.slot)).size).toBe(5);
  });

  it('is unique at a door by a database constraint while a lock may hold it', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(1));
    await acknowledged(reservation, door, 'DISABLED');
    const actor = storeActor(desk.shop.productId, desk.storeId);
    const resendPlace = () =>
      server.withActor(actor, async (tx) => {
        const row = await tx
          .selectFrom('access_code_places')
          .selectAll()
          .where('door_id', '=', door.doorId)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('access_code_places')
          .values({ ...row, id: desk.storeId, slot: null, pushed: null, push_until: null, due_at: null })
          .execute();
      });
    await expect(resendPlace()).rejects.toThrow('access_code_places_unique');
  });

  it('is withdrawn when the reservation is cancelled', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, door, 'ENABLED');
    await desk.verb(reservation, 'cancel');
    await until('the lock has forgotten it', () => door.lock.codes.size === 0);
    await until('it is over', async () => (await access(reservation))['codeId'] === null);
    const { status, body } = await desk.admin.call('POST', path(reservation, '/reveal'), {});
    expect([status, body['code']]).toEqual([409, 'ACCESS_CODE_ABSENT']);
    const kept = await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx.selectFrom('access_codes').select('sealed').execute(),
    );
    expect(kept).toEqual([{ sealed: null }]);
  });

  it('follows a reservation that moves to another room during a push; the last change wins', async () => {
    const first = await open({ answerMs: 400 });
    const other = await keypad({ roomId: desk.roomIds[1] ?? null });
    let reservation = await desk.createReservation(desk.time(0));
    const code = await until('the push is under way', async () => first.lock.orders.length > 0 && reveal(reservation));
    reservation = (await desk.edit(reservation, { roomId: desk.roomIds[1] })).body;
    await acknowledged(reservation, other, 'ENABLED');
    expect([...other.lock.codes.values()]).toEqual([{ code, isEnabled: true }]);
    await until('the first lock has forgotten it', () => first.lock.orders.length === 2 && first.lock.codes.size === 0);
    await desk.edit(reservation, { roomId: desk.roomIds[0] });
    await acknowledged(reservation, first, 'ENABLED');
    await until('the second has forgotten it', () => other.lock.codes.size === 0);
    expect(await reveal(reservation)).toBe(code);
  });

  it('stays valid when the reservation is extended, without another push', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0, 1));
    await acknowledged(reservation, door, 'ENABLED');
    await desk.verb(reservation, 'extend', { minutes: 60 });
    const closesAt = new Date(Date.parse(String(reservation['endsAt'])) + 70 * MINUTE_MS).toISOString();
    await until(
      'the window is longer',
      async () => at(await access(reservation), door.doorId)?.['closesAt'] === closesAt,
    );
    await desk.set({ access_before_minutes: 30 });
    await pass(1500); // The timer finds a change for which no event was published.
    const opensAt = new Date(Date.parse(String(reservation['startsAt'])) - 30 * MINUTE_MS).toISOString();
    await until(
      'it begins as the store has it now',
      async () => at(await access(reservation), door.doorId)?.['opensAt'] === opensAt,
    );
    await pass(90 * MINUTE_MS);
    await sleep(200);
    expect(door.lock.orders.map((it) => it.kind)).toEqual(['ENABLED']);
  });

  it('waits for an offline lock with DEVICE_OFFLINE and is pushed when the lock is back', async () => {
    const door = await open();
    await door.lock.offline(true);
    await sleep(200);
    const reservation = await desk.createReservation(desk.time(0));
    await until('it says so', async () => at(await access(reservation), door.doorId)?.['error'] === 'DEVICE_OFFLINE');
    expect(door.lock.orders).toEqual([]);
    await door.lock.offline(false);
    await acknowledged(reservation, door, 'ENABLED');
    expect(door.lock.orders).toHaveLength(1);
  });

  it('is pushed again when the lock does not answer, and withdrawn until the deletion is acknowledged', async () => {
    const door = await open();
    door.lock.silent(true);
    const reservation = await desk.createReservation(desk.time(0));
    await until(
      'it is under way',
      async () => at(await access(reservation), door.doorId)?.['isUnderWay'] === (true as unknown),
    );
    await pass(32_000);
    await until('it says so', async () => at(await access(reservation), door.doorId)?.['error'] === 'NO_ANSWER');
    door.lock.silent(false);
    door.lock.mute(true);
    await pass(5000);
    await until('the lock has it, and tells nobody', () => door.lock.codes.size === 1);
    await desk.verb(reservation, 'cancel');
    door.lock.mute(false);
    const left = () =>
      server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
        tx.selectFrom('access_code_places').select('id').where('gone_at', 'is', null).execute(),
      );
    await until('the withdrawal is acknowledged', async () => {
      await pass(3000);
      return (await left()).length === 0;
    });
    expect(door.lock.codes.size).toBe(0);
  });

  it('of another guest is pushed while an unanswered push waits for its retry', async () => {
    const door = await open();
    door.lock.silent(true);
    const later = await desk.createReservation(desk.time(3, 1));
    await until(
      'it is under way',
      async () => at(await access(later), door.doorId)?.['isUnderWay'] === (true as unknown),
    );
    const sooner = await desk.createReservation(desk.time(1, 1));
    await until('it waits', async () => at(await access(sooner), door.doorId) !== undefined);
    await pass(32_000);
    await until(
      'its turn has come',
      async () => at(await access(sooner), door.doorId)?.['isUnderWay'] === (true as unknown),
    );
    await pass(32_000);
    await until(
      'the first one comes again',
      async () => at(await access(later), door.doorId)?.['isUnderWay'] === (true as unknown),
    );
  });

  it('is replaced and sent again, and history and audit log record each; a stale codeId gets 409', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, door, 'ENABLED');
    const [before, { codeId }] = [await reveal(reservation), await access(reservation)];
    const replaced = (await desk.admin.call('POST', path(reservation, '/replace'), { codeId })).body;
    const stale = await desk.admin.call('POST', path(reservation, '/replace'), { codeId });
    expect([stale.status, stale.body['code'], stale.body['current']?.['codeId']]).toEqual([
      409,
      'STALE',
      replaced['codeId'],
    ]);
    const after = await until('the new one opens', async () => {
      const code = await reveal(reservation);
      return door.lock.enter(code) === 'OPENED' && code;
    });
    await until('the old one does not', () => door.lock.codes.size === 1);
    expect(after).not.toBe(before);
    const sent = door.lock.orders.length;
    await desk.admin.call('POST', path(reservation, '/resend'), { codeId: replaced['codeId'] });
    await acknowledged(reservation, door, 'ENABLED');
    expect(door.lock.orders).toHaveLength(sent + 1);
    const kinds = ((await desk.read(reservation))['history'] ?? []).map((it) => it['kind'] as unknown);
    expect(kinds).toEqual(expect.arrayContaining(['CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT']));
    const audit = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', String(reservation['id'])).execute(),
    );
    expect(new Set(audit.map((it) => it.action))).toEqual(
      new Set(['reservation.created', 'access-code.revealed', 'access-code.replaced', 'access-code.resent']),
    );
  });

  it('rejects support without a reason on reveal and replace with 400, and records the reasons', async () => {
    await open();
    const reservation = await desk.createReservation(desk.time(1));
    const codeId = await until('the code is there', async () => (await access(reservation))['codeId']);
    for (const roles of [['CUSTOMER_MANAGER'], ['FRANCHISEE', 'CUSTOMER_MANAGER']] as const) {
      const support = await server.signIn(desk.shop, roles, [{ id: desk.storeId }], 1000);
      for (const [verb, body] of [
        ['/reveal', {}],
        ['/replace', { codeId }],
      ] as const) {
        for (const reason of [{}, { reason: '' }, { reason: '  ' }]) {
          const { status, body: answer } = await support.call('POST', path(reservation, verb), { ...body, ...reason });
          expect([status, answer['code']]).toEqual([400, 'reason' in reason ? 'INVALID_INPUT' : 'REASON_REQUIRED']);
        }
      }
    }
    expect(await access(reservation)).toMatchObject({ codeId });
    const support = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], [], 1000);
    const shown = await support.call('POST', path(reservation, '/reveal'), { reason: '손님이 코드를 잃어버림' });
    expect([shown.status, shown.body['code']]).toEqual([200, expect.stringMatching(/^\d{6}$/)]);
    revealed.add(String(shown.body['code']));
    expect(
      (await support.call('POST', path(reservation, '/replace'), { codeId, reason: '코드가 알려짐' })).status,
    ).toBe(200);

    const audit = await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'detail'])
        .where('subject_id', '=', String(reservation['id']))
        .where('actor_id', '=', support.userId)
        .orderBy('seq')
        .execute(),
    );
    expect(audit.map((it) => [it.action, (it.detail as { reason?: string }).reason])).toEqual([
      ['access-code.revealed', '손님이 코드를 잃어버림'],
      ['access-code.replaced', '코드가 알려짐'],
    ]);
    const history = ((await desk.read(reservation))['history'] ?? []).map((it) => [
      it['kind'] as unknown,
      it['reason'] as unknown,
    ]);
    expect(history).toEqual(
      expect.arrayContaining([
        ['CODE_REVEALED', '손님이 코드를 잃어버림'],
        ['CODE_REPLACED', '코드가 알려짐'],
      ]),
    );
  });

  it('is returned once to the channel that made the reservation, after the confirmation (RV-9)', async () => {
    await open();
    const [channel, other] = await Promise.all([1, 2].map(() => makeKey(server, desk.shop, [{ id: desk.storeId }])));
    if (!channel || !other) throw new Error('There are two keys');
    const base = `/${desk.shop.slug}/channel/reservation`;
    const held = (await channel.call('POST', base, desk.wish(desk.time(1)))).body;
    const ask = (by = channel) => by.call('POST', `${base}/${held['id']}/access-code`, {});
    expect((await ask()).body['code']).toBe('ACCESS_CODE_ABSENT');
    await channel.call('POST', `${base}/${held['id']}/confirm`, { version: held['version'] });
    expect((await ask(other)).status).toBe(404);
    const { code, doors } = (await ask()).body;
    revealed.add(String(code));
    expect([code, doors?.length]).toEqual([expect.stringMatching(/^\d{6}$/), 1]);
    expect([(await ask()).body['code'], await reveal(held)]).toEqual([null, code]);
  });

  it('is returned once for an Idempotency-Key', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, door, 'ENABLED');
    const ask = () =>
      desk.admin.call('POST', path(reservation, '/reveal'), {}, { 'idempotency-key': `reveal-${reservation['id']}` });
    expect([(await ask()).body['code'], (await ask()).body['code']]).toEqual([expect.stringMatching(/^\d{6}$/), null]);
  });

  it('is pushed once when two processes work', async () => {
    const door = await open();
    const reservations = await Promise.all(
      Array.from({ length: 6 }, (_, index) => desk.createReservation(desk.time(1 + index, 1))),
    );
    for (const it of reservations) await acknowledged(it, door, 'DISABLED');
    expect(door.lock.orders).toHaveLength(6);
  });

  it('is acknowledged after one push when a process stops in the middle', async () => {
    const door = await open({ answerMs: 300 });
    const third = await startTestServer({ beside: server });
    const reservation = await desk.createReservation(desk.time(0));
    await until('the push is under way', () => door.lock.orders.length === 1);
    await third.close();
    await acknowledged(reservation, door, 'ENABLED');
    expect(door.lock.orders).toHaveLength(1);
  });

  it('is in no table, event, audit row or idempotency key in plain text', async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, door, 'ENABLED');
    const code = await reveal(reservation);
    door.lock.enter(code);
    await desk.admin.call('POST', path(reservation, '/reveal'), {}, { 'idempotency-key': `grep-${reservation['id']}` });
    const { databaseUrl } = server;
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select from ${name} as row where to_jsonb(row)::text ~ $1`, [
        `(^|[^0-9a-f])${code}([^0-9a-f]|$)`,
      ]);
      if (rows.length > 0) found.push(name);
    }
    await client.end();
    expect(found).toEqual([]);
  });

  it("is in no line of the server's log", async () => {
    const door = await open();
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, door, 'ENABLED');
    await reveal(reservation);
    expect(logLines).not.toEqual([]);
    expect(linesWithCodes()).toEqual([]);
  });
});
