/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { displayPlan, ROOM_STATES, type HelpDeskPage, type Reservation, type Room } from '@munjigi/contract';
import { findReservationNeed } from '@munjigi/rules';
import { startVirtualLock, startVirtualRoom, type VirtualLock, type VirtualRoom } from '@munjigi/virtual-devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  runRoomReviews,
  MINUTE_MS,
  openBookingDesk,
  seededRandom,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';
import {
  enterRooms,
  followGuest,
  decideExpectedState,
  mayEnter,
  recordSeenGuest,
  type TrueRoom,
} from './expected-room-state.ts';

/**
 * Random lives of rooms (RM-7): stays, moves, people that come, stay and leave, sensors that are lost, doors that stand
 * open, closures and emergencies. After each step every reader of a room's state is compared with an independent judge.
 */

/** The short form repeats the same lives; the proof draws new ones. */
const LIVES = Number(process.env['ROOM_LIVES'] ?? 4);
const STEPS = 8;
const SLOT_MS = 30 * MINUTE_MS;
const WINDOW = { beforeMinutes: 10, afterMinutes: 10 };
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Place extends TrueRoom {
  readonly twin: VirtualRoom | null;
  readonly lock: VirtualLock;
  readonly doorId: string;
  readonly deviceId: string | null;
}

const totals = { lives: 0, steps: 0, refused: 0, states: new Map<string, number>() };

