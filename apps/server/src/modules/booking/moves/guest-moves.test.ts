import {
  guestMoveOffer,
  guestMoveQuote,
  guestMoveTimes,
  reservationDetail,
  type GuestMoveOffer,
} from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../../db/index.ts';
import { ledgerFaults } from '../../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../../testing/desks/paying-desk.ts';
import {
  fakeClock,
  HOUR_MS,
  insertCancelCode,
  itemsOf,
  makeGuest,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../../testing/index.ts';

/** A Saturday, 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');
const clock = fakeClock(NOW);
let server: TestServer;
let desk: PayingDesk;
beforeAll(async () => {
  server = await startTestServer({ clock });
  desk = await openPayingDesk(server);
  await desk.set({
    booking_is_open: true as unknown as number,
    horizon_days: 60,
    hold_minutes: 10,
    cancellation_tiers: JSON.stringify([
      { hoursBefore: 24, refundPercent: 100 },
      { hoursBefore: 0, refundPercent: 50 },
    ]),
  });
  // Evenings cost 8,000 won a slot instead of 5,000, and mornings nothing.
  for (const [fromTime, toTime, amount] of [
    ['18:00', '00:00', 8000],
    ['06:00', '10:00', 0],
    ['10:00', '12:00', 2000],
  ] as const) {
    const { status } = await desk.admin.call('POST', `/${desk.shop.slug}/price-policy`, {
      storeId: desk.storeId,
      name: fromTime,
      roomIds: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      holidays: true,
      startsOn: null,
      endsOn: null,
      fromTime,
      toTime,
      unit: 'SLOT',
      amount,
      packageMinutes: null,
      includedHeadCount: 4,
      extraPersonAmount: 1000,
      priority: 10,
    });
    expect(status).toBe(200);
  }
});
afterAll(async () => {
  expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  await server.close();
  await Promise.all([desk.toss.close(), desk.portone.close()]);
});
beforeEach(() => {
  clock.set(NOW);
});
afterEach(async () => {
  desk.toss.faults.next = [];
  clock.set(NOW);
  await server.withActor(SYSTEM, (tx) =>
    tx.updateTable('jobs').set({ due_at: NOW }).where('due_at', '>', NOW).execute(),
  );
});

const at = (rest = '') => `/${desk.shop.slug}/guest/move${rest}`;
const problem = ({ status, body }: Answer) => [status, body['code']];
/** An instant of a day after Saturday the 21st, in Seoul. */
const seoul = (day: number, time: string) => new Date(`2026-11-${21 + day}T${time}:00+09:00`).toISOString();

interface Guest {
  readonly of: Answer['body'];
  readonly call: Caller['call'];
  readonly roomId: string;
}

let rooms = 0;
/** The guest of a stay from 14:00 to 16:00 in three days, in a separate room, paid with a card through Toss. */
async function paidGuest(record: Readonly<Record<string, unknown>> = {}, isPaid = true): Promise<Guest> {
  const roomId = String(desk.roomIds[rooms++]);
  const of = await desk.createReservation({
    roomId,
    startsAt: seoul(3, '14:00'),
    endsAt: seoul(3, '16:00'),
    ...record,
  });
  if (isPaid) await desk.paid(of);
  const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
  return { of, call, roomId };
}

/** The card company disputes the payment of the stay. */
const openDispute = ({ of }: Guest) =>
  server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
    tx
      .updateTable('provider_payments')
      .set({ dispute_opened_at: NOW })
      .where('id', 'in', tx.selectFrom('payments').select('id').where('reservation_id', '=', String(of['id'])))
      .execute(),
  );

const offerOf = async ({ call }: Pick<Guest, 'call'>): Promise<GuestMoveOffer> => {
  const { status, body } = await call('GET', at());
  expect(status, JSON.stringify(body)).toBe(200);
  return guestMoveOffer.strict().parse(body);
};
const to = ({ roomId }: Guest, day: number, [from, end]: readonly [string, string], more = {}) => ({
  roomId,
  startsAt: seoul(day, from),
  endsAt: seoul(day, end),
  headCount: 2,
  ...more,
});
const AFTERNOON = ['13:00', '15:00'] as const;
const EVENING = ['19:00', '21:00'] as const;
const MORNING = ['10:00', '12:00'] as const;
const DAWN = ['07:00', '09:00'] as const;

