// @sweep 1/12 (decision 086)
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startVirtualRoom, type VirtualRoom } from '@munjigi/virtual-devices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../demo/random.ts';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  runRoomReviews,
  makePurposeModes,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type BookingDesk,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';

/**
 * Replays a day of a store with 26 rooms (DR-6) and compares each device command and its cause with day.golden.txt.
 * The server is down from 13:00 to 14:40. `DAY_HOURS` limits the replay. The whole day (`npm run proof -- day`) takes
 * two minutes, 600 times faster than real time. `vitest -u` rewrites the file from the whole day.
 */

const ROOMS = 26;
const HOURS = Number(process.env['DAY_HOURS'] ?? 3);
const GOLDEN = path.join(import.meta.dirname, 'day.golden.txt');
/** 00:00 in Korea on 21 November 2026. */
const MIDNIGHT = new Date('2026-11-20T15:00:00Z');
const STEP_MS = 10 * MINUTE_MS;
const [STOPS_MS, RERUN_MS] = [13 * HOUR_MS, 14 * HOUR_MS + 40 * MINUTE_MS];

let clock: FakeClock;
let server: TestServer;
let desk: BookingDesk;
const twins: VirtualRoom[] = [];
const numbers = new Map<string, string>();
/** The actions of the guests, by time of the day. */
const deeds: { readonly atMs: number; readonly act: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  clock = fakeClock(new Date(MIDNIGHT.getTime() - HOUR_MS));
  server = await startTestServer({ clock });
  desk = await openBookingDesk(server, { rooms: ROOMS });
  await desk.set({ buffer_minutes: 10 });
  await addDevices();
  await makePurposeModes(desk);
  await addGuests();
}, 120_000);
afterAll(async () => {
  for (const twin of twins) await twin.stop();
  await server.close();
});

