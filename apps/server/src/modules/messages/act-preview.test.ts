import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Noon in Seoul. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('the message of an act before it is made (MS-25)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const preview = async (of: Answer['body'], query: string) => {
    const { status, body } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservation/${of['id']}/message/change?${query}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const said = async (of: Answer['body'], query: string) => {
    const { kind, obstacle } = await preview(of, query);
    return [kind, obstacle];
  };

  it('names the kind that the act then makes, or why none', async () => {
    const held = await desk.createReservation({ ...desk.time(50), state: 'PENDING' });
    const due = Number(held['priceAmount']);
    expect(await said(held, 'act=CONFIRM')).toEqual(['CONFIRMED', null]);
    expect(await said(held, `act=PAYMENT&amount=${due}`)).toEqual(['CONFIRMED', null]);
    expect(await said(held, 'act=PAYMENT&amount=1000')).toEqual(['PAYMENT_RECEIVED', null]);
    expect(await said(held, 'act=CANCEL&amount=0')).toEqual(['CANCELLED', null]);
    expect(await said(held, 'act=REFUND&amount=1000')).toEqual(['REFUNDED', null]);
    for (const act of ['NO_SHOW', 'CHECK_IN', 'REVERSE_PAYMENT'])
      expect(await said(held, `act=${act}`)).toEqual([null, 'NO_MESSAGE_OF_ACT']);
    await desk.verb(held, 'cancel', {});
    expect(await said(held, 'act=PAYMENT&amount=1000')).toEqual(['PAYMENT_RECEIVED', 'STAY_OVER']);
    expect(await said(held, 'act=REFUND&amount=1000')).toEqual(['REFUNDED', null]);
  });

  it('shows the text that is then sent, with the name and the link masked', async () => {
    const reservation = await desk.createReservation(desk.time(50));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const shown = String((await preview(reservation, 'act=PAYMENT&amount=3000'))['body']);
    await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: 3000,
    });
    await desk.message(reservation, 'PAYMENT_RECEIVED', 'ACCEPTED');
    const sent = desk.received('010-1234-5678').at(-1)?.text ?? '';
    expect(shown).toContain('홍*동');
    const plain = (text: string) => text.replace(/홍.동/, '').replace(/\/g\/\S+/, '');
    expect(plain(shown)).toBe(plain(sent));
  });

  it('says what keeps the message from the guest', async () => {
    const reservation = await desk.createReservation({ ...desk.time(50), guestPhone: '02-555-1234' });
    expect(await said(reservation, 'act=CANCEL')).toEqual(['CANCELLED', 'NO_CONTACT']);
    const reachable = await desk.createReservation({ ...desk.time(60), roomId: desk.roomIds[1] });
    await desk.setTemplate('CANCELLED', { isEnabled: false });
    expect(await said(reachable, 'act=CANCEL')).toEqual(['CANCELLED', 'TEMPLATE_DISABLED']);
    await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/message-reminders`, {
      version: null,
      isDayBeforeOn: true,
      isStartsSoonOn: true,
      isRatingOn: false,
    });
    expect(await said(reachable, 'act=COMPLETE')).toEqual(['RATING_INVITED', 'SWITCHED_OFF']);
    await desk.setProvider({ isEnabled: false });
    expect(await said(reachable, 'act=REFUND&amount=1')).toEqual(['REFUNDED', 'NO_MESSAGE_PROVIDER']);
    const block = await desk.createReservation({ ...desk.time(70), kind: 'BLOCK' });
    expect(await said(block, 'act=CANCEL')).toEqual(['CANCELLED', 'NO_GUEST']);
  });

  it('is refused for garbage, and for a reservation of another store', async () => {
    const reservation = await desk.createReservation(desk.time(50));
    const path = `/${desk.shop.slug}/reservation/${reservation['id']}/message/change`;
    for (const query of ['act=DELETE', 'act=PAYMENT&amount=-1', 'act=PAYMENT&amount=x'])
      expect((await desk.admin.call('GET', `${path}?${query}`)).status).toBe(400);
    const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    expect((await stranger.call('GET', `${path}?act=CANCEL`)).status).toBe(404);
  });
});