describe('the lives of rooms (RM-7)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  const { seed, random } = seededRandom(process.env['ROOM_SEED'] ?? (LIVES > 4 ? undefined : '1'));
  const chance = (share: number) => random() < share;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  let server: TestServer;
  let desk: BookingDesk;
  /** Two rooms with a sensor that are the parts of the joined room, and one without. */
  const places: Place[] = [];
  let joinedId = '';
  const tokens = new Map<string, string>();
  let emergency: { readonly id: string; readonly kind: 'LOCKDOWN' | 'FIRE_RELEASE' } | null = null;
  let closureId: string | null = null;
  const call: BookingDesk['admin']['call'] = (method, path, ...rest) =>
    desk.admin.call(method, `/${desk.shop.slug}${path}`, ...rest);

  beforeAll(async () => {
    server = await startTestServer({ clock, config: { publicUrl: 'https://munjigi.test', requestLimit: 0 } });
    desk = await openBookingDesk(server, { rooms: 3 });
    await desk.set({
      buffer_minutes: 10,
      access_before_minutes: WINDOW.beforeMinutes,
      access_after_minutes: WINDOW.afterMinutes,
    });
    for (const [index, id] of desk.roomIds.entries()) places.push(await openPlace(id, index));
    const joined = await ok(
      call('POST', '/room', {
        storeId: desk.storeId,
        name: 'joined',
        capacity: 8,
        partRoomIds: desk.roomIds.slice(0, 2),
      }),
    );
    joinedId = String(joined['id']);
    for (const roomId of [...desk.roomIds, joinedId])
      tokens.set(
        roomId,
        String((await ok(call('POST', `/room/${roomId}/display`, { replacesDisplayId: null })))['path']).replace(
          '/d/',
          '',
        ),
      );
  }, 120_000);
  afterAll(async () => {
    for (const { twin, lock } of places) await Promise.all([twin?.stop(), lock.stop()]);
    await server.close();
    const states = [...totals.states].sort().map(([state, count]) => `${state} ${count}`);
    process.stdout.write(
      `seed ${seed}: ${totals.lives} lives, ${totals.steps} steps, ${totals.refused} acts refused; ${states.join(', ')}\n`,
    );
  });

  async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function openPlace(roomId: string, index: number): Promise<Place> {
    const prefix = desk.shop.stores[0]?.mqttPrefix ?? '';
    const hasSensor = index < 2;
    const lock = await startVirtualLock({
      url: server.mqttUrl,
      prefix,
      name: `lock${index}`,
      moveMs: 2,
      form: 'bundle',
    });
    const found = await until('the lock is discovered', async () =>
      itemsOf(await ok(call('GET', `/door/discovered?storeId=${desk.storeId}&limit=200`))).find((item) =>
        String(item['name']).includes(`lock${index}`),
      ),
    );
    const door = await ok(call('POST', '/door', { discoveredLockId: found['id'], name: `d${index}`, roomId }));
    const shared = {
      id: roomId,
      isOccupied: false,
      isSensorOnline: hasSensor,
      isDoorOpen: false,
      stayed: null,
      lock,
      doorId: String(door['id']),
    };
    if (!hasSensor) return { ...shared, hasSensor, twin: null, deviceId: null };
    const twin = await startVirtualRoom({
      url: server.mqttUrl,
      prefix,
      name: `room${index}`,
      parts: ['occupancy'],
      labels: { occupancy: `seen${index}` },
    });
    const part = await until('the sensor is discovered', async () =>
      itemsOf(await ok(call('GET', '/room/device/discovered?limit=200'))).find(
        (item) => item['name'] === `seen${index}`,
      ),
    );
    const device = await ok(
      call('POST', '/room/device', { roomId, name: `seen${index}`, source: { discoveredDeviceId: part['id'] } }),
    );
    const place = { ...shared, hasSensor, twin, deviceId: String(device['id']) };
    await sensorShows(place);
    return place;
  }

  /** Waits until the server has stored what the sensor reports. */
  async function sensorShows({ deviceId, isOccupied, isSensorOnline }: Place): Promise<void> {
    await until('the sensor is stored', async () => {
      const device = itemsOf(await ok(call('GET', `/room/device?storeId=${desk.storeId}&limit=200`))).find(
        (item) => item['id'] === deviceId,
      );
      const isOnline = device?.['online'] === 'ONLINE';
      return (
        isOnline === isSensorOnline &&
        (!isOnline || (device['state'] as { isActive?: boolean } | null)?.isActive === isOccupied)
      );
    });
  }

  async function reservations(): Promise<Reservation[]> {
    const from = new Date(clock.now().getTime() - DAY_MS).toISOString();
    const to = new Date(clock.now().getTime() + DAY_MS).toISOString();
    return itemsOf(
      await ok(call('GET', `/reservation?storeId=${desk.storeId}&from=${from}&to=${to}&limit=200`)),
    ) as unknown as Reservation[];
  }
  const partsOf = (roomId: string) =>
    places.filter(({ id }) => (roomId === joinedId ? id !== desk.roomIds[2] : id === roomId));
  const meets = (roomId: string, { roomId: other }: Reservation) =>
    partsOf(roomId).some((part) => partsOf(other).includes(part));

  /** Lets time pass up to each border of a stay, so that its end is noticed when it comes. */
  async function pass(ms: number): Promise<void> {
    const until = clock.now().getTime() + ms;
    for (;;) {
      const now = clock.now().getTime();
      const borders = (await reservations())
        .flatMap(({ startsAt, endsAt, bufferEndsAt }) =>
          [startsAt, endsAt, bufferEndsAt].map((text) => Date.parse(text)),
        )
        .filter((at) => at > now && at < until);
      clock.advance(Math.min(until, ...borders) - now);
      await runDue();
      if (clock.now().getTime() >= until) return;
    }
  }

  /** The stays whose end has come, each once. */
  const ended = new Set<string>();

  /** Runs what is due. A guest whom a sensor sees at the end of the stay has stayed. */
  async function runDue(): Promise<void> {
    await runRoomReviews(desk, clock, [server]);
    const now = clock.now().getTime();
    for (const stay of await reservations()) {
      if (stay.kind !== 'GUEST' || (stay.state !== 'IN_USE' && stay.state !== 'COMPLETED')) continue;
      const isOver = Date.parse(stay.endsAt) <= now;
      if (!isOver) enterRooms(places, partsOf(stay.roomId), stay.id);
      if (!isOver || ended.has(stay.id)) continue;
      ended.add(stay.id);
      recordSeenGuest(stay, partsOf(stay.roomId));
    }
  }

  /** Each act as often as it has a share of the steps. */
  const ACTS: readonly (() => Promise<void>)[] = [
    [book, book, book, book, checkIn, checkIn, checkIn, checkIn, checkIn, comeOrGo, comeOrGo],
    [loseSensor, swing, block, close, raiseOrEnd, move, cancel],
  ].flat();

  const nextSlot = () => Math.ceil(clock.now().getTime() / SLOT_MS) * SLOT_MS;
  async function bookStay(start: number, slots: number, roomId: string): Promise<Answer> {
    const answer = await desk.book({
      roomId,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + SLOT_MS * slots).toISOString(),
    });
    if (answer.status !== 200) totals.refused += 1;
    return answer;
  }
  async function book(): Promise<void> {
    const roomId = pick([...desk.roomIds, joinedId]);
    await bookStay(nextSlot() + SLOT_MS * Math.floor(random() * 2), 1 + Math.floor(random() * 2), roomId);
  }
  async function blockRoom(roomId: string): Promise<void> {
    const start = Math.floor(clock.now().getTime() / SLOT_MS) * SLOT_MS;
    const period = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + SLOT_MS).toISOString() };
    const answer = await desk.book({
      kind: 'BLOCK',
      blockReason: pick(['CLEANING', 'REPAIR']),
      roomId,
      ...period,
      headCount: undefined,
      guestName: undefined,
      guestPhone: undefined,
    });
    if (answer.status !== 200) totals.refused += 1;
  }
  async function block(): Promise<void> {
    await blockRoom(pick(desk.roomIds));
  }
  async function withStay(
    states: readonly Reservation['state'][],
    fits: (stay: Reservation) => boolean,
    act: (stay: Reservation) => Promise<Answer>,
  ): Promise<void> {
    const stays = (await reservations()).filter(
      (stay) => stay.kind === 'GUEST' && states.includes(stay.state) && fits(stay),
    );
    if (stays.length === 0) return;
    const { status } = await act(pick(stays));
    if (status !== 200) totals.refused += 1;
  }
  const bodyOf = (stay: Reservation) => stay as unknown as Answer['body'];
  async function checkIn(): Promise<void> {
    const now = clock.now().getTime();
    const due = (stay: Reservation) => mayEnter(stay, WINDOW, now);
    await withStay(['CONFIRMED'], due, async (stay) => {
      const answer = await desk.verb(bodyOf(stay), 'check-in');
      const [first] = partsOf(stay.roomId);
      if (answer.status === 200 && first && chance(0.8)) await setPerson(first, true);
      return answer;
    });
  }
  async function move(): Promise<void> {
    await withStay(
      ['CONFIRMED'],
      () => true,
      (stay) => desk.edit(bodyOf(stay), { roomId: pick([...desk.roomIds, joinedId]) }),
    );
  }
  async function cancel(): Promise<void> {
    if (chance(0.6)) return;
    await withStay(
      ['CONFIRMED'],
      () => true,
      (stay) => desk.verb(bodyOf(stay), 'cancel', { reason: '손님 요청' }),
    );
  }
  async function setPerson(place: Place, isOccupied: boolean): Promise<void> {
    place.isOccupied = isOccupied;
    followGuest(place);
    if (!place.twin || !place.isSensorOnline) return;
    place.twin.occupy(isOccupied);
    await sensorShows(place);
  }
  async function comeOrGo(): Promise<void> {
    const place = pick(places);
    // Only a guest enters the room without a sensor: what no device sees is not known.
    if (place.hasSensor) await setPerson(place, !place.isOccupied);
  }
  async function loseSensor(): Promise<void> {
    const sensed = places.filter(({ hasSensor }) => hasSensor);
    await loseOrFind(sensed.find(({ isSensorOnline }) => !isSensorOnline) ?? pick(sensed));
  }
  async function loseOrFind(place: Place): Promise<void> {
    const { twin } = place;
    if (!twin) return;
    if (place.isSensorOnline) {
      await twin.offline(true);
    } else {
      await twin.offline(false);
      twin.occupy(place.isOccupied);
    }
    place.isSensorOnline = !place.isSensorOnline;
    followGuest(place);
    await sensorShows(place);
  }
  async function swing(): Promise<void> {
    const place = pick(places);
    place.isDoorOpen = !place.isDoorOpen;
    const leafState = place.isDoorOpen ? 'OPEN' : 'CLOSED';
    place.lock.swing(leafState);
    await until(
      'the leaf is stored',
      async () => (await doors()).find(({ id }) => id === place.doorId)?.['leafState'] === leafState,
    );
  }
  async function doors() {
    return itemsOf(await ok(call('GET', `/door?storeId=${desk.storeId}&limit=200`)));
  }
  async function close(): Promise<void> {
    const at = `/store/${desk.storeId}/closure`;
    if (closureId !== null) {
      await ok(call('DELETE', `${at}/${closureId}`));
      closureId = null;
    } else if (chance(0.3)) {
      const period = {
        startsAt: clock.now().toISOString(),
        endsAt: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
      };
      closureId = String(
        (await ok(call('POST', at, { roomIds: [], ...period, reason: '점검', acceptStranded: true })))['id'],
      );
    }
  }
  async function raiseOrEnd(): Promise<void> {
    if (emergency !== null) await endEmergency();
    else if (chance(0.4)) await raise(pick(['LOCKDOWN', 'FIRE_RELEASE']));
  }
  async function raise(kind: NonNullable<typeof emergency>['kind']): Promise<void> {
    const { id } = await ok(call('POST', '/door/emergency', { storeId: desk.storeId, kind, reason: '점검' }));
    emergency = { id: String(id), kind };
  }
  async function endEmergency(): Promise<void> {
    await ok(call('POST', `/door/emergency/${emergency?.id ?? ''}/end`, {}));
    emergency = null;
    await until('the doors are restored', async () => (await doors()).every((door) => door['doorMode'] === 'NORMAL'));
  }

  /** One life that reaches every state, with a guest of the joined room who walks from one part to the other. */
  async function tour(): Promise<void> {
    const [first, second] = places as [Place, Place, Place];
    const start = nextSlot();
    const stay = await bookStay(start, 1, joinedId);
    await compare('a booking');
    await pass(start - clock.now().getTime());
    await compare('its start');
    expect((await desk.verb(stay.body, 'check-in')).status).toBe(200);
    await setPerson(first, true);
    await setPerson(second, true);
    await runDue();
    await compare('check-in');
    await setPerson(first, false);
    await setPerson(second, false);
    await compare('guests who are not seen');
    await setPerson(first, true);
    await setPerson(second, true);
    await pass(start + SLOT_MS - clock.now().getTime());
    await compare('the end of the stay');
    await setPerson(first, false);
    await compare('guests who left one part');
    await pass(6 * MINUTE_MS);
    await compare('the time for packing');
    await loseOrFind(second);
    await compare('a sensor lost with a guest in its room');
    await loseOrFind(second);
    await setPerson(second, false);
    await compare('the guests left');
    await loseOrFind(first);
    await pass(SLOT_MS);
    await compare('a lost sensor of an empty room');
    await loseOrFind(first);
    await setPerson(first, true);
    await compare('a person without a stay');
    await setPerson(first, false);
    await raise('LOCKDOWN');
    await compare('a lockdown');
    await endEmergency();
    await raise('FIRE_RELEASE');
    await compare('a fire release');
    await endEmergency();
    await blockRoom(first.id);
    await compare('a block');
  }

  const EVERY_TABLET: Partial<Record<Room['state'], string>> = {
    IN_USE: 'IN_USE',
    SEEN_EMPTY: 'IN_USE',
    LEAVING: 'IN_USE',
    OVERRUN: 'IN_USE',
    OCCUPIED: 'IN_USE',
    LOCKED_DOWN: 'BLOCKED',
    FIRE_RELEASED: 'BLOCKED',
  };

  const numberOf = (roomId: string) => [...desk.roomIds, joinedId].indexOf(roomId);
  /** What happened before a difference: people, sensors, open doors, guests who stayed, and the stays of the last hour. */
  const journal: string[] = [];
  function record(what: string, nowMs: number, stays: readonly Reservation[]): void {
    const rooms = places.map(({ isOccupied, hasSensor, isSensorOnline, isDoorOpen, stayed }) =>
      [
        isOccupied ? 'person' : 'empty',
        ...(hasSensor && !isSensorOnline ? ['lost'] : []),
        ...(isDoorOpen ? ['open'] : []),
        ...(stayed ? [`stayed ${stayed.reservationId.slice(-4)}`] : []),
      ].join(' '),
    );
    const around = stays
      .filter(({ bufferEndsAt }) => Date.parse(bufferEndsAt) > nowMs - 60 * MINUTE_MS)
      .map(
        ({ id, kind, state, roomId, startsAt, endsAt }) =>
          `${kind} ${id.slice(-4)} in ${numberOf(roomId)} ${state} ${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`,
      );
    journal.push(`${new Date(nowMs).toISOString()} ${what} | ${rooms.join(', ')} | ${around.join(', ')}`);
    journal.splice(0, journal.length - 20);
  }

  async function compare(what: string): Promise<void> {
    const nowMs = clock.now().getTime();
    const stays = await reservations();
    record(what, nowMs, stays);
    const listed = itemsOf(await ok(call('GET', `/room?storeId=${desk.storeId}&limit=200`))) as unknown as Room[];
    for (const roomId of [...desk.roomIds, joinedId]) {
      const rooms = partsOf(roomId);
      const expected = decideExpectedState({
        nowMs,
        rooms,
        reservations: stays.filter((stay) => meets(roomId, stay)),
        isClosed: closureId !== null,
        emergency: emergency?.kind ?? null,
      });
      const room = (await ok(call('GET', `/room/${roomId}`))) as unknown as Room;
      const seen = {
        list: listed.find(({ id }) => id === roomId)?.state,
        page: room.state,
        tablet: await tabletOf(roomId),
      };
      const context = `${what}, room ${numberOf(roomId)}, ${new Date(nowMs).toISOString()}, seed ${seed}, after ${totals.lives} lives\n${journal.join('\n')}`;
      expect(seen, context).toEqual({ list: expected, page: expected, tablet: EVERY_TABLET[expected] ?? null });
      if (rooms.some((place) => place.isOccupied && place.hasSensor && place.isSensorOnline))
        expect(room.state, context).not.toBe('FREE');
      totals.states.set(expected, (totals.states.get(expected) ?? 0) + 1);
    }
    for (const stay of stays.filter(({ kind }) => kind === 'GUEST').slice(-4)) await compareStay(stay, listed, nowMs);
  }
  async function tabletOf(roomId: string): Promise<string | null> {
    const reply = await fetch(`${server.url}/api/v2/display/plan`, {
      headers: { authorization: `Bearer ${tokens.get(roomId) ?? ''}` },
    });
    return displayPlan.parse(await reply.json()).present;
  }
  /** The help desk shows the state of the room, and no opening leads outside the access window. */
  async function compareStay(stay: Reservation, rooms: readonly Room[], nowMs: number): Promise<void> {
    const page = (await ok(call('GET', `/help-desk/reservation/${stay.id}`))) as unknown as HelpDeskPage;
    const context = `help desk of ${stay.code} in room ${numberOf(stay.roomId)}, ${new Date(nowMs).toISOString()}, seed ${seed}, after ${totals.lives} lives\n${journal.join('\n')}`;
    expect(page.room.state, context).toBe(rooms.find(({ id }) => id === stay.roomId)?.state);
    const [door] = page.doors;
    if (!door) return;
    const need = findReservationNeed(
      {
        kind: 'GUEST',
        state: stay.state,
        dueAmount: 0,
        opensAt: door.opensAt,
        closesAt: door.closesAt,
        hasCode: false,
        isCodeGiven: false,
      },
      nowMs,
    );
    expect(need === 'OPEN', `${stay.state}, ${context}`).toBe(mayEnter(stay, WINDOW, nowMs));
  }

  it(
    'show the same true state everywhere',
    async () => {
      await tour();
      expect([...totals.states.keys()].sort()).toEqual(ROOM_STATES.filter((state) => state !== 'ARCHIVED').sort());
      for (; totals.lives < LIVES; totals.lives += 4) {
        for (let step = 0; step < STEPS; step += 1) {
          const act = pick(ACTS);
          await act();
          await runDue();
          await compare(act.name);
          await pass(pick([0, 1, 4, 10, 25]) * MINUTE_MS);
          await compare(`time after ${act.name}`);
          totals.steps += 1;
        }
      }
    },
    LIVES * 60_000,
  );
});
