// @sweep 1/8 (decision 086)
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import {
  fakeClock,
  HOUR_MS,
  makeKeypadDoor,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type KeypadDoor,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const PHONE = '010-1234-5678';

describe('access codes for guests (MS-2)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let desk: MessageDesk;
  const keypads: KeypadDoor[] = [];
  const logLines: string[] = [];
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, logLines });
    second = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
    // Without the variable of the code, the confirmation never says the code (MS-17).
    await desk.setTemplate('CONFIRMED', { body: '[{{storeName}}] 예약이 확정되었습니다.' });
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
    await desk.solapi.close();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  async function addDoor(roomId: string | null, answerMs = 0): Promise<KeypadDoor> {
    const name = `keypad-${days}-${keypads.length}`;
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, { name, roomId, answerMs });
    keypads.push(door);
    return door;
  }

  const codesIn = (text: string) => text.match(/\b\d{6}\b/g) ?? [];

  it('sends the code once, after the lock acknowledged it, from one of two processes', async () => {
    await addDoor(desk.roomIds[0] ?? null);
    const reservation = await desk.createReservation(desk.time(3));
    const sent = await desk.message(reservation, 'CODE_ACTIVE', 'ACCEPTED');
    const text = desk.received(PHONE).find((one) => one.text.includes('출입 비밀번호'))?.text ?? '';
    const revealed = await desk.admin.call(
      'POST',
      `/${desk.shop.slug}/reservation/${reservation['id']}/access/reveal`,
      {},
    );
    const code = String(revealed.body['code']);
    expect(codesIn(text)).toEqual([code]);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${sent['id']}`);
    expect(body['body']).toContain('••••••');
    expect(hasNumber(JSON.stringify(body), code)).toBe(false);
    expect(logLines.join('\n')).not.toContain(`코드 ${code}`);
    clock.set(new Date(new Date(String(reservation['startsAt'])).getTime() - 5 * MINUTE_MS));
    await desk.message(reservation, 'ACCESS_OPENS', 'ACCEPTED');
    expect(desk.received(PHONE).filter((one) => one.text.includes('출입 비밀번호'))).toHaveLength(1);
  });

  it('sends neither a code nor that the guest may enter while the store is locked down, and both afterwards (DR-8)', async () => {
    const { lock } = await addDoor(desk.roomIds[0] ?? null);
    const lockdown = await desk.admin.call('POST', `/${desk.shop.slug}/door/emergency`, {
      storeId: desk.storeId,
      kind: 'LOCKDOWN',
      reason: '훈련',
    });
    const reservation = await desk.createReservation(desk.time(1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await desk.runUntil('the lock has the code', () => lock.codes.size > 0);
    clock.set(new Date(new Date(String(reservation['startsAt'])).getTime() - 5 * MINUTE_MS));
    const held = async () =>
      (await desk.messagesOf(reservation)).filter(
        (one) =>
          ['CODE_ACTIVE', 'ACCESS_OPENS'].includes(String(one['kind'])) && one['state'] === ('QUEUED' as unknown),
      );
    // A message that was looked at in the lockdown has a later time to be sent.
    await desk.runUntil('both are held', async () => {
      const times = (await held()).map((one) => Date.parse(String(one['sendAt'])));
      return times.length === 2 && times.every((at) => at > clock.now().getTime());
    });
    expect(desk.received(PHONE).filter((one) => /출입 비밀번호|입장하실 수/.test(one.text))).toEqual([]);
    expect([...lock.codes.values()].map(({ isEnabled }) => isEnabled)).toEqual([false]);
    await desk.admin.call('POST', `/${desk.shop.slug}/door/emergency/${lockdown.body['id']}/end`, {});
    await desk.message(reservation, 'CODE_ACTIVE', 'ACCEPTED');
    await desk.message(reservation, 'ACCESS_OPENS', 'ACCEPTED');
  });

  it('sends another code as changed, and never the former one', async () => {
    await addDoor(desk.roomIds[0] ?? null);
    const reservation = await desk.createReservation(desk.time(3));
    const first = await desk.message(reservation, 'CODE_ACTIVE', 'ACCEPTED');
    const path = `/${desk.shop.slug}/reservation/${reservation['id']}/access`;
    const access = await desk.admin.call('GET', path);
    const renewed = await desk.admin.call('POST', `${path}/replace`, { codeId: access.body['codeId'] });
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
    await desk.message(reservation, 'CODE_CHANGED', 'ACCEPTED');
    const codes = desk.received(PHONE).flatMap((one) => codesIn(one.text));
    expect(new Set(codes).size).toBe(2);
    await desk.admin.call('POST', `/${desk.shop.slug}/message/${first['id']}/resend`, {});
    await desk.runUntil(
      'it is sent again',
      () => desk.received(PHONE).flatMap((one) => codesIn(one.text)).length === 3,
    );
    const all = desk.received(PHONE).flatMap((one) => codesIn(one.text));
    expect(all[2]).toBe(all[1]);
  });

  it('sends no code of a cancelled reservation', async () => {
    await addDoor(desk.roomIds[0] ?? null);
    let reservation: Answer['body'] = {};
    await desk.whileSolapiIsPaused(async () => {
      reservation = await desk.createReservation(desk.time(3));
      await desk.message(reservation, 'CODE_ACTIVE', 'QUEUED');
      await desk.verb(await desk.read(reservation), 'cancel', {});
    });
    await desk.message(reservation, 'CANCELLED', 'ACCEPTED');
    expect(desk.received(PHONE).flatMap((one) => codesIn(one.text))).toEqual([]);
  });
});