async function move(guest: Guest, target: object, expectedPriceAmount: number, headers?: Record<string, string>) {
  const { version } = await offerOf(guest);
  return guest.call('POST', at(), { ...target, version, expectedPriceAmount }, headers);
}
async function moved(guest: Guest, target: object, expectedPriceAmount: number): Promise<GuestMoveOffer> {
  const { status, body } = await move(guest, target, expectedPriceAmount);
  expect(status, JSON.stringify(body)).toBe(200);
  return guestMoveOffer.strict().parse(body);
}
/** Begins the payment of what is due and agrees to it in the window of the provider. */
async function agreed({ call }: Guest) {
  const { status, body } = await call('POST', `/${desk.shop.slug}/guest/payment/begin`, { provider: 'TOSS' });
  expect(status, JSON.stringify(body)).toBe(200);
  const [id, amount] = [String(body['orderId']), Number(body['payment']?.['amount'])];
  return { id, amount, paymentKey: desk.toss.book.agree({ orderId: id, amount }).paymentKey };
}
const confirm = ({ call }: Guest, { id, ...body }: { id: string; paymentKey: string; amount: number }) =>
  call('POST', `/${desk.shop.slug}/guest/payment/${id}/confirm`, body);
const pay = async (guest: Guest) => {
  const order = await agreed(guest);
  const { status, body } = await confirm(guest, order);
  expect(status, JSON.stringify(body)).toBe(200);
  return order.amount;
};
const stayOf = async ({ of }: Guest) => {
  const { startsAt, endsAt, priceAmount, paidAmount, state, headCount } = reservationDetail.parse(await desk.read(of));
  return { startsAt, endsAt, priceAmount, paidAmount, state, headCount };
};
const kindsOf = async ({ of }: Guest) =>
  ((await desk.read(of))['history'] ?? []).map(({ kind, actorKind }) => `${String(kind)} ${String(actorKind)}`);
/** Lets the server do what is due, with the clock standing still between the steps. */
async function passTime(ms = 2000): Promise<void> {
  clock.advance(ms);
  await server.app.jobs.runDue();
}
const BEFORE = { startsAt: seoul(3, '14:00'), endsAt: seoul(3, '16:00'), priceAmount: 20_000, state: 'CONFIRMED' };
const freeAt = async (guest: Guest, day: number, [from, end]: readonly [string, string]) =>
  (await desk.book({ roomId: guest.roomId, startsAt: seoul(day, from), endsAt: seoul(day, end) })).status === 200;

