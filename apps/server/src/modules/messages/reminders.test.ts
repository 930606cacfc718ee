import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Noon in Seoul. */
const NOON = new Date('2026-11-21T03:00:00Z');
const PHONE = '010-1234-5678';

describe('the reminder two hours before a stay (MS-20)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * 5 * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  /** On the grid of the slots, in hours from noon of the test's day. */
  const time = (fromHours: number, hours: number) => {
    const from = NOON.getTime() + (24 * 5 * days + fromHours) * HOUR_MS;
    return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + hours * HOUR_MS).toISOString() };
  };
  const lastText = () => desk.received(PHONE).at(-1)?.text ?? '';
  const reminders = async (of: Answer['body'], of_kind = 'STARTS_SOON') =>
    (await desk.messagesOf(of)).filter(({ kind }) => kind === of_kind);
  const statesOf = async (of: Answer['body'], kind = 'STARTS_SOON') =>
    (await reminders(of, kind)).map((item) => `${item['state']} ${item['error'] ?? ''}`.trim());
  const booked = async (fromHours: number) => {
    const reservation = await desk.createReservation(time(fromHours, 1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    return reservation;
  };
  const goTo = (of: Answer['body'], beforeMs: number) =>
    clock.set(new Date(Date.parse(String(of['startsAt'])) - beforeMs));
  const switches = () => `/${desk.shop.slug}/store/${desk.storeId}/message-reminders`;
  const turn = (body: Readonly<Record<string, unknown>>) =>
    desk.admin.call('POST', switches(), {
      version: null,
      isDayBeforeOn: true,
      isStartsSoonOn: true,
      isRatingOn: true,
      ...body,
    });

  it('is sent once, two hours before the start, with the time to enter and the link', async () => {
    const reservation = await booked(6);
    goTo(reservation, 2 * HOUR_MS + MINUTE_MS);
    const [waiting] = await reminders(reservation);
    expect([waiting?.['state'], waiting?.['sendAt']]).toEqual([
      'QUEUED',
      new Date(Date.parse(String(reservation['startsAt'])) - 2 * HOUR_MS).toISOString(),
    ]);
    goTo(reservation, 2 * HOUR_MS);
    await desk.message(reservation, 'STARTS_SOON', 'ACCEPTED');
    expect(lastText()).toContain('예약하신 시간이 곧 시작됩니다');
    expect(lastText()).toContain('부터 입장하실 수 있습니다');
    expect(lastText()).toContain('https://office.example/g/');
    clock.advance(30 * MINUTE_MS);
    await desk.runUntil('the sender ran again', () => true);
    expect(await statesOf(reservation)).toEqual(['ACCEPTED']);
  });

  it('is not queued for a stay that was booked less than three hours before', async () => {
    const reservation = await booked(2.5);
    expect(await statesOf(reservation)).toEqual([]);
  });

  it('follows a stay that is moved, and says nothing within an hour of the move', async () => {
    const reservation = await booked(8);
    const [later, sooner] = [time(30, 1), time(1.5, 1)];
    expect((await desk.edit(await desk.read(reservation), later)).status).toBe(200);
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    await desk.runUntil('the reminder follows', async () => {
      const [waiting] = await reminders(reservation);
      return waiting?.['sendAt'] === new Date(Date.parse(later.startsAt) - 2 * HOUR_MS).toISOString();
    });
    const near = await booked(9);
    expect((await desk.edit(await desk.read(near), { ...sooner, roomId: desk.roomIds[1] })).status).toBe(200);
    await desk.message(near, 'MOVED', 'ACCEPTED');
    await desk.message(near, 'STARTS_SOON', 'WITHDRAWN');
    expect(await statesOf(near)).toEqual(['WITHDRAWN SAID_ALREADY']);
  });

  it('is sent again for the new start of a stay that was moved after its reminder', async () => {
    const reservation = await booked(6);
    goTo(reservation, 2 * HOUR_MS);
    await desk.message(reservation, 'STARTS_SOON', 'ACCEPTED');
    const later = time(50, 1);
    expect((await desk.edit(await desk.read(reservation), later)).status).toBe(200);
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    clock.set(new Date(Date.parse(later.startsAt) - 24 * HOUR_MS));
    await desk.message(reservation, 'DAY_BEFORE', 'ACCEPTED');
    clock.set(new Date(Date.parse(later.startsAt) - 2 * HOUR_MS));
    await desk.runUntil(
      'the second reminder is sent',
      async () => (await statesOf(reservation)).join() === 'ACCEPTED,ACCEPTED',
    );
  });

  it('is withdrawn for a cancelled stay, and expires for one that began', async () => {
    const [cancelled, late] = [await booked(6), await booked(8)];
    await desk.verb(await desk.read(cancelled), 'cancel', {});
    expect(await statesOf(cancelled)).toEqual(['WITHDRAWN RESERVATION_CANCELLED']);
    await desk.whileSolapiIsPaused(async () => {
      clock.set(new Date(String(late['startsAt'])));
      await desk.message(late, 'STARTS_SOON', 'EXPIRED');
    });
    expect(await statesOf(late)).toEqual(['EXPIRED TOO_LATE']);
  });

  describe('and the switches of a store (MS-21)', () => {
    it('are all on until a person sets them, and refuse an outdated version', async () => {
      expect((await desk.admin.call('GET', switches())).body).toEqual({
        storeId: desk.storeId,
        isDayBeforeOn: true,
        isStartsSoonOn: true,
        isRatingOn: true,
        isPassEndingOn: true,
        version: null,
      });
      const [one, other] = await Promise.all([turn({ isRatingOn: false }), turn({ isDayBeforeOn: false })]);
      expect([one.status, other.status].sort()).toEqual([200, 409]);
      expect((await turn({})).body['code']).toBe('STALE');
      expect((await turn({ version: 1, isRatingOn: 'no' })).status).toBe(400);
    });

    it('hold for a reservation that was confirmed before, also when they are turned on again', async () => {
      const [silent, reminded] = [await booked(6), await booked(9)];
      expect((await turn({ isStartsSoonOn: false })).status).toBe(200);
      goTo(silent, 2 * HOUR_MS);
      await desk.message(silent, 'STARTS_SOON', 'WITHDRAWN');
      expect(await statesOf(silent)).toEqual(['WITHDRAWN SWITCHED_OFF']);
      expect((await turn({ version: 1 })).status).toBe(200);
      goTo(reminded, 2 * HOUR_MS);
      await desk.message(reminded, 'STARTS_SOON', 'ACCEPTED');
    });

    it('turn off the reminder of the day before and the invitation to rate', async () => {
      expect((await turn({ isDayBeforeOn: false, isRatingOn: false })).status).toBe(200);
      const reservation = await booked(48);
      goTo(reservation, 24 * HOUR_MS);
      await desk.message(reservation, 'DAY_BEFORE', 'WITHDRAWN');
      goTo(reservation, 0);
      await desk.verb(await desk.read(reservation), 'check-in', {});
      clock.set(new Date(String(reservation['endsAt'])));
      await desk.verb(await desk.read(reservation), 'complete', {});
      await desk.message(reservation, 'RATING_INVITED', 'WITHDRAWN');
      expect([await statesOf(reservation, 'DAY_BEFORE'), await statesOf(reservation, 'RATING_INVITED')]).toEqual([
        ['WITHDRAWN SWITCHED_OFF'],
        ['WITHDRAWN SWITCHED_OFF'],
      ]);
    });
  });
});
