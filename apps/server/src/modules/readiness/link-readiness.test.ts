// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  makeVirtualDoor,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('readiness at a door without codes (NX-1)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let door: VirtualDoor;
  let stay: ReturnType<MessageDesk['time']>;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
    desk = await openMessageDesk(server, clock);
    stay = desk.time(2);
    door = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'street', form: 'bundle' });
    await until('the door is there', async () => (await door.read())['online'] === 'ONLINE');
  });
  afterAll(async () => {
    await door.lock.stop();
    await desk.solapi.close();
    await server.close();
  });

  const guest = async (roomId: string | undefined) => {
    const reservation = await desk.createReservation({ ...stay, roomId });
    await server.withActor(desk.admin.actor, (tx) =>
      tx
        .updateTable('reservations')
        .set((it) => ({ paid_amount: it.ref('price_amount') }))
        .where('id', '=', String(reservation['id']))
        .execute(),
    );
    return reservation;
  };
  const obstacles = async (of: Answer['body']) =>
    itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}&hours=24`)).body,
    )
      .find((it) => it['reservationId'] === of['id'])
      ?.['obstacles']?.map((it) => it['kind']);
  const report = async (of: Answer['body'], isArrived: boolean) => {
    const sent = desk.solapi.received.find(({ text }) => text.includes(String(of['code'])));
    if (!sent) throw new Error('The guest received nothing');
    if (!isArrived) desk.solapi.faults.undeliverable.add('LMS');
    expect((await desk.report(desk.solapi.reportOf(sent))).status).toBe(200);
    desk.solapi.faults.undeliverable.clear();
  };

  it('warns until the message with the link has arrived, and again after staff replaced the link', async () => {
    const reservation = await guest(desk.roomIds[0]);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    // The provider has it. The phone does not, as far as the server knows.
    expect(await obstacles(reservation)).toEqual(['DOOR_KEEPS_NO_CODES']);
    await report(reservation, true);
    expect(await obstacles(reservation)).toEqual([]);
    const path = `/${desk.shop.slug}/reservation/${reservation['id']}/guest-access`;
    const { body: access } = await desk.admin.call('GET', path);
    clock.advance(1000);
    expect((await desk.admin.call('POST', path, { replacesTokenId: access['tokenId'] })).status).toBe(200);
    expect(await obstacles(reservation)).toEqual(['DOOR_KEEPS_NO_CODES']);
  });

  it('warns of a guest whose message did not arrive', async () => {
    const reservation = await guest(desk.roomIds[1]);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await report(reservation, false);
    await desk.message(reservation, 'CONFIRMED', 'FAILED');
    expect(await obstacles(reservation)).toEqual(['DOOR_KEEPS_NO_CODES']);
  });

  it('warns of a guest whose message had no link', async () => {
    await desk.setTemplate('CONFIRMED', { body: '확정 {{reservationCode}}' });
    const reservation = await guest(desk.roomIds[2]);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await report(reservation, true);
    expect(await obstacles(reservation)).toEqual(['DOOR_KEEPS_NO_CODES']);
  });

  it('names only the payment of an unpaid guest, who gets the link with it (NX-1)', async () => {
    const reservation = await desk.createReservation({ ...stay, roomId: desk.roomIds[3] });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await report(reservation, false);
    expect(await obstacles(reservation)).toEqual(['UNPAID']);
  });
});