describe('whether and to which times a guest can move (GT-30, GT-31)', () => {
  it('lists the starts of a day with the price of the whole stay, and counts the own time as free', async () => {
    const guest = await paidGuest();
    const offer = await offerOf(guest);
    expect(offer).toMatchObject({
      mayMove: { isAllowed: true, until: seoul(2, '14:00') },
      reason: null,
      movesLeft: 3,
      proof: 'NONE',
      held: null,
      stay: { roomId: guest.roomId, priceAmount: 20_000, headCount: 2 },
      today: '2026-11-21',
    });
    const { body } = await guest.call('GET', at('/times?date=2026-11-24&headCount=2&minutes=120'));
    const times = guestMoveTimes.strict().parse(body);
    const index = times.roomIds.indexOf(guest.roomId);
    const priceAt = (time: string) =>
      times.items.find(({ startsAt }) => startsAt === seoul(3, time))?.amounts[index] ?? null;
    expect([priceAt('14:00'), priceAt('15:00'), priceAt('19:00'), priceAt('10:00')]).toEqual([
      20_000, 20_000, 32_000, 8000,
    ]);
    const neighbour = await paidGuest({ startsAt: seoul(3, '14:00'), endsAt: seoul(3, '16:00') });
    const other = guestMoveTimes.parse(
      (await guest.call('GET', at('/times?date=2026-11-24&headCount=2&minutes=120'))).body,
    );
    const itsIndex = other.roomIds.indexOf(neighbour.roomId);
    expect(other.items.find(({ startsAt }) => startsAt === seoul(3, '15:00'))?.amounts[itsIndex]).toBeNull();
  });

  it('quotes what is paid, what goes back, and what a later cancellation refunds', async () => {
    const guest = await paidGuest();
    const quote = async (target: object) =>
      guestMoveQuote.strict().parse((await guest.call('POST', at('/quote'), target)).body);
    expect(await quote(to(guest, 4, EVENING))).toMatchObject({
      totalAmount: 32_000,
      dueAmount: 12_000,
      refundAmount: 0,
      refunds: [
        { until: seoul(3, '19:00'), refundPercent: 100, refundAmount: 32_000 },
        { until: seoul(4, '19:00'), refundPercent: 50, refundAmount: 16_000 },
      ],
    });
    expect(await quote(to(guest, 4, MORNING))).toMatchObject({ totalAmount: 8000, dueAmount: 0, refundAmount: 12_000 });
    expect(await stayOf(guest)).toMatchObject(BEFORE);
  });

  it('says why a stay cannot be moved, and refuses to move it', async () => {
    const late = await paidGuest({ startsAt: seoul(1, '13:00'), endsAt: seoul(1, '15:00') });
    const online = await paidGuest();
    const over = await paidGuest();
    const disputed = await paidGuest();
    const members = await desk.admin.call('POST', `/${desk.shop.slug}/reservation/series`, {
      roomId: String(desk.roomIds[rooms++]),
      startsAt: seoul(3, '14:00'),
      endsAt: seoul(3, '16:00'),
      headCount: 2,
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
      rule: { frequency: 'WEEKLY', count: 2 },
    });
    const [member] = members.body['reservations'] ?? [];
    if (!member) return expect.fail('The series has no stay');
    const link = await makeGuest(server, desk.shop, desk.storeId, String(member['id']));
    const series = { of: member, call: link.call, roomId: String(member['roomId']) };
    const cases: [Guest, string, (() => Promise<unknown>) | null][] = [
      [late, 'TOO_LATE', null],
      [online, 'NOT_SOLD_ONLINE', () => desk.set({ booking_is_open: false as unknown as number })],
      [disputed, 'IN_DISPUTE', () => openDispute(disputed)],
      [series, 'SERIES', null],
      [over, 'NOT_CONFIRMED', async () => desk.verb(await desk.read(over.of), 'cancel', { reason: '' })],
    ];
    for (const [guest, reason, prepare] of cases) {
      await prepare?.();
      // The cancelled stay has another version, and its link only reads.
      const offer = await guest.call('GET', at());
      expect([offer.body['reason'], offer.body['mayMove']?.['isAllowed']]).toEqual([reason, false]);
      const { version } = guestMoveOffer.parse(offer.body);
      const body = { ...to(guest, 5, AFTERNOON), version, expectedPriceAmount: 20_000 };
      expect(problem(await guest.call('POST', at(), body))).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect(problem(await guest.call('POST', at('/quote'), to(guest, 5, AFTERNOON)))).toEqual([
        409,
        'STATE_NOT_ALLOWED',
      ]);
      await desk.set({ booking_is_open: true as unknown as number });
    }
  });

  it('needs a code on a link that two devices have used, and uses it up (GT-14)', async () => {
    const guest = await paidGuest();
    let cookie = '';
    for (let devices = 0; devices < 2; devices += 1) {
      const { headers } = await guest.call('GET', '/guest/page');
      cookie = /^(munjigi_device=[\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
      await guest.call('GET', '/guest/page', undefined, { cookie });
    }
    expect((await guest.call('GET', at(), undefined, { cookie })).body).toMatchObject({ proof: 'PHONE_CODE' });
    const target = to(guest, 4, AFTERNOON);
    expect(problem(await move(guest, target, 20_000))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    expect(problem(await move(guest, { ...target, phoneCode: '000000' }, 20_000))).toEqual([401, 'INVALID_CODE']);
    const phoneCode = await insertCancelCode(server, desk, String(guest.of['id']));
    expect((await move(guest, { ...target, phoneCode }, 20_000)).status).toBe(200);
    expect(await stayOf(guest)).toMatchObject({ startsAt: seoul(4, '13:00') });
    expect(problem(await move(guest, { ...to(guest, 5, AFTERNOON), phoneCode }, 20_000))).toEqual([
      401,
      'INVALID_CODE',
    ]);
  });

  it('moves a stay three times at most', async () => {
    const guest = await paidGuest();
    for (const day of [4, 5, 6]) await moved(guest, to(guest, day, AFTERNOON), 20_000);
    expect(await offerOf(guest)).toMatchObject({ reason: 'TOO_MANY_MOVES', movesLeft: 0 });
    expect(problem(await move(guest, to(guest, 7, AFTERNOON), 20_000))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });
});

describe('a move that costs no more (GT-33)', () => {
  it('is made at once for the same price, as a move of the guest, and frees the former time', async () => {
    const guest = await paidGuest();
    expect(await moved(guest, to(guest, 4, AFTERNOON), 20_000)).toMatchObject({ held: null, movesLeft: 2 });
    expect(await stayOf(guest)).toMatchObject({ startsAt: seoul(4, '13:00'), priceAmount: 20_000, paidAmount: 20_000 });
    expect(await kindsOf(guest)).toContain('MOVED GUEST');
    expect(await freeAt(guest, 3, ['14:00', '16:00'])).toBe(true);
  });

  it('returns the difference through the provider that was paid', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, MORNING), 8000);
    await until('the provider has returned the difference', async () => {
      await passTime();
      return (await stayOf(guest)).paidAmount === 8000;
    });
    expect(await offerOf(guest)).toMatchObject({ reason: null, stay: { priceAmount: 8000 } });
    expect((await guest.call('GET', `/${desk.shop.slug}/guest/reservation`)).body).toMatchObject({
      owedAmount: 0,
      priceAmount: 8000,
    });
  });

  it('leaves the difference of money that staff took to the store, which is notified', async () => {
    const guest = await paidGuest({}, false);
    const cash = { reservationId: guest.of['id'], method: 'CASH', amount: 20_000 };
    expect((await desk.admin.call('POST', desk.url(), cash)).status).toBe(200);
    await moved(guest, to(guest, 4, MORNING), 8000);
    const owed = await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(guest.of['id'])}`));
    expect(itemsOf(owed.body).map(({ amount }) => amount)).toEqual([12_000]);
    expect(await offerOf(guest)).toMatchObject({ reason: 'MONEY_OWED' });
  });

  it('goes from a paid to a free time and back: all comes back, and all is paid again', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, DAWN), 0);
    expect(await offerOf(guest)).toMatchObject({ reason: 'MONEY_OWED' });
    await until('all money is back', async () => {
      await passTime();
      return (await stayOf(guest)).paidAmount === 0;
    });
    expect(await moved(guest, to(guest, 4, AFTERNOON), 20_000)).toMatchObject({ held: { addedAmount: 20_000 } });
    expect(await pay(guest)).toBe(20_000);
    expect(await stayOf(guest)).toMatchObject({
      startsAt: seoul(4, '13:00'),
      priceAmount: 20_000,
      paidAmount: 20_000,
    });
  });

  it('moves a stay that is paid at the store at once, and leaves its price to the store', async () => {
    const guest = await paidGuest({}, false);
    expect(await moved(guest, to(guest, 4, EVENING), 32_000)).toMatchObject({ held: null });
    expect(await stayOf(guest)).toMatchObject({ priceAmount: 32_000, paidAmount: 0, startsAt: seoul(4, '19:00') });
  });
});

describe('a dearer move (GT-32)', () => {
  it('is held with both times, and made with the payment', async () => {
    const guest = await paidGuest();
    const held = await moved(guest, to(guest, 4, EVENING), 32_000);
    expect(held.held).toMatchObject({ startsAt: seoul(4, '19:00'), priceAmount: 32_000, addedAmount: 12_000 });
    expect(await stayOf(guest)).toMatchObject(BEFORE);
    expect(await freeAt(guest, 4, EVENING)).toBe(false);
    expect(await freeAt(guest, 3, ['14:00', '16:00'])).toBe(false);
    expect(await pay(guest)).toBe(12_000);
    expect(await stayOf(guest)).toMatchObject({
      startsAt: seoul(4, '19:00'),
      endsAt: seoul(4, '21:00'),
      priceAmount: 32_000,
      paidAmount: 32_000,
    });
    expect(await kindsOf(guest)).toEqual(expect.arrayContaining(['MOVE_HELD GUEST', 'MOVED GUEST']));
    expect(await freeAt(guest, 4, EVENING)).toBe(false);
    expect(await freeAt(guest, 3, ['14:00', '16:00'])).toBe(true);
    expect(await offerOf(guest)).toMatchObject({ held: null, movesLeft: 2 });
  });

  it('is held beside a time that it overlaps in the same room', async () => {
    const guest = await paidGuest({ startsAt: seoul(3, '16:00'), endsAt: seoul(3, '18:00') });
    await moved(guest, to(guest, 3, ['15:00', '19:00']), 46_000);
    expect(await freeAt(guest, 3, ['15:00', '16:00'])).toBe(false);
    expect(await freeAt(guest, 3, ['18:00', '19:00'])).toBe(false);
    expect(await pay(guest)).toBe(26_000);
    expect(await stayOf(guest)).toMatchObject({ startsAt: seoul(3, '15:00'), endsAt: seoul(3, '19:00') });
    expect(await freeAt(guest, 3, ['18:00', '19:00'])).toBe(false);
  });

  it('is returned when the time to pay is over: the stay stays, and the time is free again', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, EVENING), 32_000);
    clock.advance(11 * MINUTE_MS);
    await until('the move is returned', async () => {
      await passTime();
      return (await kindsOf(guest)).includes('MOVE_RETURNED SYSTEM');
    });
    expect(await stayOf(guest)).toMatchObject({ ...BEFORE, paidAmount: 20_000 });
    expect(await freeAt(guest, 4, EVENING)).toBe(true);
    expect(problem(await guest.call('POST', `/${desk.shop.slug}/guest/payment/begin`, { provider: 'TOSS' }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);
  });

  it('is returned by the guest, and counts when it happens three times', async () => {
    const guest = await paidGuest();
    for (const left of [3, 3, 0]) {
      await moved(guest, to(guest, 4, EVENING), 32_000);
      const { status, body } = await guest.call('DELETE', at());
      expect([status, body['movesLeft'], body['held']]).toEqual([200, left, null]);
    }
    expect(problem(await guest.call('DELETE', at()))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await freeAt(guest, 4, EVENING)).toBe(true);
  });

  it('is replaced by another choice', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, EVENING), 32_000);
    await moved(guest, to(guest, 5, EVENING), 32_000);
    expect(await freeAt(guest, 4, EVENING)).toBe(true);
    expect(await pay(guest)).toBe(12_000);
    expect(await stayOf(guest)).toMatchObject({ startsAt: seoul(5, '19:00'), paidAmount: 32_000 });
  });

  it('is not replaced while money that was paid for it would be owed: the guest gives it back first', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, EVENING), 32_000);
    const cash = { reservationId: guest.of['id'], method: 'CASH', amount: 5000 };
    expect((await desk.admin.call('POST', desk.url(), cash)).status).toBe(200);
    expect(problem(await move(guest, to(guest, 5, EVENING), 32_000))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await offerOf(guest)).held).not.toBeNull();
    expect((await guest.call('DELETE', at())).body).toMatchObject({ held: null, reason: 'MONEY_OWED' });
    const owed = await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(guest.of['id'])}`));
    expect(itemsOf(owed.body).map(({ amount }) => amount)).toEqual([5000]);
  });

  it('keeps the agreed add-ons at their price, and adds and removes others at present prices (GT-31)', async () => {
    const guest = await paidGuest();
    const add = await desk.admin.call('POST', `/${desk.shop.slug}/add-on`, {
      storeId: desk.storeId,
      name: '케이크',
      description: '',
      unit: 'STAY',
      amount: 3000,
      maxQuantity: 2,
      roomIds: [],
      isOffered: true,
      sortOrder: 0,
    });
    const addOns = [{ addOnId: add.body['id'], quantity: 2 }];
    const held = await moved(guest, to(guest, 4, AFTERNOON, { addOns }), 26_000);
    expect(held.held).toMatchObject({ addedAmount: 6000 });
    expect(await pay(guest)).toBe(6000);
    const { stay } = await offerOf(guest);
    expect(stay.addOns).toMatchObject([{ quantity: 2, unitAmount: 3000, amount: 6000 }]);
    const tooMany = { ...to(guest, 5, AFTERNOON), addOns: [{ addOnId: add.body['id'], quantity: 3 }] };
    expect(problem(await guest.call('POST', at('/quote'), tooMany))).toEqual([422, 'ADD_ON_REFUSED']);
    // One piece keeps the agreed price, also after the store has raised it.
    const raised = { version: add.body['version'], amount: 9000 };
    expect((await desk.admin.call('PATCH', `/${desk.shop.slug}/add-on/${String(add.body['id'])}`, raised)).status).toBe(
      200,
    );
    const one = [{ addOnId: add.body['id'], quantity: 1 }];
    const fewer = await guest.call('POST', at('/quote'), to(guest, 4, AFTERNOON, { addOns: one }));
    expect(fewer.body).toMatchObject({ totalAmount: 23_000, refundAmount: 3000 });
  });

  it('is returned by every change of staff to the stay, and by its cancellation', async () => {
    const edited = await paidGuest();
    await moved(edited, to(edited, 4, EVENING), 32_000);
    expect(
      (await desk.edit(await desk.read(edited.of), { startsAt: seoul(5, '14:00'), endsAt: seoul(5, '16:00') })).status,
    ).toBe(200);
    const cancelled = await paidGuest();
    await moved(cancelled, to(cancelled, 4, EVENING), 32_000);
    const { version } = await offerOf(cancelled);
    const cancel = { version, expectedRefundAmount: 20_000 };
    expect((await cancelled.call('POST', `/${desk.shop.slug}/guest/cancel`, cancel)).status).toBe(200);
    for (const guest of [edited, cancelled]) {
      expect(await freeAt(guest, 4, EVENING)).toBe(true);
      expect(await kindsOf(guest)).toEqual(expect.arrayContaining([expect.stringContaining('MOVE_RETURNED')]));
    }
  });

  it('is refused at another price than the expected one, without what staff see', async () => {
    const guest = await paidGuest();
    const target = { ...to(guest, 4, AFTERNOON), headCount: 2 };
    expect(problem(await move(guest, target, 19_000))).toEqual([409, 'PRICE_CHANGED']);
    expect((await move(guest, target, 19_000)).body['current']).toBeUndefined();
    expect(await stayOf(guest)).toMatchObject(BEFORE);
  });
});