async function addDevices(): Promise<void> {
  const prefix = desk.shop.stores[0]?.mqttPrefix ?? '';
  for (let room = 1; room <= ROOMS; room += 1) {
    const name = two(room);
    twins.push(
      await startVirtualRoom({
        url: server.mqttUrl,
        prefix,
        name: `room-${name}`,
        parts: ['light', 'climate'],
        labels: { light: `${name} light`, climate: `${name} climate` },
      }),
    );
  }
  const ask = async (what: string) =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/room/device${what}limit=200`)).body);
  const found = await until('all are discovered', async () => {
    const items = await ask('/discovered?');
    return items.length === 2 * ROOMS && items;
  });
  for (const it of found) {
    const name = String(it['name']);
    const added = await desk.admin.call('POST', `/${desk.shop.slug}/room/device`, {
      roomId: desk.roomIds[Number(name.slice(0, 2)) - 1],
      name,
      source: { discoveredDeviceId: it['id'] },
    });
    expect(added.status).toBe(200);
  }
  await until('all are online', async () => (await ask('?')).every((it) => it['online'] === 'ONLINE'));
}

/** Creates the same guests in each run: some arrive late, do not show up, cancel, leave early or extend. */
async function addGuests(): Promise<void> {
  const random = seededRandom(26);
  for (let room = 0; room < ROOMS; room += 1) {
    for (let startMs = random.int(0, 5) * HOUR_MS; startMs < 22 * HOUR_MS;) {
      const hours = random.int(2, 6) / 2;
      const kind = random.int(0, 11);
      const startsAt = new Date(MIDNIGHT.getTime() + startMs);
      const endMs = startMs + hours * HOUR_MS;
      const reservation = await desk.createReservation({
        roomId: desk.roomIds[room],
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + hours * HOUR_MS).toISOString(),
      });
      numbers.set(String(reservation['id']), `R${String(numbers.size + 1).padStart(3, '0')}`);
      const on = (atMs: number, verb: string, body: object = {}) =>
        deeds.push({
          atMs,
          act: async () => (await desk.verb(await desk.read(reservation), verb, { ...body })).status,
        });
      if (kind === 0) on(startMs - 10 * MINUTE_MS, 'cancel');
      // A guest of kind 1 does not show up.
      else if (kind > 1) {
        on(startMs + (kind === 2 ? 20 : 0) * MINUTE_MS, 'check-in');
        if (kind === 3) on(endMs - 30 * MINUTE_MS, 'complete');
        if (kind === 4) on(endMs - 10 * MINUTE_MS, 'extend', { minutes: 30 });
      }
      startMs = endMs + random.pick([0.5, 0.5, 1, 2]) * HOUR_MS;
    }
  }
  deeds.sort((a, b) => a.atMs - b.atMs);
}

it(`the server sends the device commands of the golden file for ${HOURS} hours`, async () => {
  const endMs = HOURS * HOUR_MS;
  for (let atMs = -STEP_MS; atMs <= endMs; atMs += STEP_MS) {
    if (atMs >= STOPS_MS && atMs < RERUN_MS) continue;
    // A process that finds a review already claimed retries it a second later. A warning ends after five seconds.
    // Guests act after a minute has begun: one who leaves exactly on the minute would leave a minute early.
    let secondMs = Math.max(1000, await settle(atMs, 0));
    clock.set(new Date(MIDNIGHT.getTime() + atMs + secondMs));
    const due = deeds.filter((it) => it.atMs > atMs - STEP_MS && it.atMs <= atMs);
    await Promise.all(due.map((it) => it.act()));
    secondMs = await settle(atMs, secondMs + 1000);
    expect(secondMs, 'all of a moment was done before its warnings ended').toBeLessThan(5000);
    await settle(atMs, 8000);
  }
  const lines = (await readSetCommands()).filter(({ atMs }) => atMs >= 0 && atMs < endMs).map(({ line }) => line);
  const text = `${lines.join('\n')}\n`;
  if (HOURS === 24) await expect(text).toMatchFileSnapshot(GOLDEN);
  else
    expect(lines).toEqual(
      (await readFile(GOLDEN, 'utf8'))
        .trimEnd()
        .split('\n')
        .filter((line) => line.slice(0, 5) < `${two(HOURS)}:00`),
    );
  expect(lines.length).toBeGreaterThan(0);
}, 600_000);

/** Waits until all due reviews have run and all devices have answered. Resolves with the milliseconds since `atMs`. */
async function settle(atMs: number, fromMs: number): Promise<number> {
  clock.set(new Date(MIDNIGHT.getTime() + atMs + fromMs));
  const seconds = await runRoomReviews(desk, clock, [server]);
  await until('every device has answered', async () => (await underWay()) === 0);
  return fromMs + seconds * 1000;
}

async function underWay(): Promise<number> {
  const [row] = await server.withActor(desk.admin.actor, (tx) =>
    tx
      .selectFrom('device_history')
      .select((it) => it.fn.countAll<number>().as('count'))
      .where('store_id', '=', desk.storeId)
      .where('sent_at', 'is not', null)
      .where('finished_at', 'is', null)
      .execute(),
  );
  return row?.count ?? 0;
}

interface Line {
  readonly atMs: number;
  readonly line: string;
}

async function readSetCommands(): Promise<Line[]> {
  const rows = await server.withActor(desk.admin.actor, (tx) =>
    tx
      .selectFrom('device_history')
      .innerJoin('devices', (on) =>
        on
          .onRef('devices.store_id', '=', 'device_history.store_id')
          .onRef('devices.link_id', '=', 'device_history.link_id'),
      )
      .select(['requested_at', 'devices.name', 'state', 'status', 'cause_kind', 'cause_id', 'source'])
      .where('device_history.store_id', '=', desk.storeId)
      .where('action', '=', 'SET')
      .execute(),
  );
  return rows
    .map((row) => {
      const atMs = row.requested_at.getTime() - MIDNIGHT.getTime();
      // A review that another process claimed runs a second later, so times are rounded to the minute. The undo of a
      // warning gets :08.
      const at = `${new Date(atMs).toISOString().slice(11, 17)}${atMs % MINUTE_MS < 8000 ? '00' : '08'}`;
      const because = row.cause_id === null ? row.cause_kind : (numbers.get(row.cause_id) ?? row.cause_kind);
      return { atMs, line: `${at} ${row.name} ${said(row.state)} ${row.source} ${because} ${row.status}` };
    })
    .toSorted((a, b) => (a.line < b.line ? -1 : 1));
}
const said = (state: unknown) =>
  JSON.stringify(Object.fromEntries(Object.entries(state as object).sort(([a], [b]) => (a < b ? -1 : 1))));
const two = (number: number) => String(number).padStart(2, '0');
