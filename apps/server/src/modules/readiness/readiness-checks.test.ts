// @sweep 1/12 (decision 086)
import type { EventData } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  listenToEvents,
  runGuestReviews,
  makeKeypadDoor,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type EventStream,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';
import { cutOffAt } from '../../testing/cut-off.ts';

type Body = Answer['body'];
type Checked = EventData<'readiness.checked'>;
const SECOND_MS = 1000;

/** Checks before the start (NX-1), with two server processes that share the work. */
describe('readiness checks', () => {
  let clock: FakeClock;
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let stream: EventStream;
  let door: KeypadDoor | undefined;
  let count = 0;
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-01-12T06:00:00Z'));
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));
    desk = await openBookingDesk(server);
    stream = await listenToEvents(beside.url, desk.shop.slug, desk.admin.token);
    await stream.first('ready');
  });
  afterEach(async () => {
    stream.close();
    await door?.lock.stop();
    door = undefined;
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await runGuestReviews(desk, clock, [server, beside]);
  }
  /** Advances the clock to so many minutes before the start of the reservation. */
  const passTo = (of: Body, minutesBefore: number) =>
    pass(Date.parse(String(of['startsAt'])) - minutesBefore * MINUTE_MS - clock.now().getTime());
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
  /** A period that starts so many hours after the next half hour. */
  function time(fromHours: number, hours = 1): { startsAt: string; endsAt: string } {
    const slotMs = 30 * MINUTE_MS;
    const from = Math.ceil(clock.now().getTime() / slotMs) * slotMs + fromHours * HOUR_MS;
    return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + hours * HOUR_MS).toISOString() };
  }
  const guest = async (fromHours: number, more: object = {}) =>
    paid(await desk.createReservation({ ...time(fromHours), ...more }));
  async function checks(of: Body): Promise<[number, string, boolean][]> {
    const { status, body } = await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${of['id']}/readiness`);
    expect(status).toBe(200);
    return itemsOf(body).map((it) => [
      Number(it['minutesBefore']),
      (it['obstacles'] ?? []).map((one) => String(one['kind'])).join(),
      it['isLate'] as unknown as boolean,
    ]);
  }
  const events = (of: Body) =>
    stream.events
      .filter(({ event, data }) => event === 'readiness.checked' && (data as Checked).reservationId === of['id'])
      .map(({ data }) => (data as Checked).check);
  const expected = async (of: Body) =>
    itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}&hours=24`)).body,
    ).find((it) => it['reservationId'] === of['id']);
  async function keypad(): Promise<KeypadDoor> {
    door = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `checked-${(count += 1)}`,
      roomId: desk.roomIds[0] ?? null,
      answerMs: 5,
    });
    return door;
  }

  it('run 24 hours, 2 hours and 15 minutes before the start, each once, and keep the obstacles of that moment', async () => {
    const { lock } = await keypad();
    const reservation = await guest(25);
    await until('the lock has the code', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${reservation['id']}/access`);
      return body['doors']?.length === 1 && body['doors'].every((it) => it['code']?.['acknowledged'] === 'DISABLED');
    });
    await passTo(reservation, 1440 + 1);
    expect(await checks(reservation)).toEqual([]);
    await passTo(reservation, 1440);
    await passTo(reservation, 1440 - 1);
    expect(await checks(reservation)).toEqual([[1440, '', false]]);
    await lock.offline(true);
    await until('it is told as offline', async () =>
      (await expected(reservation))?.['obstacles']?.some((it) => it['kind'] === 'DOOR_OFFLINE'),
    );
    await passTo(reservation, 120);
    expect((await checks(reservation)).map(([minutes]) => minutes)).toEqual([1440, 120]);
    expect((await checks(reservation))[1]).toEqual([120, expect.stringContaining('DOOR_OFFLINE'), false]);
    // The stored check does not change afterwards.
    await lock.offline(false);
    await until(
      'it is back',
      async () => !(await expected(reservation))?.['obstacles']?.some((it) => it['kind'] === 'DOOR_OFFLINE'),
    );
    await passTo(reservation, 15);
    await passTo(reservation, 1);
    expect(await checks(reservation)).toEqual([
      [1440, '', false],
      [120, expect.stringContaining('DOOR_OFFLINE'), false],
      [15, '', false],
    ]);
    expect((await expected(reservation))?.['checks']?.map((it) => it['minutesBefore'])).toEqual([1440, 120, 15]);
    await until('the stream has told all', () => events(reservation).length >= 3);
    const offline = events(reservation)[1]?.obstacles.find(({ kind }) => kind === 'DOOR_OFFLINE');
    expect(offline).toMatchObject({ door: { id: door?.doorId, name: `checked-${count}` } });
    await pass(2 * HOUR_MS);
    expect(events(reservation).map(({ minutesBefore }) => minutesBefore)).toEqual([1440, 120, 15]);
    expect(await checks(reservation)).toHaveLength(3);
  }, 60_000);

  it('run once for each of many reservations while two processes review them concurrently', async () => {
    const many: Body[] = [];
    for (const roomId of desk.roomIds)
      for (let hour = 0; hour < 10; hour += 1) many.push(await guest(25 + hour, { roomId }));
    await pass(24 * HOUR_MS);
    for (let step = 0; step < 44; step += 1) await pass(15 * MINUTE_MS);
    for (const reservation of many)
      expect(
        (await checks(reservation)).map(([minutes]) => minutes),
        String(reservation['startsAt']),
      ).toEqual([1440, 120, 15]);
    await until('the stream has told all', () => many.every((reservation) => events(reservation).length >= 3));
    for (const reservation of many) expect(events(reservation)).toHaveLength(3);
  }, 120_000);

  it('skip the checks that were due before the reservation was booked or confirmed', async () => {
    const late = await guest(1);
    await passTo(late, 15);
    expect(await checks(late)).toEqual([[15, '', false]]);
    const held = await guest(30, { state: 'PENDING', roomId: desk.roomIds[1] });
    await server.withActor(desk.admin.actor, (tx) =>
      tx
        .updateTable('reservations')
        .set({ hold_expires_at: new Date(String(held['endsAt'])) })
        .where('id', '=', String(held['id']))
        .execute(),
    );
    await passTo(held, 10 * 60);
    expect(await checks(held)).toEqual([]);
    await desk.verb(held, 'confirm');
    await passTo(held, 120);
    expect(await checks(held)).toEqual([[120, '', false]]);
  }, 60_000);

  it('run again for a new start or room, and stop when the reservation is cancelled', async () => {
    const reservation = await guest(26);
    await passTo(reservation, 1440);
    expect(await checks(reservation)).toEqual([[1440, '', false]]);
    const { body: moved } = await desk.edit(reservation, { ...time(27) });
    expect(await checks(moved)).toEqual([]);
    await passTo(moved, 1440);
    expect(await checks(moved)).toEqual([[1440, '', false]]);
    await passTo(moved, 119);
    // The new room has no check yet; one check for it is still due.
    const { body: elsewhere } = await desk.edit(await desk.read(moved), { roomId: desk.roomIds[1] });
    expect(await checks(elsewhere)).toEqual([]);
    await passTo(elsewhere, 15);
    expect(await checks(elsewhere)).toEqual([[15, '', false]]);
    const cancelled = await guest(3);
    await pass(SECOND_MS);
    await desk.verb(cancelled, 'cancel');
    await passTo(cancelled, 15);
    expect(await checks(cancelled)).toEqual([]);
    await until('the stream has told all', () => events(reservation).length >= 4);
    expect([events(reservation).map(({ minutesBefore }) => minutesBefore), events(cancelled)]).toEqual([
      [1440, 1440, 120, 15],
      [],
    ]);
  }, 60_000);

  it('run late and are marked so after a downtime, but not after the start has passed', async () => {
    const missed = await guest(26);
    const over = await guest(26, { roomId: desk.roomIds[1], ...time(25, 2) });
    await pass(SECOND_MS);
    clock.set(new Date(Date.parse(String(missed['startsAt'])) - 60 * MINUTE_MS));
    await pass(SECOND_MS);
    expect(await checks(missed)).toEqual([
      [1440, '', true],
      [120, '', true],
    ]);
    expect(await checks(over)).toEqual([]);
    await passTo(missed, 15);
    expect((await checks(missed)).at(-1)).toEqual([15, '', false]);
  }, 60_000);

  it('run once at the remaining process when the other one is cut off in the transaction', async () => {
    const reservation = await guest(2.5);
    await pass(SECOND_MS);
    await cutOffAt(
      server,
      'readiness_checks',
      () => clock.set(new Date(Date.parse(String(reservation['startsAt'])) - 120 * MINUTE_MS)),
      () => clock.advance(100),
    );
    await until('it is checked', async () => {
      await pass(SECOND_MS);
      return (await checks(reservation)).length > 0;
    });
    expect((await checks(reservation)).map(([minutes, obstacles]) => [minutes, obstacles])).toEqual([[120, '']]);
    await until('the stream has told it', () => events(reservation).length > 0);
    await pass(60 * MINUTE_MS);
    expect(events(reservation)).toHaveLength(1);
  }, 60_000);
});
