// @sweep 1/8 (decision 086)
import { entryFacts, type EntryFacts } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import {
  fakeClock,
  makeKeypadDoor,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

describe('what staff know before they let a guest in (RV-60)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: BookingDesk;
  const keypads: KeypadDoor[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock });
  });
  afterEach(async () => {
    for (const { lock } of keypads.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  async function open(): Promise<void> {
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    desk = await openBookingDesk(server);
  }
  async function keypad(): Promise<void> {
    const name = `entry-${uuidv7()}`;
    keypads.push(await makeKeypadDoor(server, desk.shop, desk.admin, { name, roomId: desk.roomIds[0] ?? null }));
  }
  const path = (of: Body, more = '') => `/${desk.shop.slug}/reservation/${of['id']}${more}`;
  const ask = (of: Body, by = desk.admin) => by.call('GET', path(of, '/entry'));
  async function entry(of: Body): Promise<EntryFacts> {
    const { status, body } = await ask(of);
    expect([status, body['code']]).toEqual([200, undefined]);
    return entryFacts.parse(body);
  }
  const shifted = (at: unknown, minutes: number) =>
    new Date(Date.parse(String(at)) + minutes * MINUTE_MS).toISOString();
  const enter = async (reservation: Body) => {
    expect((await desk.verb(reservation, 'check-in')).status).toBe(200);
  };

  it('uses the window of the store without doors, and the widest of the doors on the way', async () => {
    await open();
    await desk.set({ access_before_minutes: 10, access_after_minutes: 5 });
    const reservation = await desk.createReservation(desk.time(2));
    expect(await entry(reservation)).toEqual({
      reservationId: reservation['id'],
      opensAt: shifted(reservation['startsAt'], -10),
      closesAt: shifted(reservation['endsAt'], 5),
      hasCode: false,
      isCodeGiven: false,
      inside: null,
    });
    await keypad();
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('doors').set({ access_before_minutes: 25 }).where('store_id', '=', desk.storeId).execute(),
    );
    expect(await entry(reservation)).toMatchObject({
      opensAt: shifted(reservation['startsAt'], -25),
      closesAt: shifted(reservation['endsAt'], 5),
    });
    const block = await desk.createReservation({ ...desk.time(6), kind: 'BLOCK', blockReason: 'CLEANING' });
    expect(await entry(block)).toMatchObject({ opensAt: block['startsAt'], closesAt: block['endsAt'] });
  });

  it('reports the code as given once a person revealed it, and not after it was replaced', async () => {
    await open();
    await keypad();
    const reservation = await desk.createReservation(desk.time(2));
    await until('the code is made', async () => (await entry(reservation)).hasCode);
    expect(await entry(reservation)).toMatchObject({ hasCode: true, isCodeGiven: false });
    expect((await desk.admin.call('POST', path(reservation, '/access/reveal'), {})).status).toBe(200);
    expect(await entry(reservation)).toMatchObject({ hasCode: true, isCodeGiven: true });
    clock.advance(1000);
    const { body: access } = await desk.admin.call('GET', path(reservation, '/access'));
    const { status } = await desk.admin.call('POST', path(reservation, '/access/replace'), {
      codeId: access['codeId'],
    });
    expect(status).toBe(200);
    expect(await entry(reservation)).toMatchObject({ hasCode: true, isCodeGiven: false });
  });

  it('names the guest who is in the room, masked, and not the one of another room', async () => {
    await open();
    const now = await desk.createReservation({ ...desk.time(0, 1), guestName: '남궁민수' });
    const elsewhere = await desk.createReservation({ ...desk.time(0, 1), roomId: desk.roomIds[1] });
    const next = await desk.createReservation(desk.time(2));
    await enter(elsewhere);
    expect((await entry(next)).inside).toBeNull();
    await enter(now);
    expect((await entry(next)).inside).toEqual({
      reservationId: now['id'],
      code: now['code'],
      guestName: '남**수',
      endsAt: now['endsAt'],
      isOverrun: false,
    });
    expect((await desk.verb(await desk.read(now), 'complete')).status).toBe(200);
    expect((await entry(next)).inside).toBeNull();
  });

  it('hides the reservations of other stores and chains with 404', async () => {
    await open();
    const reservation = await desk.createReservation(desk.time(2));
    const stranger = (await openBookingDesk(server)).admin;
    const { status, body } = await stranger.call('GET', `/${desk.shop.slug}/reservation/${reservation['id']}/entry`);
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND']);
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${uuidv7()}/entry`)).status).toBe(404);
  });
});