describe('moves at the same moment (GT-34)', () => {
  it('makes one of two moves, and none twice with one idempotency key', async () => {
    const guest = await paidGuest();
    const { version } = await offerOf(guest);
    const body = (day: number) => ({ ...to(guest, day, AFTERNOON), version, expectedPriceAmount: 20_000 });
    const both = await Promise.all([4, 5].map((day) => guest.call('POST', at(), body(day))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const key = { 'idempotency-key': uuidv7() };
    const { version: next } = await offerOf(guest);
    const again = { ...to(guest, 6, AFTERNOON), version: next, expectedPriceAmount: 20_000 };
    for (const _ of [1, 2]) expect((await guest.call('POST', at(), again, key)).status).toBe(200);
    expect((await kindsOf(guest)).filter((kind) => kind === 'MOVED GUEST')).toHaveLength(2);
  });

  it('gives the target to one of a moving guest and another guest', async () => {
    for (const [day, price, window] of [
      [8, 32_000, EVENING],
      [9, 20_000, AFTERNOON],
    ] as const) {
      const guest = await paidGuest();
      const [moving, booking] = await Promise.all([
        move(guest, to(guest, day, window), price),
        desk.book({ roomId: guest.roomId, startsAt: seoul(day, window[0]), endsAt: seoul(day, window[1]) }),
      ]);
      expect([moving.status, booking.status].sort()).toEqual([200, 409]);
      if (moving.status === 409) expect(await stayOf(guest)).toMatchObject(BEFORE);
    }
  });

  it('ends in one of both states when the guest moves and cancels, or staff move, at once', async () => {
    const guest = await paidGuest();
    const { version } = await offerOf(guest);
    const [moving, cancelling] = await Promise.all([
      guest.call('POST', at(), { ...to(guest, 4, EVENING), version, expectedPriceAmount: 32_000 }),
      guest.call('POST', `/${desk.shop.slug}/guest/cancel`, { version, expectedRefundAmount: 20_000 }),
    ]);
    expect([moving.status, cancelling.status].sort()).toEqual([200, 409]);
    const other = await paidGuest();
    const { version: its } = await offerOf(other);
    const [byGuest, byStaff] = await Promise.all([
      other.call('POST', at(), { ...to(other, 4, AFTERNOON), version: its, expectedPriceAmount: 20_000 }),
      desk.edit(other.of, { version: its, startsAt: seoul(5, '14:00'), endsAt: seoul(5, '16:00') }),
    ]);
    expect([byGuest.status, byStaff.status].sort()).toEqual([200, 409]);
  });

  it('loses no won when the payment arrives as the hold ends', async () => {
    for (const lateMs of [-90_000, 0, 60_000]) {
      const guest = await paidGuest();
      await moved(guest, to(guest, 10, EVENING), 32_000);
      const order = await agreed(guest);
      const held = await offerOf(guest);
      clock.set(new Date(Date.parse(String(held.held?.holdExpiresAt)) + lateMs));
      await Promise.all([confirm(guest, order), server.app.jobs.runDue()]);
      await until('the hold has ended', async () => {
        await passTime();
        return (await offerOf(guest)).held === null;
      });
      const stay = await stayOf(guest);
      const isMoved = stay.startsAt === seoul(10, '19:00');
      expect([stay.priceAmount, stay.paidAmount]).toEqual(isMoved ? [32_000, 32_000] : [20_000, 20_000]);
      clock.set(NOW);
    }
  });

  it('owes the money that PortOne took after the move was returned', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, EVENING), 32_000);
    const begun = await guest.call('POST', `/${desk.shop.slug}/guest/payment/begin`, { provider: 'PORTONE' });
    const orderId = String(begun.body['orderId']);
    desk.portone.book.agree({ orderId, amount: 12_000 });
    expect((await guest.call('DELETE', at())).status).toBe(200);
    const booked = desk.portone.book.find(orderId);
    if (!booked) throw new Error('PortOne does not know the payment');
    desk.portone.book.take(booked);
    const confirmed = await guest.call('POST', `/${desk.shop.slug}/guest/payment/${orderId}/confirm`, {
      amount: 12_000,
    });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    await until('the money is back', async () => {
      await passTime();
      return (await stayOf(guest)).paidAmount === 20_000;
    });
    expect(await stayOf(guest)).toMatchObject(BEFORE);
  });

  it('survives a clock that jumps, and 29 February', async () => {
    const guest = await paidGuest();
    await moved(guest, to(guest, 4, EVENING), 32_000);
    clock.advance(24 * HOUR_MS);
    await until('the move is returned', async () => {
      await passTime();
      return (await offerOf(guest)).held === null;
    });
    expect(await stayOf(guest)).toMatchObject({ ...BEFORE, paidAmount: 20_000 });
    clock.set(new Date('2028-02-20T06:00:00Z'));
    const leap = await paidGuest({ startsAt: '2028-02-27T14:00:00+09:00', endsAt: '2028-02-27T16:00:00+09:00' });
    const target = {
      roomId: leap.roomId,
      startsAt: '2028-02-29T23:00:00+09:00',
      endsAt: '2028-03-01T01:00:00+09:00',
      headCount: 2,
    };
    await moved(leap, target, 26_000);
    expect(await pay(leap)).toBe(6000);
    expect(await desk.read(leap.of)).toMatchObject({ businessDate: '2028-02-29', endsAt: '2028-02-29T16:00:00.000Z' });
  });
});
