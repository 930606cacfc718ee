// @sweep 1/8 (decision 086)
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeKeypadDoor,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type KeypadDoor,
  type MessageDesk,
  type TestServer,
} from '../../../testing/index.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const PHONE = '010-1234-5678';

describe('what a guest reads around their arrival (MS-1, MS-17)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;
  const keypads: KeypadDoor[] = [];

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
    await desk.solapi.close();
  });
  afterAll(() => server.close());

  async function addDoor(): Promise<KeypadDoor> {
    const roomId = desk.roomIds[0] ?? null;
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, { name: `arrival-${days}`, roomId, answerMs: 0 });
    keypads.push(door);
    return door;
  }
  const statesOf = async (of: Answer['body']) =>
    (await desk.messagesOf(of)).map((item) => `${item['kind']} ${item['state']}`);
  const texts = () => desk.received(PHONE).map(({ text }) => text);

  it('says confirmation, code and link in one message when the lock answers within seconds, also within the window', async () => {
    await addDoor();
    let reservation: Answer['body'] = {};
    await desk.whileSolapiIsPaused(async () => {
      reservation = await desk.createReservation(desk.time(0, 1));
      await until('the lock has acknowledged the code', async () =>
        (await statesOf(reservation)).some((text) => text.startsWith('CODE_ACTIVE')),
      );
    });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await desk.message(reservation, 'CODE_ACTIVE', 'WITHDRAWN');
    const revealed = await desk.admin.call(
      'POST',
      `/${desk.shop.slug}/reservation/${reservation['id']}/access/reveal`,
      {},
    );
    await desk.runUntil('the sender ran', async () => clock.now().getTime() % 10_000 === 0);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]).toContain(`출입 비밀번호 ${revealed.body['code']}`);
    expect(texts()[0]).toContain('https://office.example/g/');
    expect(await statesOf(reservation)).toContain('ACCESS_OPENS WITHDRAWN');
    const [stored] = await desk.messagesOf(reservation);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${stored?.['id']}`);
    expect(body['body']).toContain('출입 비밀번호 ••••••');
  });

  it('confirms without the code after five seconds, and sends the code of a lock that answers later in a second message', async () => {
    const { lock } = await addDoor();
    lock.silent(true);
    const reservation = await desk.createReservation(desk.time(3));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(texts()[0]).not.toContain('출입 비밀번호');
    lock.silent(false);
    await desk.message(reservation, 'CODE_ACTIVE', 'ACCEPTED');
    expect(texts()).toHaveLength(2);
    expect(texts()[1]).toContain('출입 비밀번호');
  });
});
