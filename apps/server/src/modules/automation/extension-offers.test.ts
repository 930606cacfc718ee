// @sweep 1/8 (decision 086)
import { extensionOffer, type ExtensionOffer } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  listenToEvents,
  runGuestReviews,
  makeKey,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type EventStream,
  type TestServer,
} from '../../testing/index.ts';
import { cutOffAt } from '../../testing/cut-off.ts';

type Body = Answer['body'];
const SECOND_MS = 1000;

/** Extension offers before the end of a stay (NX-4), with two server processes that share the work. */
describe('extension offers', () => {
  let clock: FakeClock;
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let stream: EventStream;
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-01-12T06:00:00Z'));
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));
    desk = await openBookingDesk(server, { rooms: 3 });
    await desk.set({ buffer_minutes: 10 });
    stream = await listenToEvents(beside.url, desk.shop.slug, desk.admin.token);
    await stream.first('ready');
  });
  afterEach(() => stream.close());
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await runGuestReviews(desk, clock, [server, beside]);
  }
  /** Creates a stay of an hour from now on and checks it in. */
  async function present(more: object = {}): Promise<Body> {
    const reservation = await desk.createReservation({ ...desk.time(0, 1), ...more });
    await desk.verb(reservation, 'check-in');
    return reservation;
  }
  /** Advances the clock to so many minutes before the end of the stay. */
  const passTo = (of: Body, minutesBefore: number) =>
    pass(Date.parse(String(of['endsAt'])) - minutesBefore * MINUTE_MS - clock.now().getTime());
  async function offers(): Promise<ExtensionOffer[]> {
    const { status, body } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservation/extension-offer?storeId=${desk.storeId}`,
    );
    expect(status).toBe(200);
    return itemsOf(body).map((it) => extensionOffer.parse(it));
  }
  const minutesOffered = async () =>
    (await offers()).map(({ choices, reason }) => reason ?? choices.map(({ minutes }) => minutes));
  const events = (of: Body) =>
    stream.events
      .filter(
        ({ event, data }) => event === 'extension-offer.changed' && (data as ExtensionOffer).reservationId === of['id'],
      )
      .map(({ data }) => data as ExtensionOffer);
  const extend = async (
    of: Body,
    { minutes, totalAmount }: { readonly minutes: number; readonly totalAmount?: number },
  ) =>
    desk.verb(await desk.read(of), 'extend', {
      minutes,
      ...(totalAmount === undefined ? {} : { expectedPriceAmount: totalAmount }),
    });
  const later = (of: Body, fromMinutes: number, hours: number) => {
    const from = Date.parse(String(of['endsAt'])) + fromMinutes * MINUTE_MS;
    return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + hours * HOUR_MS).toISOString() };
  };

  it('offer the free slots with their prices ten minutes before the end, once', async () => {
    const reservation = await present({ headCount: 4 });
    await passTo(reservation, 11);
    expect(await offers()).toEqual([]);
    await passTo(reservation, 10);
    const [offer] = await offers();
    expect(offer).toMatchObject({
      reservationId: reservation['id'],
      until: reservation['endsAt'],
      reason: null,
      endedAt: null,
    });
    expect(offer?.choices.map(({ minutes, addedAmount, totalAmount }) => [minutes, addedAmount, totalAmount])).toEqual([
      [30, 5000, 15_000],
      [60, 10_000, 20_000],
      [90, 15_000, 25_000],
      [120, 20_000, 30_000],
    ]);
    const { body: quote } = await desk.admin.call('POST', `/${desk.shop.slug}/price-policy/quote`, {
      roomId: reservation['roomId'],
      startsAt: reservation['endsAt'],
      endsAt: offer?.choices[1]?.endsAt,
      headCount: 4,
    });
    expect(Number(quote['totalAmount'])).toBe(offer?.choices[1]?.addedAmount);
    for (let run = 0; run < 3; run += 1) await pass(20 * SECOND_MS);
    await until('the stream has told it', () => events(reservation).length > 0);
    expect(events(reservation)).toEqual([offer]);
  }, 60_000);

  it('extend the stay when accepted, and appear again before the new end', async () => {
    const reservation = await present();
    await passTo(reservation, 10);
    const choice = (await offers())[0]?.choices[0];
    if (!choice) throw new Error('Nothing is offered');
    const answer = await extend(reservation, choice);
    expect([answer.status, Number(answer.body['priceAmount']), answer.body['endsAt']]).toEqual([
      200,
      choice.totalAmount,
      choice.endsAt,
    ]);
    await pass(SECOND_MS);
    expect(await offers()).toEqual([]);
    await until('the stream has told the end of it', () => events(reservation).at(-1)?.endedAt != null);
    await passTo(answer.body, 10);
    expect((await offers()).map(({ until: at }) => at)).toEqual([choice.endsAt]);
    await pass(10 * MINUTE_MS);
    expect(await offers()).toEqual([]);
    expect((await desk.read(reservation))['state']).toBe('COMPLETED');
  }, 60_000);

  it('leave the buffer before the next reservation free, and give a reason when no slot is free', async () => {
    const reservation = await present();
    await desk.createReservation({ ...later(reservation, 60, 1) });
    const full = await present({ roomId: desk.roomIds[1] });
    await desk.createReservation({ roomId: desk.roomIds[1], ...later(full, 30, 1) });
    await passTo(reservation, 10);
    const found = await offers();
    expect(found.find((it) => it.reservationId === reservation['id'])).toMatchObject({
      choices: [{ minutes: 30 }],
      reason: null,
    });
    expect(found.find((it) => it.reservationId === full['id'])).toMatchObject({ choices: [], reason: 'SLOT_TAKEN' });
    expect((await extend(full, { minutes: 30 })).body['code']).toBe('SLOT_TAKEN');
  }, 60_000);

  it('refuse a slot that was booked meanwhile with SLOT_TAKEN, and are updated when it is free again', async () => {
    const reservation = await present();
    await passTo(reservation, 10);
    const choice = (await offers())[0]?.choices[0];
    if (!choice) throw new Error('Nothing is offered');
    const faster = await desk.createReservation({ ...later(reservation, 30, 1) });
    const refused = await extend(reservation, choice);
    expect([refused.status, refused.body['code']]).toEqual([409, 'SLOT_TAKEN']);
    await pass(20 * SECOND_MS);
    expect(await minutesOffered()).toEqual(['SLOT_TAKEN']);
    await desk.verb(faster, 'cancel');
    await pass(20 * SECOND_MS);
    expect(await minutesOffered()).toEqual([[30, 60, 90, 120]]);
    await until('the stream has told each', () => events(reservation).length >= 3);
    expect(events(reservation).map(({ reason }) => reason)).toEqual([null, 'SLOT_TAKEN', null]);
  }, 60_000);

  it('refuse an outdated price with PRICE_CHANGED', async () => {
    const reservation = await present();
    await passTo(reservation, 10);
    const choice = (await offers())[0]?.choices[0];
    if (!choice) throw new Error('Nothing is offered');
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('price_policies').set({ amount: 9000 }).where('store_id', '=', desk.storeId).execute(),
    );
    expect((await extend(reservation, choice)).body['code']).toBe('PRICE_CHANGED');
    await pass(20 * SECOND_MS);
    expect((await offers())[0]?.choices[0]).toMatchObject({ minutes: 30, addedAmount: 9000 });
  }, 60_000);

  it('skip guests not checked in, guests who left and stores without warnings, and follow a move to another room', async () => {
    const late = await desk.createReservation({ ...desk.time(0, 1) });
    const early = await present({ roomId: desk.roomIds[1] });
    await passTo(late, 10);
    expect((await offers()).map(({ reservationId }) => reservationId)).toEqual([early['id']]);
    await desk.verb(await desk.read(early), 'complete');
    await desk.verb(late, 'check-in');
    await pass(SECOND_MS);
    expect((await offers()).map(({ reservationId }) => reservationId)).toEqual([late['id']]);
    await desk.createReservation({ roomId: desk.roomIds[2], ...later(late, 30, 1) });
    expect((await desk.edit(await desk.read(late), { roomId: desk.roomIds[2] })).status).toBe(200);
    await pass(SECOND_MS);
    expect(await minutesOffered()).toEqual(['SLOT_TAKEN']);
    await desk.set({ warning_minutes: 0 });
    await pass(SECOND_MS);
    expect(await offers()).toEqual([]);
    await desk.set({ warning_minutes: 30 });
    await pass(SECOND_MS);
    expect(await offers()).toHaveLength(1);
  }, 60_000);

  it('appear after a downtime if the stay still lasts, and not if it is over', async () => {
    const reservation = await present();
    const over = await present({ roomId: desk.roomIds[1] });
    expect((await extend(reservation, { minutes: 30 })).status).toBe(200);
    clock.set(new Date(Date.parse(String(over['endsAt'])) + 25 * MINUTE_MS));
    await pass(SECOND_MS);
    expect((await offers()).map(({ reservationId }) => reservationId)).toEqual([reservation['id']]);
    expect(events(over)).toEqual([]);
  }, 60_000);

  it('are made once at the remaining process when the other one is cut off in the transaction', async () => {
    const reservation = await present();
    await cutOffAt(
      server,
      'extension_offers',
      () => clock.set(new Date(Date.parse(String(reservation['endsAt'])) - 10 * MINUTE_MS)),
      () => clock.advance(100),
    );
    await until('it is offered', async () => {
      await pass(SECOND_MS);
      return (await offers()).length > 0;
    });
    await until('the stream has told it', () => events(reservation).length > 0);
    await pass(20 * SECOND_MS);
    expect(events(reservation)).toHaveLength(1);
  }, 60_000);

  it('are shown to the channel that made the reservation, which can accept them; other channels get 404 (RV-9)', async () => {
    const [mine, other] = [await makeKey(server, desk.shop), await makeKey(server, desk.shop)];
    const at = (rest = '') => `/${desk.shop.slug}/channel/reservation${rest}`;
    const held = await mine.call('POST', at(), desk.wish({ ...desk.time(0, 1) }));
    const confirmed = (await mine.call('POST', at(`/${held.body['id']}/confirm`), { version: 1 })).body;
    expect((await mine.call('GET', at(`/${confirmed['id']}`))).body['extension']).toBeNull();
    await desk.verb(await desk.read(confirmed), 'check-in');
    await passTo(confirmed, 10);
    const { body } = await mine.call('GET', at(`/${confirmed['id']}`));
    expect(body['extension']).toMatchObject({ until: confirmed['endsAt'], reason: null });
    const choice = body['extension']?.['choices']?.[1];
    const input = {
      version: body['version'],
      minutes: choice?.['minutes'],
      expectedPriceAmount: choice?.['totalAmount'],
    };
    expect((await other.call('POST', at(`/${confirmed['id']}/extend`), input)).status).toBe(404);
    expect((await mine.call('POST', at(`/${confirmed['id']}/extend`), { ...input, minutes: 31 })).body['code']).toBe(
      'OFF_SLOT_GRID',
    );
    const extended = await mine.call('POST', at(`/${confirmed['id']}/extend`), input);
    expect([extended.status, extended.body['endsAt'], extended.body['priceAmount']]).toEqual([
      200,
      choice?.['endsAt'],
      choice?.['totalAmount'],
    ]);
    expect((await desk.read(confirmed))['history']?.at(-1)).toMatchObject({ kind: 'EXTENDED', actorKind: 'CHANNEL' });
    await pass(SECOND_MS);
    expect((await mine.call('GET', at(`/${confirmed['id']}`))).body['extension']).toBeNull();
  }, 60_000);
});
