import { reservationDetail } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingMarks } from '../booking/index.ts';
import {
  fakeClock,
  headOffice,
  openBookingDesk,
  openExtras,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type ExtrasOfDesk,
  type TestServer,
} from '../../testing/index.ts';

const refusal = ({ status, body }: Answer) => [status, body['code'], body['detail']];
const ROOMS = 24;

describe('add-ons and coupons in a reservation of staff (BK-13, CP-7)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: BookingDesk;
  let franchisee: Caller;
  let extras: ExtrasOfDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    const shop = await server.makeShop({ stores: 2, rooms: ROOMS });
    desk = await openBookingDesk(server, { shop });
    extras = openExtras(desk);
    franchisee = await server.signIn(shop, ['FRANCHISEE'], desk.shop.stores.slice(0, 1));
  });
  afterAll(() => server.close());

  const otherStoreId = () => desk.shop.stores[1]?.id ?? '';
  let room = 0;
  const nextRoom = () => desk.roomIds[(room += 1) % ROOMS];
  let days = 0;
  /** A time that no other test books. */
  const nextTime = () => desk.time(22 * (days += 1));
  const quote = (body: Readonly<Record<string, unknown>>, by: Caller = desk.admin) =>
    by.call('POST', `/${desk.shop.slug}/reservation/quote`, {
      roomId: desk.roomIds[0],
      ...desk.time(2),
      headCount: 2,
      ...body,
    });

  const addOn: ExtrasOfDesk['addOn'] = (change) => extras.addOn(change);
  const coupon: ExtrasOfDesk['coupon'] = (change) => extras.coupon(change);
  const usedCount: ExtrasOfDesk['usedCount'] = (id) => extras.usedCount(id);

  it('are in the quote, the reservation, its history, the audit log and the uses of the coupon', async () => {
    const [snacks, microphone] = [await addOn(), await addOn({ name: '마이크', unit: 'HOUR', amount: 1000 })];
    const { id: couponId, code } = await coupon({ kind: 'PERCENT', percent: 10, amount: null });
    const chosen = {
      addOns: [
        { addOnId: snacks, quantity: 2 },
        { addOnId: microphone, quantity: 1 },
      ],
      couponCode: ` ${code.toLowerCase()} `,
    };
    const time = { roomId: nextRoom(), ...nextTime() };
    const quoted = await quote({ ...time, ...chosen }, franchisee);
    // 20,000 for the room, 6,000 and 2 h × 1,000, less a tenth.
    expect([quoted.status, quoted.body]).toMatchObject([
      200,
      { totalAmount: 25_200, addOnLines: [{ amount: 6000 }, { amount: 2000 }], discount: { code, amount: 2800 } },
    ]);
    const { status, body } = await desk.book({ ...time, ...chosen, expectedPriceAmount: 25_200 }, franchisee);
    expect(status).toBe(200);
    const reservation = reservationDetail.parse(body);
    expect(reservation).toMatchObject({
      channel: 'STAFF',
      priceAmount: 25_200,
      paidAmount: 0,
      addOnLines: [
        { addOnId: snacks, label: '간식 세트', quantity: 2, amount: 6000 },
        { addOnId: microphone, quantity: 1, minutes: 120, amount: 2000 },
      ],
      discount: { couponId, code, amount: 2800 },
    });
    expect(await desk.read(body)).toMatchObject({ priceAmount: 25_200, discount: { code } });
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/coupon/${couponId}/use`)).body).toMatchObject({
      total: 1,
      items: [{ reservationId: reservation.id, discountAmount: 2800 }],
    });
    const [entry] = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', reservation.id).execute(),
    );
    expect(entry).toMatchObject({
      action: 'reservation.created',
      detail: { after: { priceAmount: 25_200, addOns: '간식 세트 ×2, 마이크 ×1', coupon: code, discountAmount: 2800 } },
    });
  });

  it.each([
    ['an unknown code', 'UNKNOWN', () => ({ code: 'NO-SUCH-CODE' })],
    ['a coupon before its first date', 'NOT_YET', () => coupon({ startsOn: '2026-11-22' })],
    ['a coupon after its last date', 'ENDED', () => coupon({ endsOn: '2026-11-20' })],
    ['a coupon of another store', 'OTHER_STORE', () => coupon({ storeIds: [otherStoreId()] })],
    ['a price below the minimum', 'PRICE_TOO_LOW', () => coupon({ minPriceAmount: 20_001 })],
    [
      'a withdrawn coupon',
      'WITHDRAWN',
      async () => {
        const created = await coupon();
        await desk.admin.call('POST', `/${desk.shop.slug}/coupon/${created.id}/withdraw`, { version: 1 });
        return created;
      },
    ],
    [
      'a coupon without uses left',
      'USED_UP',
      async () => {
        const created = await coupon({ maxUses: 1 });
        await desk.createReservation({ roomId: nextRoom(), ...nextTime(), couponCode: created.code });
        return created;
      },
    ],
    [
      'a coupon that this guest has used',
      'USED_BY_GUEST',
      async () => {
        const created = await coupon({ maxUsesPerGuest: 1 });
        await desk.createReservation({ roomId: nextRoom(), ...nextTime(), couponCode: created.code });
        return created;
      },
    ],
  ])(
    'refuse %s in the quote and in the reservation with %s, which then does not exist',
    async (_name, detail, make) => {
      const { code: couponCode } = await make();
      const time = { roomId: nextRoom(), ...nextTime() };
      expect(refusal(await quote({ ...time, couponCode, guestPhone: '010-1234-5678' }))).toEqual([
        422,
        'COUPON_REFUSED',
        detail,
      ]);
      expect(refusal(await desk.book({ ...time, couponCode }))).toEqual([422, 'COUPON_REFUSED', detail]);
      expect((await desk.book(time)).status).toBe(200);
    },
  );

  it('do not reveal to a franchisee the coupons of stores that they do not see (AC-1)', async () => {
    const { code: couponCode } = await coupon({ storeIds: [otherStoreId()] });
    expect(refusal(await quote({ couponCode }, franchisee))).toEqual([422, 'COUPON_REFUSED', 'UNKNOWN']);
    const time = { roomId: nextRoom(), ...nextTime() };
    expect(refusal(await desk.book({ ...time, couponCode }, franchisee))).toEqual([422, 'COUPON_REFUSED', 'UNKNOWN']);
  });

  it.each([
    ['of another store', async () => ({ addOnId: await addOn({ storeId: otherStoreId() }), quantity: 1 })],
    ['that is not offered', async () => ({ addOnId: await addOn({ isOffered: false }), quantity: 1 })],
    ['of other rooms', async () => ({ addOnId: await addOn({ roomIds: [desk.roomIds[ROOMS - 1]] }), quantity: 1 })],
    ['of more pieces than allowed', async () => ({ addOnId: await addOn({ maxQuantity: 1 }), quantity: 2 })],
  ])('refuse an add-on %s', async (_name, choose) => {
    const addOns = [await choose()];
    expect(refusal(await quote({ addOns }))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
    const time = { roomId: desk.roomIds[0], ...nextTime() };
    expect(refusal(await desk.book({ ...time, addOns }))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
  });

  it('refuse another price than the present one with PRICE_CHANGED and use no coupon', async () => {
    const { id, code: couponCode } = await coupon();
    const answer = await desk.book({ roomId: nextRoom(), ...nextTime(), couponCode, expectedPriceAmount: 14_999 });
    expect([answer.status, answer.body['code']]).toEqual([409, 'PRICE_CHANGED']);
    expect(await usedCount(id)).toBe(0);
  });

  it('give the last use to one of 12 people who book at once, also with different roles', async () => {
    const { id, code: couponCode } = await coupon({ maxUses: 1 });
    const time = nextTime();
    const answers = await Promise.all(
      desk.roomIds
        .slice(0, 12)
        .map((roomId, index) => desk.book({ roomId, ...time, couponCode }, index % 2 ? franchisee : desk.admin)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(new Set(refused.map(String))).toEqual(new Set(['422,COUPON_REFUSED,USED_UP']));
    expect(await usedCount(id)).toBe(1);
  });

  it('give the use back when the stay is cancelled (CP-4)', async () => {
    const { id, code: couponCode } = await coupon({ maxUses: 1 });
    const reservation = await desk.createReservation({ roomId: nextRoom(), ...nextTime(), couponCode }, franchisee);
    expect(await usedCount(id)).toBe(1);
    expect((await desk.verb(reservation, 'cancel', { reason: 'test' }, franchisee)).status).toBe(200);
    expect(await usedCount(id)).toBe(0);
    expect((await desk.book({ roomId: nextRoom(), ...nextTime(), couponCode })).status).toBe(200);
  });

  it.each([
    ['a phone in Korea', { guestPhone: '010-9999-0001', guestEmail: 'a@example.com' }, 'phone'],
    ['a phone abroad with an address', { guestPhone: '+12025550143', guestEmail: 'b@example.com' }, 'mailbox'],
  ] as const)('count a use of %s as online booking counts it (BK-16)', async (_name, guest, kind) => {
    const { code: couponCode } = await coupon();
    const reservation = await desk.createReservation({ roomId: nextRoom(), ...nextTime(), ...guest, couponCode });
    const { phone_mark: mark } = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('coupon_uses')
        .select('phone_mark')
        .where('reservation_id', '=', String(reservation['id']))
        .executeTakeFirstOrThrow(),
    );
    const marks = bookingMarks(server.config.tokenSecret);
    const { productId } = desk.shop;
    const expected =
      kind === 'phone' ? marks.ofPhone(productId, guest.guestPhone) : marks.ofMailbox(productId, guest.guestEmail);
    expect(mark).toEqual(expected);
  });

  it('are not for walk-ins, blocks and series', async () => {
    const [addOnId, { code: couponCode }] = [await addOn(), await coupon()];
    const time = { roomId: nextRoom(), ...nextTime() };
    for (const extra of [{ couponCode }, { addOns: [{ addOnId, quantity: 1 }] }]) {
      expect((await desk.book({ ...time, ...extra, channel: 'WALK_IN' })).status).toBe(400);
      expect((await desk.book({ ...time, ...extra, kind: 'BLOCK' })).status).toBe(400);
      const rule = { frequency: 'WEEKLY', interval: 1, weekdays: [6], until: '2026-12-19' };
      const series = { ...desk.wish(time), ...extra, rule };
      expect((await desk.admin.call('POST', `/${desk.shop.slug}/reservation/series`, series)).status).toBe(400);
    }
  });

  it('cannot be changed by the people who only book with them', async () => {
    const { id } = await coupon();
    const change = server.withActor(franchisee.actor, (tx) =>
      tx.updateTable('coupons').set({ max_uses: 1 }).where('id', '=', id).execute(),
    );
    await expect(change).rejects.toThrow('row-level security');
  });
});
