/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  listenToEvents,
  makeKeypadDoor,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type JsonBody,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

/** Keypads of a store in a lockdown (DR-8). */
describe('the keypads of a locked-down store (DR-8)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: BookingDesk;
  const keypads: KeypadDoor[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  /** A store with a keypad at each of its two rooms, each with two spare codes, and a guest in the first one's window. */
  async function open(): Promise<{ doors: [KeypadDoor, KeypadDoor]; guest: Body }> {
    desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 1, rooms: 2 }) });
    onSlot();
    for (const [index, roomId] of desk.roomIds.entries())
      keypads.push(
        await makeKeypadDoor(server, desk.shop, desk.admin, {
          name: `room-${index + 1}`,
          roomId,
          answerMs: 5,
          spareCodes: 2,
        }),
      );
    const guest = await desk.createReservation({ ...desk.time(0, 2), channel: 'WALK_IN' });
    const [one, other] = keypads;
    if (!one || !other) throw new Error('The desk has two rooms');
    await passing('all codes are enabled', () => enabled(one) === 3 && enabled(other) === 2);
    return { doors: [one, other], guest };
  }
  const onSlot = () => clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
  const passing = <T>(what: string, ask: () => Promise<T | null | undefined | false> | T | null | undefined | false) =>
    until(what, async () => {
      clock.advance(1000);
      await sleep(30);
      return ask();
    });
  const codesIn = ({ lock }: KeypadDoor) => [...lock.codes.values()].map(({ code }) => code);
  const enabled = ({ lock }: KeypadDoor) => [...lock.codes.values()].filter(({ isEnabled }) => isEnabled).length;
  const path = (more: string) => `/${desk.shop.slug}/door/emergency${more}`;
  const start = async (kind = 'LOCKDOWN') =>
    (await desk.admin.call('POST', path(''), { storeId: desk.storeId, kind, reason: '훈련' })).body;
  const end = (of: Body) => desk.admin.call('POST', path(`/${of['id']}/end`), {});
  const read = async (of: Body): Promise<JsonBody[]> => {
    const { body } = await desk.admin.call('GET', path('?show=ALL'));
    const found = itemsOf(body).find((item) => item['id'] === of['id']);
    return found?.['doors'] ?? [];
  };
  const states = async (of: Body) => (await read(of)).map((door) => String(door['state']));
  const areDone = (of: Body) =>
    passing('every door is done', async () => (await states(of)).every((state) => state === 'DONE'));
  async function reveal(of: Body): Promise<string> {
    const { body } = await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${of['id']}/access/reveal`, {});
    return String(body['code']);
  }

  it('refuse the code of a guest and the spare codes once the door counts as done, and accept them after the end', async () => {
    const { doors } = await open();
    const [door] = doors;
    const codes = codesIn(door);
    const lockdown = await start();
    expect((lockdown['doors'] as unknown as JsonBody[]).map((one) => one['keypad'])).toEqual([
      { codes: 3, openCodes: 3, obstacle: null },
      { codes: 2, openCodes: 2, obstacle: null },
    ]);
    await areDone(lockdown);
    expect(codes.map((code) => door.lock.enter(code))).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);
    expect((await read(lockdown)).map((one) => one['keypad'])).toEqual([
      { codes: 3, openCodes: 0, obstacle: null },
      { codes: 2, openCodes: 0, obstacle: null },
    ]);
    await end(lockdown);
    await passing('the codes are back', () => enabled(door) === 3);
    expect(codesIn(door).sort()).toEqual(codes.sort());
    expect(codes.map((code) => door.lock.enter(code))).toEqual(['OPENED', 'OPENED', 'OPENED']);
  });

  it('do not open for a guest whose time begins during the lockdown, until it ends', async () => {
    const { doors } = await open();
    const [, door] = doors;
    onSlot();
    const guest = await desk.createReservation({ ...desk.time(1, 2), roomId: desk.roomIds[1] });
    const code = await reveal(guest);
    await passing('the lock has the code', () => codesIn(door).includes(code));
    const lockdown = await start();
    await areDone(lockdown);
    clock.advance(HOUR_MS);
    await passing('its window is open', () => clock.now().getTime() >= Date.parse(String(guest['startsAt'])));
    expect([door.lock.enter(code), enabled(door)]).toEqual(['REFUSED', 0]);
    const access = (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${guest['id']}/access`)).body;
    expect(access['doors']?.find((one) => one['doorId'] === door.doorId)?.['code']).toMatchObject({
      wanted: 'DISABLED',
      acknowledged: 'DISABLED',
    });
    await end(lockdown);
    await passing('the code is enabled', () =>
      [...door.lock.codes.values()].some((one) => one.code === code && one.isEnabled),
    );
    expect(door.lock.enter(code)).toBe('OPENED');
  });

  it('are named before the lockdown and in it while their lock is offline, and close when it is back', async () => {
    const { doors } = await open();
    const [door, other] = doors;
    await door.lock.offline(true);
    const preview = async () =>
      itemsOf((await desk.admin.call('GET', path(`/preview?storeId=${desk.storeId}`))).body).map(
        (item) => item['keypad'],
      );
    await passing('the server knows', async () => JSON.stringify(await preview()).includes('DEVICE_OFFLINE'));
    expect(await preview()).toEqual([
      { codes: 3, openCodes: 3, obstacle: 'DEVICE_OFFLINE' },
      { codes: 2, openCodes: 2, obstacle: null },
    ]);
    const lockdown = await start();
    await passing('the other one is done', async () => (await states(lockdown)).includes('DONE'));
    expect((await read(lockdown)).map((one) => [one['state'], one['keypad']])).toEqual([
      ['OFFLINE', { codes: 3, openCodes: 3, obstacle: 'DEVICE_OFFLINE' }],
      ['DONE', { codes: 2, openCodes: 0, obstacle: null }],
    ]);
    expect(codesIn(other).map((code) => other.lock.enter(code))).toEqual(['REFUSED', 'REFUSED']);
    await door.lock.offline(false);
    await areDone(lockdown);
    expect(codesIn(door).map((code) => door.lock.enter(code))).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);
    await end(lockdown);
  });

  it('are named as KEYPAD_OPEN when their lock is locked and does not answer about its codes', async () => {
    const { doors } = await open();
    const [door] = doors;
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    const lockdown = await start();
    await until('the bolt is out', () => door.lock.received.length > 0);
    door.lock.silent(true);
    await passing('the keypad is named', async () => (await states(lockdown))[0] === 'KEYPAD_OPEN');
    expect((await read(lockdown))[0]?.['keypad']).toMatchObject({ obstacle: 'NO_ANSWER' });
    await until('the event names it', () =>
      stream.events.some(
        (event) => event.event === 'emergency.changed' && JSON.stringify(event.data).includes('KEYPAD_OPEN'),
      ),
    );
    door.lock.silent(false);
    await areDone(lockdown);
    stream.close();
    expect(enabled(door)).toBe(0);
    await end(lockdown);
  });

  it('raise LOCKDOWN_OPENING when a code opens a door before its lock suspends it, lock it again, and check no guest in', async () => {
    const { doors, guest } = await open();
    const [door] = doors;
    const code = await reveal(guest);
    const before = await desk.read(guest);
    // The bolt answers, and nothing about codes reaches the lock in time.
    const lockdown = await start();
    door.lock.slow(2000);
    await until('the bolt is out', () => door.lock.received.length > 0);
    const opened = door.lock.enter(code);
    door.lock.slow(5);
    expect(opened).toBe('OPENED');
    const alarms = async () =>
      itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/alarm?storeId=${desk.storeId}`)).body);
    const [alarm] = await passing('the alarm rings', async () => {
      const found = (await alarms()).filter((one) => one['kind'] === ('LOCKDOWN_OPENING' as unknown));
      return found.length > 0 && found;
    });
    expect(alarm).toMatchObject({ doorId: door.doorId, acknowledgedAt: null });
    const ids = [alarm?.['id']];
    const ended = await desk.admin.call('POST', `/${desk.shop.slug}/alarm/acknowledge-ended`, { ids });
    expect(ended.body).toEqual({ acknowledged: 0 });
    await areDone(lockdown);
    expect((await desk.read(guest))['state']).toBe(before['state']);
    expect(door.lock.enter(code)).toBe('REFUSED');
    await end(lockdown);
  });

  it('open again in a fire release, and get no code before the door is open', async () => {
    const { doors } = await open();
    const [door] = doors;
    const codes = codesIn(door);
    await areDone(await start());
    door.lock.slow(300);
    const orders = door.lock.orders.length;
    const fire = await start('FIRE_RELEASE');
    await passing('the door is open', async () => (await states(fire))[0] === 'DONE');
    expect(door.lock.openings()).toBe(1);
    const [unlocked] = door.lock.received.slice(-1);
    const after = door.lock.orders.slice(orders);
    expect(after.every((order) => unlocked !== undefined && order.at >= unlocked.at)).toBe(true);
    door.lock.slow(5);
    await passing('the codes are back', () => enabled(door) === 3);
    expect(codes.map((code) => door.lock.enter(code))).toEqual(['OPENED', 'OPENED', 'OPENED']);
    await end(fire);
  });
});
