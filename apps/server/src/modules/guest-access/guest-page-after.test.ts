import { guestPage, type GuestPage } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { settleDue } from '../reservations/timers.ts';

/** 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];
const INVALID = [401, 'GUEST_TOKEN_INVALID'];

describe('the page of a guest after a change (GT-3, GP-9, GP-10, GP-11)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { rooms: 20 });
    await setStore({ guest_directions: '지하 1층', guest_house_rules: '금연', booking_terms: '약관' });
  });
  afterAll(() => server.close());

  const setStore = (set: Readonly<Record<string, unknown>>) =>
    server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('stores').set(set).where('id', '=', desk.storeId).execute(),
    );
  let room = -1;
  async function guestOf(body: Readonly<Record<string, unknown>> = {}) {
    clock.set(NOW);
    const of = await desk.createReservation({ roomId: desk.roomIds[(room += 1)], state: 'CONFIRMED', ...body });
    const { call, token } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    return { of, call, token };
  }
  type Guest = Awaited<ReturnType<typeof guestOf>>;
  const guest = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
  const read = async ({ call }: { readonly call: Caller['call'] }): Promise<GuestPage> => {
    const { status, body } = await call('GET', '/guest/page');
    if (status !== 200) throw new Error(JSON.stringify(body));
    return guestPage.strict().parse(body);
  };
  const cancelAsGuest = async ({ call }: Guest) => {
    const { body } = await call('GET', guest('cancellation'));
    const version = body['version'];
    return call('POST', guest('cancel'), { version, expectedRefundAmount: body['cancellation']?.['refundAmount'] });
  };
  const pay = (of: Answer['body'], amount: number) =>
    desk.admin.call('POST', `/${desk.shop.slug}/payment`, { reservationId: of['id'], method: 'CASH', amount });

  it('says that the store cancelled, when, and how far the refund is, without names or reasons of staff (GP-9)', async () => {
    const stay = await guestOf();
    await pay(stay.of, 20_000);
    clock.advance(HOUR_MS / 2);
    const cancelled = await desk.verb(await desk.read(stay.of), 'cancel', { reason: '까다로움', refundPercent: 100 });
    expect(cancelled.status).toBe(200);
    const page = await read(stay);
    expect(page).toMatchObject({
      reservation: { state: 'CANCELLED', may: { cancel: { isAllowed: false }, askForHelp: { isAllowed: false } } },
      stateChange: { at: clock.now().toISOString(), by: 'STORE' },
      refund: { state: 'WITH_STORE', amount: 20_000, sentAmount: 0, sentAt: null },
      arrival: { directions: '', houseRules: '', roomDirections: '', wifi: null },
      doors: [],
      codes: [],
    });
    expect(JSON.stringify(page)).not.toMatch(/까다로움|ADMIN/);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment?reservationId=${String(stay.of['id'])}`);
    const payment = (body['items'] ?? [])[0] ?? expect.fail();
    clock.advance(HOUR_MS);
    const refundId = String(payment['refunds']?.[0]?.['id']);
    const sent = await desk.admin.call('POST', `/${desk.shop.slug}/payment/refund/${refundId}/sent`, {
      version: payment['version'],
    });
    expect(sent.status).toBe(200);
    expect((await read(stay)).refund).toEqual({
      state: 'SENT',
      amount: 20_000,
      sentAmount: 20_000,
      sentAt: clock.now().toISOString(),
    });
  });

  it('says that a person with the link cancelled, and takes no act any more', async () => {
    const stay = await guestOf();
    expect((await cancelAsGuest(stay)).status).toBe(200);
    expect(await read(stay)).toMatchObject({
      reservation: { state: 'CANCELLED' },
      stateChange: { by: 'GUEST' },
      refund: null,
    });
    const refused = [
      await stay.call('POST', guest('cancel'), { version: 2, expectedRefundAmount: 0 }),
      await stay.call('POST', guest('help'), {}),
      await stay.call('POST', guest('rating'), { score: 5 }),
      await stay.call('GET', guest('contact')),
      await stay.call('POST', guest('move/read'), { moveId: uuidv7() }),
      await stay.call('POST', guest('payment/begin'), { provider: 'TOSS' }),
    ];
    for (const answer of refused.slice(0, 5)) expect(problem(answer)).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(refused[5]?.status).toBe(409);
    for (const rest of ['doors', 'access-code'])
      expect((await stay.call('GET', guest(rest))).body).toMatchObject(
        rest === 'doors' ? { items: [] } : { doors: [] },
      );
  });

  it('ends after the months of the store, at once for a shorter setting, and never for a revoked link (GT-3)', async () => {
    const [stay, revoked] = [await guestOf(), await guestOf()];
    await desk.verb(stay.of, 'cancel');
    await desk.verb(revoked.of, 'cancel');
    const path = `/${desk.shop.slug}/reservation/${String(revoked.of['id'])}/guest-access`;
    expect((await desk.admin.call('GET', path)).body).toMatchObject({ state: 'READABLE' });
    expect((await desk.admin.call('DELETE', path)).body).toMatchObject({ state: 'REVOKED' });
    expect(problem(await revoked.call('GET', '/guest/page'))).toEqual(INVALID);
    const until = new Date('2027-05-21T06:00:00.000Z');
    expect((await read(stay)).readableUntil).toBe(until.toISOString());
    try {
      clock.set(new Date(until.getTime() - 1));
      expect((await read(stay)).reservation.state).toBe('CANCELLED');
      clock.advance(1);
      expect(problem(await stay.call('GET', '/guest/page'))).toEqual(INVALID);
      await setStore({ guest_page_months: 12 });
      expect((await read(stay)).readableUntil).toBe('2027-11-21T06:00:00.000Z');
      await setStore({ guest_page_months: 1 });
      expect(problem(await stay.call('GET', '/guest/page'))).toEqual(INVALID);
    } finally {
      await setStore({ guest_page_months: 6 });
      clock.set(NOW);
    }
  });

  it('ends with the erasure of the personal data of its guest (PD-2)', async () => {
    const [stay, other] = [await guestOf(), await guestOf()];
    await desk.verb(stay.of, 'cancel');
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      sql`update reservations set guest_name = '', guest_phone = '', guest_email = ''
        where id = ${String(stay.of['id'])}`.execute(tx),
    );
    expect(problem(await stay.call('GET', '/guest/page'))).toEqual(INVALID);
    expect((await read(other)).reservation.state).toBe('CONFIRMED');
  });

  it('shows an expired hold with what was not charged, and where to book again', async () => {
    const held = await guestOf({ state: 'PENDING' });
    await setStore({ booking_is_open: true });
    clock.set(new Date(String(held.of['holdExpiresAt'])));
    await settleDue({ db: server.app.db, clock });
    const page = await read(held);
    expect(page).toMatchObject({
      reservation: { state: 'EXPIRED' },
      stateChange: { by: 'SERVER' },
      refund: null,
      bookingPath: `/b/${desk.shop.slug}/${desk.storeId}?room=${String(held.of['roomId'])}`,
    });
    await setStore({ booking_is_open: false });
    expect((await read(held)).bookingPath).toBeNull();
  });

  it('names the old time and room of a move until it is read, for all who have the link (GP-10)', async () => {
    const stay = await guestOf();
    const [from, to] = [String(stay.of['roomId']), desk.roomIds[(room += 1)]];
    const { startsAt, endsAt } = desk.time(4);
    const moved = await desk.edit(stay.of, { roomId: to, startsAt, endsAt });
    expect(moved.status).toBe(200);
    const [move, ...none] = (await read(stay)).moves;
    expect([move, none]).toMatchObject([
      {
        by: 'STORE',
        from: {
          roomName: `Room ${desk.roomIds.indexOf(from) + 1}`,
          startsAt: stay.of['startsAt'],
          endsAt: stay.of['endsAt'],
        },
        isRead: false,
      },
      [],
    ]);
    expect(problem(await stay.call('POST', guest('move/read'), { moveId: uuidv7() }))).toEqual([404, 'NOT_FOUND']);
    const readIt = () => stay.call('POST', guest('move/read'), { moveId: move?.id });
    expect([(await readIt()).status, (await readIt()).status]).toEqual([200, 200]);
    expect((await read(stay)).moves).toMatchObject([{ isRead: true }]);
    // A later move is unread again, and reading the first one once more does not hide it.
    await desk.edit(await desk.read(stay.of), { ...desk.time(6) });
    await readIt();
    expect((await read(stay)).moves.map(({ isRead, from: { roomName } }) => [isRead, roomName !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    // A guest still sees no door of a room that they left.
    expect((await read(stay)).doors).toEqual([]);
  });

  it('marks no move of another reservation as read', async () => {
    const [mine, other] = [await guestOf(), await guestOf()];
    await desk.edit(other.of, { ...desk.time(5) });
    const [move] = (await read(other)).moves;
    const answer = await mine.call('POST', guest('move/read'), { moveId: move?.id });
    expect(problem(answer)).toEqual([404, 'NOT_FOUND']);
    expect((await read(other)).moves).toMatchObject([{ isRead: false }]);
  });

  it('names the refund rules with their deadlines, and the terms while money is due (GP-11)', async () => {
    const tiers = JSON.stringify([
      { hoursBefore: 1, refundPercent: 50 },
      { hoursBefore: 3, refundPercent: 100 },
    ]);
    await setStore({ cancellation_tiers: tiers });
    const stay = await guestOf({ state: 'PENDING' });
    const startsMs = Date.parse(String(stay.of['startsAt']));
    const at = (hours: number) => new Date(startsMs - hours * HOUR_MS).toISOString();
    expect(await read(stay)).toMatchObject({
      refundSteps: [
        { until: at(3), refundPercent: 100 },
        { until: at(1), refundPercent: 50 },
        { until: at(0), refundPercent: 0 },
      ],
      bookingTerms: '약관',
    });
    await pay(stay.of, 20_000);
    expect(await read(stay)).toMatchObject({ reservation: { state: 'CONFIRMED' }, bookingTerms: '' });
  });
});
