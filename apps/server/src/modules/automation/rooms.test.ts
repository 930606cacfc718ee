// @sweep 1/12 (decision 086)
import { startVirtualRoom, type VirtualRoom } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addRoomDevice,
  fakeClock,
  itemsOf,
  runRoomReviews,
  makePurposeModes,
  makeGuest,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type JsonBody,
  type TestServer,
} from '../../testing/index.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';

/** Rooms that follow their reservations (DR-6) and overruns (NX-4), with a virtual room controller. */

type Body = Answer['body'];
const PARTS = ['light', 'climate', 'occupancy'] as const;
const SLOT_MS = 30 * MINUTE_MS;
const SECOND_MS = 1000;

let clock: FakeClock;
let server: TestServer;
let beside: TestServer;
let desk: BookingDesk;
let twin: VirtualRoom;
const ids: Record<string, string> = {};

beforeAll(async () => {
  clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  server = await startTestServer({ clock });
  beside = await startTestServer({ beside: server });
});
afterEach(() => twin.stop());
afterAll(async () => {
  await beside.close();
  await server.close();
});

/** Opens a shop with a controller in the first room and a mode for each purpose. */
async function open(): Promise<void> {
  clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
  desk = await openBookingDesk(server);
  await desk.set({ buffer_minutes: 10 });
  twin = await startVirtualRoom({
    url: server.mqttUrl,
    prefix: desk.shop.stores[0]?.mqttPrefix ?? '',
    name: 'room',
    parts: PARTS,
    labels: Object.fromEntries(PARTS.map((part) => [part, part])),
  });
  for (const part of PARTS) {
    const device = await addRoomDevice(desk.shop, desk.admin, { announced: part });
    ids[part] = device.id;
    await until(`${part} is online`, async () => (await device.read())['online'] === 'ONLINE');
  }
  await makePurposeModes(desk);
}
/** Advances the clock; both processes run the due reviews at the same time. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await runRoomReviews(desk, clock, [server, beside]);
}
/** The SET commands to the room's devices, oldest first, after all have finished. */
async function readSetCommands(of: keyof typeof ids | null = null): Promise<string[]> {
  const rows = await until('nothing is under way', async () => {
    const all = itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/device-control/history?storeId=${desk.storeId}&limit=200`))
        .body,
    ).filter((row) => row['action'] === 'SET');
    return all.every((row) => !['QUEUED', 'SENT', 'ACCEPTED'].includes(String(row['status']))) && all;
  });
  return rows
    .toReversed()
    .filter((row) => of === null || row['target']?.['id'] === ids[of])
    .map((row) => `${String(row['target']?.['name'])} ${said(row)} ${String(row['status'])}`);
}
const said = (row: JsonBody) => Object.values(row['state'] as unknown as object).join(' ');
const light = () =>
  twin.state('light/state') === 'ON' ? Math.round(Number(twin.state('light/brightness')) / 2.55) : 0;
/** Waits for the device and the server: an answer after the next clock step would miss its deadline. */
async function becomes(what: string, level: number): Promise<void> {
  await until(what, () => light() === level);
  await readSetCommands();
}
async function guest(fromHours: number, hours = 1, more: object = {}): Promise<Body> {
  return desk.createReservation({ ...desk.time(fromHours, hours), ...more });
}

describe('room modes that follow a reservation', () => {
  it('prepares, warns, cleans and goes to standby, each once and with the reservation as the cause', async () => {
    await open();
    const reservation = await guest(1);
    await pass(50 * MINUTE_MS - SECOND_MS);
    expect(await readSetCommands()).toEqual([]);
    await pass(SECOND_MS);
    await becomes('the room is ready', 60);
    expect(await readSetCommands()).toEqual(
      expect.arrayContaining(['light true 60 EXECUTED', 'climate COOL 23 EXECUTED']),
    );
    await pass(10 * MINUTE_MS);
    await desk.verb(reservation, 'check-in');
    await pass(SECOND_MS);
    expect(await readSetCommands()).toHaveLength(2);
    // The guest dims the light. The end of the warning restores that level.
    await desk.admin.call('POST', `/${desk.shop.slug}/room/device/control`, {
      deviceId: ids['light'],
      state: { brightness: 30 },
    });
    await pass(50 * MINUTE_MS - SECOND_MS);
    await becomes('he is warned', 0);
    await pass(5 * SECOND_MS);
    await becomes('the light is as he had it', 30);
    await pass(10 * MINUTE_MS - 5 * SECOND_MS);
    await becomes('it is cleaned', 100);
    await pass(10 * MINUTE_MS);
    await becomes('nobody is there', 0);
    await pass(60 * MINUTE_MS);
    expect(await readSetCommands('light')).toEqual([
      'light true 60 EXECUTED',
      'light 30 EXECUTED',
      'light false EXECUTED',
      'light true 30 EXECUTED',
      'light true 100 EXECUTED',
      'light false EXECUTED',
    ]);
    const history = itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/device-control/history?targetId=${ids['climate']}&limit=50`))
        .body,
    ).filter((row) => row['action'] === 'SET');
    expect(history.map((row) => [row['cause']?.['kind'], row['cause']?.['label'], row['source']])).toEqual(
      Array.from({ length: 3 }, () => ['RESERVATION', reservation['code'], 'AUTO']),
    );
    expect((await desk.read(reservation))['state']).toBe('COMPLETED');
  }, 60_000);

  it('updates the room when the guest cancels, moves or extends', async () => {
    await open();
    const cancelled = await guest(1);
    await pass(51 * MINUTE_MS);
    await becomes('the room is ready', 60);
    await desk.verb(cancelled, 'cancel');
    await pass(SECOND_MS);
    await becomes('nobody comes', 0);
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    const moved = await guest(0.5);
    await pass(21 * MINUTE_MS);
    await becomes('the room is ready again', 60);
    expect((await desk.edit(moved, { roomId: desk.roomIds[1] })).status).toBe(200);
    await pass(SECOND_MS);
    await becomes('he is in another room', 0);
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    const longer = await guest(0);
    await desk.verb(longer, 'check-in');
    await pass(SECOND_MS);
    await becomes('he is here', 60);
    await pass(51 * MINUTE_MS);
    await becomes('he is warned', 0);
    const before = (await readSetCommands()).length;
    expect((await desk.verb(await desk.read(longer), 'extend', { minutes: 30 })).status).toBe(200);
    await pass(6 * SECOND_MS);
    await becomes('he goes on', 60);
    // Only the light returns to its level; the mode does not run again.
    expect((await readSetCommands()).slice(before)).toEqual(['light true 60 EXECUTED']);
  }, 60_000);

  it('applies only the present stage after a downtime and records missed stages as EXPIRED', async () => {
    await open();
    const gone = await guest(1);
    const present = await guest(3, 2);
    await pass(SECOND_MS);
    const before = twin.received.length;
    // During the downtime one guest came and left, and the next one starts now.
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('reservations').set({ state: 'IN_USE' }).where('id', '=', String(gone['id'])).execute(),
    );
    await pass(3 * 60 * MINUTE_MS + 5 * MINUTE_MS);
    await becomes('the room is ready for the second', 60);
    expect(await readSetCommands('light')).toEqual([
      'light true 60 EXPIRED',
      'light false EXPIRED',
      'light true 100 EXPIRED',
      'light false EXPIRED',
      'light true 60 EXECUTED',
    ]);
    expect(
      twin.received
        .slice(before)
        .map((it) => it.topic.split('/').slice(3).join('/'))
        .sort(),
    ).toEqual(['climate/mode/set', 'climate/target/set', 'light/brightness/set', 'light/set']);
    const runs = itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/mode/run?roomId=${desk.roomIds[0]}`)).body);
    expect(runs.map((run) => [run['modeName'], run['startedBy']])).toEqual([
      ['in_use', present['code']],
      ['standby', gone['code']],
      ['cleaning', gone['code']],
      ['ending', gone['code']],
      ['in_use', gone['code']],
    ]);
  }, 60_000);
});

describe('overruns by occupancy sensor (NX-4)', () => {
  const overruns = async () => {
    const [from, to] = [
      new Date(clock.now().getTime() - 12 * 60 * MINUTE_MS),
      new Date(clock.now().getTime() + MINUTE_MS),
    ].map((at) => at?.toISOString());
    return itemsOf(
      (
        await desk.admin.call(
          'GET',
          `/${desk.shop.slug}/reservation/overrun?storeId=${desk.storeId}&from=${from}&to=${to}`,
        )
      ).body,
    );
  };
  const obstacles = async () =>
    itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}`)).body,
    )[0]?.['obstacles']?.map((it) => String(it['kind']));

  async function occupied(): Promise<{ stay: Body; next: Body }> {
    await open();
    const stay = await guest(0);
    const next = await guest(1.5);
    await desk.verb(stay, 'check-in');
    twin.occupy(true);
    await until('he is seen', async () =>
      itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/room/device?storeId=${desk.storeId}`)).body).some(
        (it) => (it['state'] as unknown as { isActive?: boolean }).isActive,
      ),
    );
    await pass(60 * MINUTE_MS);
    return { stay, next };
  }

  it('records an overrun, blocks the next guest after five minutes, and ends it when the sensor is clear', async () => {
    const { stay } = await occupied();
    const [seen] = await overruns();
    expect(seen).toMatchObject({
      reservationId: stay['id'],
      roomId: desk.roomIds[0],
      since: stay['endsAt'],
      endedAt: null,
      seenBy: 'occupancy',
    });
    const roomOverrun = async () =>
      (await desk.admin.call('GET', `/${desk.shop.slug}/room/${desk.roomIds[0]}`)).body['overrun'];
    expect(await roomOverrun()).toEqual({
      reservationId: stay['id'],
      since: stay['endsAt'],
      reportedFrom: new Date(Date.parse(String(stay['endsAt'])) + 5 * MINUTE_MS).toISOString(),
    });
    expect(await obstacles()).toEqual(['UNPAID']);
    await pass(5 * MINUTE_MS);
    expect(await obstacles()).toEqual(['ROOM_OCCUPIED', 'UNPAID']);
    twin.occupy(false);
    await until('the guest has left', async () => (await overruns())[0]?.['endedAt'] !== null);
    expect(await roomOverrun()).toBeNull();
    expect(await obstacles()).toEqual(['UNPAID']);
    // A cleaner who enters later does not count as an overrun.
    twin.occupy(true);
    await pass(4 * MINUTE_MS);
    expect((await overruns()).filter((it) => it['endedAt'] === null)).toEqual([]);
  }, 60_000);

  it('does not report an overrun for a departing guest, the next guest or an offline sensor', async () => {
    await occupied();
    await pass(2 * MINUTE_MS);
    twin.occupy(false);
    await until('he has left', async () => (await overruns()).length === 0);
    const { next } = await occupied();
    await pass(29 * MINUTE_MS);
    await desk.verb(next, 'check-in');
    await pass(SECOND_MS);
    expect((await overruns()).filter((it) => it['endedAt'] === null)).toEqual([]);
    await occupied();
    await pass(6 * MINUTE_MS);
    expect(await overruns()).toHaveLength(1);
    await twin.offline(true);
    await until('it is lost', async () => (await overruns())[0]?.['endedAt'] !== null);
  }, 60_000);

  /** A guest in the room who holds half an hour more, five minutes before the end of the paid stay. */
  async function holding() {
    await open();
    const toss = await openVirtualToss(server, desk.shop);
    const stay = await guest(0);
    await desk.verb(stay, 'check-in');
    const record = { reservationId: stay['id'], method: 'CASH', amount: stay['priceAmount'] };
    expect((await desk.admin.call('POST', `/${desk.shop.slug}/payment`, record)).status).toBe(200);
    twin.occupy(true);
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(stay['id']));
    await pass(55 * MINUTE_MS);
    const base = `/${desk.shop.slug}/guest`;
    const { body: offered } = await call('GET', `${base}/extension`);
    const [first] = (offered['choices'] ?? []) as unknown as { totalAmount: number }[];
    const { status, body } = await call('POST', `${base}/extension`, {
      version: offered['version'],
      minutes: 30,
      expectedPriceAmount: first?.totalAmount,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return { stay, call, base, toss };
  }

  it('begins neither cleaning nor an overrun while the guest can pay for more time, and both at its return (GT-13)', async () => {
    const { stay, call, base, toss } = await holding();
    try {
      await pass(6 * MINUTE_MS);
      await pass(MINUTE_MS);
      expect((await desk.read(stay))['state']).toBe('IN_USE');
      expect(await readSetCommands('light')).not.toContain('light true 100 EXECUTED');
      expect(await overruns()).toEqual([]);
      const returnedAt = clock.now();
      expect((await call('DELETE', `${base}/extension`)).status).toBe(200);
      await pass(SECOND_MS);
      await until('the stay has ended', async () => (await desk.read(stay))['state'] === 'COMPLETED');
      await pass(SECOND_MS);
      await becomes('cleaning', 100);
      expect(await overruns()).toMatchObject([
        { reservationId: stay['id'], since: returnedAt.toISOString(), endedAt: null },
      ]);
      // The buffer begins when the guest leaves, within the time that was kept.
      expect((await desk.read(stay))['bufferEndsAt']).toBe(
        new Date(returnedAt.getTime() + 10 * MINUTE_MS).toISOString(),
      );
      await pass(9 * MINUTE_MS);
      expect(light()).toBe(100);
      await pass(MINUTE_MS);
      await becomes('standby', 0);
    } finally {
      await toss.close();
    }
  }, 60_000);

  it('begins neither when the guest pays after the end, and an overrun at the new end (GT-13)', async () => {
    const { stay, call, base, toss } = await holding();
    try {
      await pass(6 * MINUTE_MS);
      const { body } = await call('POST', `${base}/payment/begin`, { provider: 'TOSS' });
      const [id, amount] = [String(body['orderId']), Number(body['payment']?.['amount'])];
      const { paymentKey } = toss.book.agree({ orderId: id, amount });
      const paid = await call('POST', `${base}/payment/${id}/confirm`, { paymentKey, amount });
      expect(paid.status, JSON.stringify(paid.body)).toBe(200);
      await pass(SECOND_MS);
      const { endsAt } = (await desk.read(stay)) as unknown as { endsAt: string };
      expect(Date.parse(endsAt)).toBe(Date.parse(String(stay['endsAt'])) + SLOT_MS);
      expect(await overruns()).toEqual([]);
      await pass(Date.parse(endsAt) - clock.now().getTime());
      expect(await overruns()).toMatchObject([{ reservationId: stay['id'], since: endsAt, endedAt: null }]);
    } finally {
      await toss.close();
    }
  }, 60_000);
});
