import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeGuest,
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

describe('what a guest reads the day before and after the stay (MS-18)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * 4 * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const lastText = () => desk.received(PHONE).at(-1)?.text ?? '';
  const kindsOf = async (of: Answer['body']) => (await desk.messagesOf(of)).map(({ kind }) => kind);

  it('reminds a day before a stay that was booked days before, once and after the quiet hours', async () => {
    const reservation = await desk.createReservation(desk.time(60));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const reminder = await desk.runUntil('the reminder is planned', async () =>
      (await desk.messagesOf(reservation)).find(
        ({ kind, sendAt }) => kind === 'DAY_BEFORE' && Date.parse(String(sendAt)) > clock.now().getTime(),
      ),
    );
    // Noon and 36 hours are midnight in Seoul.
    expect(reminder['sendAt']).toBe(new Date(clock.now().setUTCHours(23, 0, 0, 0) + 24 * HOUR_MS).toISOString());
    clock.set(new Date(String(reminder['sendAt'])));
    await desk.message(reservation, 'DAY_BEFORE', 'ACCEPTED');
    expect(lastText()).toContain('예약하신 시간이 다가옵니다');
    expect(lastText()).toMatch(/취소하면|환불되지 않습니다/);
    expect((await kindsOf(reservation)).filter((kind) => kind === 'DAY_BEFORE')).toHaveLength(1);
  });

  it('does not remind of a stay that was booked within 36 hours', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(await kindsOf(reservation)).not.toContain('DAY_BEFORE');
  });

  it('invites a guest who was there to rate the stay, unless it is rated already or was missed', async () => {
    const [visited, rated, missed] = [
      await desk.createReservation(desk.time(1, 1)),
      await desk.createReservation(desk.time(3, 1)),
      await desk.createReservation(desk.time(5, 1)),
    ];
    // Its link stays valid after the stay.
    await desk.message(visited, 'CONFIRMED', 'ACCEPTED');
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(rated['id']));
    for (const stay of [visited, rated]) {
      clock.set(new Date(Date.parse(String(stay['startsAt'])) + MINUTE_MS));
      await desk.verb(await desk.read(stay), 'check-in', {});
      clock.set(new Date(Date.parse(String(stay['endsAt']))));
      if (stay === rated)
        await desk.whileSolapiIsPaused(async () => {
          await desk.verb(await desk.read(stay), 'complete', {});
          const given = await guest.call('POST', `/${desk.shop.slug}/guest/rating`, { score: 5, remark: '' });
          expect([given.status, given.body['score']]).toEqual([200, 5]);
        });
      else {
        await desk.verb(await desk.read(stay), 'complete', {});
        await desk.message(stay, 'RATING_INVITED', 'ACCEPTED');
        expect(lastText()).toContain('이용은 어떠셨나요');
        expect(lastText()).toContain('https://office.example/g/');
      }
    }
    expect((await desk.message(rated, 'RATING_INVITED', 'WITHDRAWN'))['error']).toBe('RATED_ALREADY');
    clock.set(new Date(Date.parse(String(missed['endsAt']))));
    await desk.verb(await desk.read(missed), 'no-show', {});
    expect(await kindsOf(missed)).not.toContain('RATING_INVITED');
  });
});
