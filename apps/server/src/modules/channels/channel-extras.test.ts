// @sweep 1/8 (decision 086)
import { channelReservation } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  makeKey,
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
const ROOMS = 12;

describe('add-ons and coupons of channels (CH-5)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let extras: ExtrasOfDesk;
  let channel: Caller['call'];
  let secret: string;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    const shop = await server.makeShop({ stores: 2, rooms: ROOMS });
    desk = await openBookingDesk(server, { shop });
    extras = openExtras(desk);
    ({ call: channel, secret } = await makeKey(server, shop, shop.stores.slice(0, 1)));
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const path = (rest: string) => `/${desk.shop.slug}/channel/${rest}`;
  const otherStoreId = () => desk.shop.stores[1]?.id ?? '';
  const stay = (room = 0) => ({ roomId: desk.roomIds[room], ...desk.time(48) });
  const quote = (body: Readonly<Record<string, unknown>>) =>
    channel('POST', path('quote'), { ...stay(), headCount: 2, ...body });
  const hold = (body: Readonly<Record<string, unknown>>, by = channel) =>
    by('POST', path('reservation'), desk.wish({ ...stay(), ...body }));
  const act = (held: Answer, name: string, more: object = {}) =>
    channel('POST', path(`reservation/${held.body['id']}/${name}`), { version: held.body['version'], ...more });

  it('lists the offered add-ons of the stores of the key', async () => {
    const [snacks, microphone] = [
      await extras.addOn({ sortOrder: 2 }),
      await extras.addOn({ name: '마이크', unit: 'HOUR', amount: 1000, roomIds: [desk.roomIds[0]], sortOrder: 1 }),
    ];
    await extras.addOn({ isOffered: false });
    await extras.addOn({ storeId: otherStoreId() });
    const listed = await channel('GET', path(`add-on?storeId=${desk.storeId}`));
    expect([listed.status, listed.body['total']]).toEqual([200, 2]);
    expect(listed.body['items']).toEqual([
      {
        id: microphone,
        storeId: desk.storeId,
        name: '마이크',
        description: '',
        unit: 'HOUR',
        amount: 1000,
        maxQuantity: 3,
        roomIds: [desk.roomIds[0]],
        sortOrder: 1,
      },
      expect.objectContaining({ id: snacks, unit: 'STAY', roomIds: [] }),
    ]);
    expect(itemsOf((await channel('GET', path(`add-on?storeId=${otherStoreId()}`))).body)).toEqual([]);
    expect(itemsOf((await channel('GET', path('add-on'))).body)).toHaveLength(2);
  });

  it('quotes, holds, confirms with the money of the channel, extends and cancels a stay with both', async () => {
    const addOnId = await extras.addOn();
    const { id: couponId, code } = await extras.coupon({ kind: 'PERCENT', percent: 10, amount: null });
    const chosen = { addOns: [{ addOnId, quantity: 2 }], couponCode: ` ${code.toLowerCase()} ` };
    const quoted = await quote(chosen);
    // 20,000 for the room and 6,000, less a tenth. A channel does not read who bears the discount.
    const discount = { code, name: '오픈 기념', kind: 'PERCENT', percent: 10, amount: 2600 };
    expect([quoted.status, quoted.body]).toEqual([
      200,
      {
        totalAmount: 23_400,
        lines: [expect.objectContaining({ amount: 20_000 })],
        addOnLines: [expect.objectContaining({ addOnId, quantity: 2, amount: 6000 })],
        discount,
      },
    ]);
    const held = await hold({ ...chosen, expectedPriceAmount: 23_400, externalId: 'X-1' });
    expect(held.status).toBe(200);
    expect(channelReservation.strict().parse(held.body)).toMatchObject({
      state: 'PENDING',
      priceAmount: 23_400,
      addOnLines: [{ label: '간식 세트', quantity: 2, amount: 6000 }],
      discount,
    });
    expect(held.body['discount']).toEqual(discount);
    expect(await extras.usedCount(couponId)).toBe(1);
    const payment = { amount: 23_400, commissionAmount: 2000, commissionVatAmount: 200, reference: 'p-1' };
    const confirmed = await act(held, 'confirm', { payment });
    expect(confirmed.body).toMatchObject({ state: 'CONFIRMED', paidAmount: 23_400, discount });
    // The agreed discount is the most that a later change takes off.
    const extended = await act(confirmed, 'extend', { minutes: 60 });
    expect(extended.body).toMatchObject({ priceAmount: 33_400, discount: { amount: 2600 } });
    expect(await desk.read(held.body)).toMatchObject({ channel: 'CHANNEL', discount: { couponId, bearer: 'STORE' } });
    expect((await act(extended, 'cancel', { reason: '손님 변심' })).body).toMatchObject({ state: 'CANCELLED' });
    expect(await extras.usedCount(couponId)).toBe(0);
  });

  it('confirms a stay without money that a coupon covers', async () => {
    const { code: couponCode } = await extras.coupon({ amount: 50_000 });
    const held = await hold({ couponCode });
    expect(held.body).toMatchObject({ state: 'PENDING', priceAmount: 0, discount: { amount: 20_000 } });
    expect((await act(held, 'confirm')).body).toMatchObject({ state: 'CONFIRMED', paidAmount: 0 });
  });

  it.each([
    ['an unknown code', 'NOT_VALID', async () => 'NO-SUCH-CODE'],
    ['a coupon before its first date', 'NOT_VALID', async () => (await extras.coupon({ startsOn: '2026-11-22' })).code],
    ['a coupon of another store', 'NOT_VALID', async () => (await extras.coupon({ storeIds: [otherStoreId()] })).code],
    ['a price below the minimum', 'PRICE_TOO_LOW', async () => (await extras.coupon({ minPriceAmount: 20_001 })).code],
    [
      'a coupon without uses left',
      'USED_UP',
      async () => {
        const { code: couponCode } = await extras.coupon({ maxUses: 1 });
        expect((await hold({ roomId: desk.roomIds[1], couponCode })).status).toBe(200);
        return couponCode;
      },
    ],
    [
      'a coupon that the guest has used at the counter',
      'USED_BY_GUEST',
      async () => {
        const { code: couponCode } = await extras.coupon({ maxUsesPerGuest: 1 });
        await desk.createReservation({ roomId: desk.roomIds[1], ...desk.time(48), couponCode });
        return couponCode;
      },
    ],
  ])('refuses %s with %s, as guests read it, and holds nothing', async (_name, detail, make) => {
    const couponCode = await make();
    const refused = [422, 'COUPON_REFUSED', detail];
    expect(refusal(await quote({ couponCode, guestPhone: '010-1234-5678' }))).toEqual(refused);
    expect(refusal(await hold({ couponCode, externalId: 'X-1' }))).toEqual(refused);
    // Neither the time nor the number of the channel is taken.
    expect((await hold({ externalId: 'X-1' })).status).toBe(200);
  });

  it.each([
    ['of another store', async () => ({ addOnId: await extras.addOn({ storeId: otherStoreId() }), quantity: 1 })],
    ['that is not offered', async () => ({ addOnId: await extras.addOn({ isOffered: false }), quantity: 1 })],
    ['of other rooms', async () => ({ addOnId: await extras.addOn({ roomIds: [desk.roomIds[1]] }), quantity: 1 })],
    ['of more pieces than allowed', async () => ({ addOnId: await extras.addOn({ maxQuantity: 1 }), quantity: 2 })],
  ])('refuses an add-on %s', async (_name, choose) => {
    const addOns = [await choose()];
    expect(refusal(await quote({ addOns }))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
    expect(refusal(await hold({ addOns }))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
  });

  it('refuses another price than the present one with PRICE_CHANGED and uses no coupon', async () => {
    const { id, code: couponCode } = await extras.coupon();
    const answer = await hold({ couponCode, expectedPriceAmount: 20_000 });
    expect([answer.status, answer.body['code']]).toEqual([409, 'PRICE_CHANGED']);
    expect(await extras.usedCount(id)).toBe(0);
  });

  it('gives the last use to one of 12 holds in two processes, and back when the hold expires', async () => {
    const { id, code: couponCode } = await extras.coupon({ maxUses: 1 });
    const other = beside.caller(secret);
    const answers = await Promise.all(
      desk.roomIds.map((roomId, index) => hold({ roomId, couponCode }, index % 2 ? other : channel)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(new Set(refused.map(String))).toEqual(new Set(['422,COUPON_REFUSED,USED_UP']));
    expect(await extras.usedCount(id)).toBe(1);
  });

  it('answers 20 refused codes of a key within a minute, and further stays without a coupon', async () => {
    const limited = await startTestServer({ beside: server, config: { requestLimit: 100_000 } });
    try {
      const call = limited.caller(secret);
      const guess = (couponCode?: string) => hold({ couponCode }, call);
      for (let count = 0; count < 20; count += 1) expect((await guess(`WRONG-${count}`)).status).toBe(422);
      expect((await guess('WRONG-20')).body['code']).toBe('RATE_LIMITED');
      expect((await guess()).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
