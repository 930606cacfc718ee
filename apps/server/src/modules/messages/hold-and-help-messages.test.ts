// @sweep 1/8 (decision 086)
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

const PHONE = '010-1234-5678';
/** Half past eleven in the evening in Seoul, within the quiet hours. */
const NIGHT = new Date('2026-11-21T14:30:00Z');

describe('messages of holds, help and cancellations (MS-1, MS-6)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;
  beforeAll(async () => {
    clock = fakeClock(NIGHT);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NIGHT.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const kindsOf = async (of: Answer['body']) => (await desk.messagesOf(of)).map((item) => String(item['kind']));
  const lastText = () => desk.received(PHONE).at(-1)?.text ?? '';
  const answer = (of: Answer['body'], text: string) =>
    desk.admin.call('POST', `/${desk.shop.slug}/help-desk/reservation/${of['id']}/answer`, { text });

  it('say at night, once, that a hold ended without payment', async () => {
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(20) });
    await desk.message(held, 'HELD', 'ACCEPTED');
    clock.set(new Date(String(held['holdExpiresAt'])));
    await desk.message(held, 'HOLD_EXPIRED', 'ACCEPTED');
    expect(lastText()).toContain('결제 기한이 지나 예약이 취소되었습니다');
    expect(lastText()).toContain(String(held['code']));
    clock.advance(MINUTE_MS);
    expect((await kindsOf(held)).filter((kind) => kind === 'HOLD_EXPIRED')).toHaveLength(1);
  });

  it('say nothing of a hold that was confirmed in time', async () => {
    const paid = await desk.createReservation({ state: 'PENDING', ...desk.time(24) });
    const lapsed = await desk.createReservation({ state: 'PENDING', ...desk.time(28) });
    await desk.verb(paid, 'confirm');
    clock.set(new Date(String(lapsed['holdExpiresAt'])));
    await desk.message(lapsed, 'HOLD_EXPIRED', 'ACCEPTED');
    expect(await kindsOf(paid)).not.toContain('HOLD_EXPIRED');
  });

  it('send each answer of the help desk with its text, in order', async () => {
    const reservation = await desk.createReservation(desk.time(1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    expect((await answer(reservation, '아직 요청이 없어요.')).status).toBe(409);
    expect((await guest.call('POST', `/${desk.shop.slug}/guest/help`, {})).status).toBe(200);
    for (const text of ['곧 갈게요.', '문을 열었어요. {{accessCode}}'])
      expect((await answer(reservation, text)).status).toBe(200);
    await desk.runUntil('both answers are sent', () => desk.received(PHONE).length === 3);
    const [, first, second] = desk.received(PHONE);
    expect(first?.text).toContain('직원이 답변했습니다.\n곧 갈게요.');
    // Words of staff are no template.
    expect(second?.text).toContain('문을 열었어요. {{accessCode}}');
    expect((await kindsOf(reservation)).filter((kind) => kind === 'HELP_ANSWERED')).toHaveLength(2);
  });

  it('say who cancelled, and the phone of the store', async () => {
    const reservation = await desk.createReservation(desk.time(20));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(lastText()).toMatch(/취소하면 \d+% 환불됩니다|환불되지 않습니다/);
    await desk.verb(await desk.read(reservation), 'cancel', {});
    await desk.message(reservation, 'CANCELLED', 'ACCEPTED');
    expect(lastText()).toContain('매장에서 예약이 취소되었습니다');
    expect(lastText()).toContain('문의 ');
  });
});
