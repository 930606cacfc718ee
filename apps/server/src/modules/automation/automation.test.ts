// @sweep 1/8 (decision 086)
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  itemsOf,
  makeGuest,
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
  type VirtualDoor,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

let clock: FakeClock;
let server: TestServer;
let desk: BookingDesk;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  server = await startTestServer({ clock });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => server.close());

let count = 0;
async function open(): Promise<void> {
  clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
  desk = await openBookingDesk(server);
}
async function keypad(): Promise<KeypadDoor> {
  const door = await makeKeypadDoor(server, desk.shop, desk.admin, {
    name: `keypad-${(count += 1)}`,
    roomId: desk.roomIds[0] ?? null,
    answerMs: 5,
  });
  stops.push(() => door.lock.stop());
  return door;
}
/** Adds a door of the first room with a contact and without a keypad. */
async function contactDoor(): Promise<VirtualDoor> {
  const door = await makeVirtualDoor(server, desk.shop, desk.admin, { name: `door-${(count += 1)}`, form: 'bundle' });
  await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
    tx
      .updateTable('doors')
      .set({ room_id: desk.roomIds[0] ?? null })
      .where('id', '=', door.doorId)
      .execute(),
  );
  stops.push(() => door.lock.stop());
  return door;
}
async function codeIn(of: Body, door: KeypadDoor): Promise<string> {
  await until('the lock has the code', () => [...door.lock.codes.values()].some((it) => it.isEnabled));
  return String(
    (await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${of['id']}/access/reveal`, {})).body['code'],
  );
}
async function doorState({ doorId }: KeypadDoor): Promise<string> {
  const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/door?limit=200`);
  return String(itemsOf(body).find((item) => item['id'] === doorId)?.['lockState']);
}
const state = async (of: Body) => String((await desk.read(of))['state']);

describe('check-in at entry (RV-10)', () => {
  it('checks in at the first use of the code, and the door history names the reservation', async () => {
    await open();
    const door = await keypad();
    const reservation = await desk.createReservation(desk.time(0));
    door.lock.enter(await codeIn(reservation, door));
    const read = await until('the guest is in', async () => {
      const now = await desk.read(reservation);
      return now['state'] === 'IN_USE' && now;
    });
    expect(read['history']?.filter((it) => it['kind'] === 'CHECKED_IN')).toMatchObject([
      { actorKind: 'SYSTEM', actorLabel: 'keypad', reason: `keypad-${count}` },
    ]);
    const history = itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/device-control/history?targetId=${door.doorId}`)).body,
    );
    expect(history.find((it) => it['action'] === 'UNLOCKED')).toMatchObject({
      cause: { kind: 'RESERVATION', id: reservation['id'], label: reservation['code'] },
      source: 'KEYPAD',
    });
    door.lock.enter(await codeIn(reservation, door));
    clock.advance(10 * MINUTE_MS);
    expect((await desk.read(reservation))['history']?.filter((it) => it['kind'] === 'CHECKED_IN')).toHaveLength(1);
  });

  it('checks in when the door is opened remotely or its leaf opens', async () => {
    await open();
    const door = await contactDoor();
    const first = await desk.createReservation(desk.time(0, 1));
    await door.operate('open');
    await until('the guest is in', async () => (await state(first)) === 'IN_USE');
    clock.advance(2 * 60 * MINUTE_MS);
    await until('he has gone', async () => (await state(first)) === 'COMPLETED');
    const second = await desk.createReservation(desk.time(0, 1));
    door.lock.swing('OPEN');
    await until('the next one is in', async () => (await state(second)) === 'IN_USE');
    expect((await desk.read(second))['history']?.at(-1)).toMatchObject({
      kind: 'CHECKED_IN',
      actorLabel: 'door',
      reason: `door-${count}`,
    });
  });

  it("checks in at the guest's own command when the lock's report that it had locked was lost", async () => {
    await open();
    const door = await keypad();
    await desk.admin.call('POST', `/${desk.shop.slug}/door/open`, { doorId: door.doorId });
    await until('the door is open', async () => (await doorState(door)) === 'UNLOCKED');
    clock.advance(SLOT_MS);
    const reservation = await desk.createReservation(desk.time(0, 1));
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    const opened = await call('POST', `/${desk.shop.slug}/guest/doors/${door.doorId}/open`, {});
    expect(opened.body['status']).toBe('EXECUTED');
    await until('the guest is in', async () => (await state(reservation)) === 'IN_USE');
  });

  it('does not check in while the previous guest may be leaving, outside the access window, or on a manual unlock', async () => {
    await open();
    const door = await contactDoor();
    const before = await desk.createReservation(desk.time(0, 0.5));
    const next = await desk.createReservation(desk.time(0.5, 1));
    const later = await desk.createReservation(desk.time(4, 1));
    door.lock.turn('UNLOCKED');
    await until('the hand was seen', async () => (await door.read())['lockState'] === 'UNLOCKED');
    clock.advance(25 * MINUTE_MS);
    door.lock.swing('OPEN');
    await until('the leaf was seen', async () => (await door.read())['leafState'] === 'OPEN');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([await state(before), await state(next), await state(later)]).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
    ]);
  });
});

describe('openings of an emergency (DR-8)', () => {
  const emergency = async (path: string, body: object) =>
    (await desk.admin.call('POST', `/${desk.shop.slug}/door/${path}`, body)).body;
  const begin = (kind: string) => emergency('emergency', { storeId: desk.storeId, kind, reason: 'test' });
  /** A report and its check-in commit together, so a check-in that is due runs here. */
  const stateNow = async (of: Body) => {
    await server.app.jobs.runDue();
    return state(of);
  };

  it('check no guest in, whether the doors open by a fire release, their leaves follow, or a hold is restored', async () => {
    await open();
    const door = await contactDoor();
    const reservation = await desk.createReservation(desk.time(0, 2));
    const shows = (what: string, expected: object) =>
      until(what, async () => {
        const shown = await door.read();
        return Object.entries(expected).every(([key, value]) => shown[key as keyof typeof shown] === value);
      });
    const { id: fire } = await begin('FIRE_RELEASE');
    await shows('the door is released', { lockState: 'UNLOCKED' });
    expect(await stateNow(reservation)).toBe('CONFIRMED');
    door.lock.swing('OPEN');
    await shows('the leaf is open', { leafState: 'OPEN' });
    expect(await stateNow(reservation)).toBe('CONFIRMED');
    door.lock.swing('CLOSED');
    await emergency(`emergency/${String(fire)}/end`, {});
    await shows('the door is locked', { lockState: 'LOCKED', leafState: 'CLOSED' });

    const hold = await makeHold(door);
    const { id: lockdown } = await begin('LOCKDOWN');
    await shows('the door is locked down', { lockState: 'LOCKED', doorMode: 'LOCKED_DOWN' });
    await emergency(`emergency/${String(lockdown)}/end`, {});
    await shows('the hold is restored', { lockState: 'UNLOCKED', doorMode: 'HELD_OPEN' });
    expect(await stateNow(hold)).toBe('CONFIRMED');
  });

  it('let a guest arrive who enters the code during a fire release', async () => {
    await open();
    const door = await keypad();
    const reservation = await desk.createReservation(desk.time(0));
    const code = await codeIn(reservation, door);
    await begin('FIRE_RELEASE');
    await until('the door is released', async () => (await doorState(door)) === 'UNLOCKED');
    expect(await stateNow(reservation)).toBe('CONFIRMED');
    door.lock.enter(code);
    await until('the guest is in', async () => (await state(reservation)) === 'IN_USE');
  });

  /** Holds the door open before the window of a guest, whose window is open from then on. */
  async function makeHold(door: VirtualDoor): Promise<Body> {
    clock.advance(2 * 60 * MINUTE_MS);
    const until = new Date(clock.now().getTime() + 90 * MINUTE_MS).toISOString();
    await emergency('hold-open', { doorId: door.doorId, until });
    return desk.createReservation(desk.time(0, 1));
  }
});

describe('readiness (NX-1)', () => {
  const ready = async (query = '') =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}${query}`)).body;
  const obstacles = async (of: Body) =>
    itemsOf(await ready())
      .find((it) => it['reservationId'] === of['id'])
      ?.['obstacles']?.map((it) => it['kind']);

  it('lists the guests of the next hours with their obstacles, soonest first', async () => {
    await open();
    const door = await keypad();
    const soon = await desk.createReservation(desk.time(1, 1));
    const later = await desk.createReservation({ ...desk.time(2.5, 1), roomId: desk.roomIds[1] });
    await desk.createReservation(desk.time(3.5, 1));
    await desk.createReservation({ ...desk.time(0.5, 1), roomId: desk.roomIds[1], kind: 'BLOCK' });
    await until('the lock has the code', () => door.lock.codes.size > 1);
    await until(
      'it has said so',
      async () => !(await obstacles(soon))?.some((kind) => String(kind) === 'CODE_NOT_ACKNOWLEDGED'),
    );
    const { total, items } = await ready();
    expect([total, items?.map((it) => it['reservationId'])]).toEqual([2, [soon['id'], later['id']]]);
    expect(items?.[0]?.['obstacles']).toEqual([
      { kind: 'UNPAID', severity: 'WARNING', door: null, since: null, amount: 20_000 / 2 },
    ]);
    await door.lock.offline(true);
    await until('the door is red', async () =>
      (await obstacles(soon))?.some((kind) => String(kind) === 'DOOR_OFFLINE'),
    );
    expect(await obstacles(later)).toEqual(['UNPAID']);
    expect((await ready('&hours=1'))['total']).toBe(0);
    expect((await ready('&limit=1'))['items']).toHaveLength(1);
  });

  it('reports CODE_NOT_ACKNOWLEDGED while the lock does not answer', async () => {
    await open();
    const door = await keypad();
    door.lock.silent(true);
    const reservation = await desk.createReservation(desk.time(0, 1));
    await until('it is red', async () =>
      (await obstacles(reservation))?.some((kind) => String(kind) === 'CODE_NOT_ACKNOWLEDGED'),
    );
  });

  const severities = async (of: Body) =>
    itemsOf(await ready('&hours=24'))
      .find((it) => it['reservationId'] === of['id'])
      ?.['obstacles']?.map((it) => [it['kind'], it['severity'], it['door']?.['name']].filter(Boolean).join(' '));
  const doorCall = (path: string, body: object) => desk.admin.call('POST', `/${desk.shop.slug}/door/${path}`, body);
  async function paid(of: Body): Promise<Body> {
    await server.withActor(desk.admin.actor, (tx) =>
      tx
        .updateTable('reservations')
        .set((it) => ({ paid_amount: it.ref('price_amount') }))
        .where('id', '=', String(of['id']))
        .execute(),
    );
    return of;
  }

  it('warns of every door without codes on the way in, including the store entrance, even if the room door has a code', async () => {
    await open();
    const room = await keypad();
    const entrance = await makeVirtualDoor(server, desk.shop, desk.admin, {
      name: `entrance-${(count += 1)}`,
      form: 'bundle',
    });
    stops.push(() => entrance.lock.stop());
    const reservation = await paid(await desk.createReservation(desk.time(1, 1)));
    const inOtherRoom = await paid(await desk.createReservation({ ...desk.time(1, 1), roomId: desk.roomIds[1] }));
    await until('the lock has the code', () => room.lock.codes.size > 0);
    const warning = [`DOOR_KEEPS_NO_CODES WARNING entrance-${count}`];
    await until(
      'only the entrance is left',
      async () => JSON.stringify(await severities(reservation)) === JSON.stringify(warning),
    );
    expect(await severities(inOtherRoom)).toEqual(warning);
  });

  it('accepts a door that is held open beyond the start, but not one whose hold ends before it', async () => {
    await open();
    const door = await contactDoor();
    const reservation = await paid(await desk.createReservation(desk.time(1, 1)));
    const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();
    expect(await severities(reservation)).toEqual([`DOOR_KEEPS_NO_CODES WARNING door-${count}`]);
    await doorCall('hold-open', { doorId: door.doorId, until: inMinutes(20) });
    expect(await severities(reservation)).toEqual([`DOOR_KEEPS_NO_CODES WARNING door-${count}`]);
    await doorCall('lock', { doorId: door.doorId });
    await doorCall('hold-open', { doorId: door.doorId, until: inMinutes(90) });
    expect(await severities(reservation)).toEqual([]);
  });

  it('blocks on a fire release and on a lockdown, and counts neither as a way in', async () => {
    await open();
    const door = await contactDoor();
    const reservation = await paid(await desk.createReservation(desk.time(1, 1)));
    const { body: fire } = await doorCall('emergency', { storeId: desk.storeId, kind: 'FIRE_RELEASE', reason: 'test' });
    expect(await severities(reservation)).toEqual([
      `DOOR_FIRE_RELEASED BLOCKING door-${count}`,
      `DOOR_KEEPS_NO_CODES WARNING door-${count}`,
    ]);
    await doorCall(`emergency/${fire['id']}/end`, {});
    await doorCall('emergency', { storeId: desk.storeId, kind: 'LOCKDOWN', reason: 'test' });
    expect(await severities(reservation)).toEqual([
      `DOOR_LOCKED_DOWN BLOCKING door-${count}`,
      `DOOR_KEEPS_NO_CODES WARNING door-${count}`,
    ]);
    expect(door.doorId).toBeTruthy();
  });

  it('warns of an unpaid reservation and blocks from 15 minutes before the start', async () => {
    await open();
    const reservation = await desk.createReservation(desk.time(1, 1));
    expect(await severities(reservation)).toEqual(['UNPAID WARNING']);
    clock.set(new Date(Date.parse(String(reservation['startsAt'])) - 15 * MINUTE_MS - 1000));
    expect(await severities(reservation)).toEqual(['UNPAID WARNING']);
    clock.advance(1000);
    expect(await severities(reservation)).toEqual(['UNPAID BLOCKING']);
  });

  it('warns of an unacknowledged code and blocks from 15 minutes before the start', async () => {
    await open();
    const door = await keypad();
    door.lock.silent(true);
    const reservation = await paid(await desk.createReservation(desk.time(1, 1)));
    await until(
      'the code waits',
      async () => (await severities(reservation))?.join() === `CODE_NOT_ACKNOWLEDGED WARNING keypad-${count}`,
    );
    clock.set(new Date(Date.parse(String(reservation['startsAt'])) - 15 * MINUTE_MS));
    expect(await severities(reservation)).toEqual([`CODE_NOT_ACKNOWLEDGED BLOCKING keypad-${count}`]);
  });
});
