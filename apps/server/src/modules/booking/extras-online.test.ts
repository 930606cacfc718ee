// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

const refusal = ({ status, body }: Answer) => [status, body['code'], body['detail']];

describe('add-ons and coupons on the booking page (BK-13, CP-2 to CP-4)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 40 });
  });
  afterAll(() => server.close());

  let room = 0;
  const nextRoom = () => desk.roomIds[(room += 1)];
  const book = (body: unknown) => desk.post('/reservation', body);
  const quote = (body: Readonly<Record<string, unknown>>) =>
    desk.post('/quote', { roomId: desk.roomIds[0], ...desk.stay(2), headCount: 2, ...body });
  const detailOf = async (id: unknown) =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${String(id)}`)).body;

  async function addOn(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const fields = { name: '간식 세트', description: '', unit: 'STAY', amount: 3000, maxQuantity: 3, roomIds: [] };
    const body = { storeId: desk.storeId, ...fields, isOffered: true, sortOrder: 0, ...change };
    const { body: created } = await desk.admin.call('POST', `/${desk.shop.slug}/add-on`, body);
    return String(created['id']);
  }

  let codes = 0;
  async function coupon(change: Readonly<Record<string, unknown>> = {}): Promise<{ id: string; code: string }> {
    const fields = {
      code: `SAVE-${(codes += 1)}`,
      name: '오픈 기념',
      kind: 'AMOUNT',
      percent: null,
      amount: 5000,
      maxDiscountAmount: null,
      minPriceAmount: 0,
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      storeIds: [],
      maxUses: null,
      maxUsesPerGuest: null,
      bearer: 'STORE',
    };
    const answer = await desk.admin.call('POST', `/${desk.shop.slug}/coupon`, { ...fields, ...change });
    expect(answer.status).toBe(200);
    return { id: String(answer.body['id']), code: String(answer.body['code']) };
  }

  it('lists what guests can add, and whether the store accepts coupons', async () => {
    const id = await addOn({ name: '마이크', unit: 'HOUR', amount: 1000 });
    await addOn({ name: 'hidden', isOffered: false });
    await coupon();
    // The page is at most a second old.
    await expect.poll(async () => (await desk.get()).body['hasCoupons'], { timeout: 5000 }).toBe(true);
    const { body } = await desk.get();
    expect(body['addOns']).toContainEqual({
      id,
      name: '마이크',
      description: '',
      unit: 'HOUR',
      amount: 1000,
      maxQuantity: 3,
      roomIds: [],
    });
    expect(JSON.stringify(body['addOns'])).not.toContain('hidden');
  });

  it('quotes room, add-ons and discount, and what a cancellation refunds of the rest', async () => {
    const [snacks, microphone] = [await addOn(), await addOn({ unit: 'HOUR', amount: 1000 })];
    const { code } = await coupon({ kind: 'PERCENT', percent: 10, amount: null, maxDiscountAmount: 2500 });
    const { status, body } = await quote({
      addOns: [
        { addOnId: snacks, quantity: 2 },
        { addOnId: microphone, quantity: 1 },
      ],
      couponCode: ` ${code.toLowerCase()} `,
    });
    // 20,000 for the room, 6,000 and 2 h × 1,000; a tenth is above the limit of 2,500.
    expect([status, body]).toMatchObject([
      200,
      {
        roomAmount: 20_000,
        totalAmount: 25_500,
        addOnLines: [
          { label: '간식 세트', quantity: 2, minutes: 0, amount: 6000 },
          { quantity: 1, minutes: 120, amount: 2000 },
        ],
        discount: { code, name: '오픈 기념', amount: 2500 },
      },
    ]);
    const refunds = body['refunds'] as unknown as { refundPercent: number; refundAmount: number }[];
    for (const { refundPercent, refundAmount } of refunds)
      expect(refundAmount).toBe(Math.floor((25_500 * refundPercent) / 100));
  });

  it('books them at the quoted price, and shows them to staff and to the guest', async () => {
    const [snacks, { id: couponId, code }] = [await addOn(), await coupon({ bearer: 'HEAD_OFFICE' })];
    const extras = { addOns: [{ addOnId: snacks, quantity: 1 }], couponCode: code };
    const form = await desk.form({ roomId: nextRoom(), ...extras, expectedPriceAmount: 18_000 });
    const { status, body } = await book(form);
    expect([status, body['priceAmount']]).toEqual([200, 18_000]);
    expect(await detailOf(body['reservationId'])).toMatchObject({
      priceAmount: 18_000,
      addOnLines: [{ addOnId: snacks, label: '간식 세트', quantity: 1, amount: 3000 }],
      discount: { couponId, code, name: '오픈 기념', kind: 'AMOUNT', bearer: 'HEAD_OFFICE', amount: 5000 },
    });
    const [, token = ''] = /^\/g\/(mjg_[\w-]{43})$/.exec(String(body['path'])) ?? [];
    const page = await server.caller(token)('GET', '/guest/page');
    expect(page.body['reservation']).toMatchObject({
      priceAmount: 18_000,
      addOns: [{ label: '간식 세트', quantity: 1, amount: 3000 }],
      discount: { name: '오픈 기념', amount: 5000 },
    });
    const uses = await desk.admin.call('GET', `/${desk.shop.slug}/coupon/${couponId}/use`);
    expect(uses.body).toMatchObject({
      total: 1,
      items: [{ reservationId: body['reservationId'], discountAmount: 5000, compensatedAmount: null }],
    });
  });

  it('refuses another price than the present one with PRICE_CHANGED', async () => {
    const { code } = await coupon();
    const form = await desk.form({ roomId: nextRoom(), couponCode: code, expectedPriceAmount: 14_999 });
    const answer = await book(form);
    expect([answer.status, answer.body['code'], answer.body['current']]).toMatchObject([
      409,
      'PRICE_CHANGED',
      { totalAmount: 15_000 },
    ]);
  });

  it('confirms a stay at once that a coupon makes free', async () => {
    const { code } = await coupon({ kind: 'PERCENT', percent: 100, amount: null });
    const form = await desk.form({ roomId: nextRoom(), couponCode: code, expectedPriceAmount: 0 });
    expect((await book(form)).body).toMatchObject({ state: 'CONFIRMED', priceAmount: 0 });
  });

  it('leaves nothing, or what a provider takes, when a coupon nearly pays for the stay (CP-2)', async () => {
    const { code } = await coupon({ amount: 19_950 });
    const { body } = await quote({ couponCode: code });
    expect(body).toMatchObject({ totalAmount: 200, dueAmount: 200, discount: { amount: 19_800, isReduced: true } });
    const roomId = nextRoom();
    const reservation = await book(await desk.form({ roomId, couponCode: code, expectedPriceAmount: 200 }));
    expect([reservation.status, reservation.body['state']]).toEqual([200, 'PENDING']);
  });

  it('confirms a stay at once whose price is below what a provider takes, and asks for nothing', async () => {
    await desk.setPrice(20);
    const roomId = nextRoom();
    expect((await quote({ roomId })).body).toMatchObject({ totalAmount: 80, dueAmount: 0 });
    const { status, body } = await book(await desk.form({ roomId, expectedPriceAmount: 80 }));
    await desk.setPrice(5000);
    expect([status, body['state']]).toEqual([200, 'CONFIRMED']);
    expect(await detailOf(body['reservationId'])).toMatchObject({ priceAmount: 80, paidAmount: 0, waivedAmount: 80 });
  });

  it('books the cheapest room that has the add-ons when the guest chooses none', async () => {
    const onlyRoom = nextRoom();
    const snacks = await addOn({ roomIds: [onlyRoom] });
    const stay = desk.stay(30);
    const extras = { addOns: [{ addOnId: snacks, quantity: 1 }] };
    const form = await desk.form({ roomId: null, ...stay, ...extras, expectedPriceAmount: 23_000 });
    expect((await book(form)).body).toMatchObject({ roomId: onlyRoom, priceAmount: 23_000 });
  });

  it.each([
    ['an add-on of another store', () => ({ addOnId: '019a0000-0000-7000-8000-000000000000', quantity: 1 })],
    ['an add-on that is not offered', async () => ({ addOnId: await addOn({ isOffered: false }), quantity: 1 })],
    ['an add-on of other rooms', async () => ({ addOnId: await addOn({ roomIds: [desk.roomIds[39]] }), quantity: 1 })],
    ['more than the stay can have', async () => ({ addOnId: await addOn({ maxQuantity: 1 }), quantity: 2 })],
  ])('refuses %s', async (_name, choose) => {
    const addOns = [await choose()];
    expect(refusal(await quote({ addOns }))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
    const form = await desk.form({ roomId: desk.roomIds[0], addOns, expectedPriceAmount: 23_000 });
    expect(refusal(await book(form))).toEqual([422, 'ADD_ON_REFUSED', undefined]);
  });

  it.each([
    ['an unknown code', 'NOT_VALID', () => ({ code: 'UNKNOWN' })],
    ['a coupon before its first date', 'NOT_VALID', () => coupon({ startsOn: '2026-11-22' })],
    ['a coupon after its last date', 'NOT_VALID', () => coupon({ endsOn: '2026-11-20' })],
    ['a price below the minimum', 'PRICE_TOO_LOW', () => coupon({ minPriceAmount: 20_001 })],
    [
      'a withdrawn coupon',
      'NOT_VALID',
      async () => {
        const created = await coupon();
        await desk.admin.call('POST', `/${desk.shop.slug}/coupon/${created.id}/withdraw`, { version: 1 });
        return created;
      },
    ],
  ])('refuses %s', async (_name, detail, make) => {
    const { code } = await make();
    expect(refusal(await quote({ couponCode: code }))).toEqual([422, 'COUPON_REFUSED', detail]);
    const form = await desk.form({ roomId: desk.roomIds[0], couponCode: code, expectedPriceAmount: 15_000 });
    expect(refusal(await book(form))).toEqual([422, 'COUPON_REFUSED', detail]);
  });

  it('names the price that a coupon needs, and no price with another refusal (CP-3)', async () => {
    const { code } = await coupon({ minPriceAmount: 20_001 });
    expect((await quote({ couponCode: code })).body).toMatchObject({ detail: 'PRICE_TOO_LOW', requiredAmount: 20_001 });
    const unknown = await quote({ couponCode: 'UNKNOWN' });
    expect(unknown.body['requiredAmount']).toBeUndefined();
  });

  it('gives the last use to one of 16 guests who book at once (CP-4)', async () => {
    const { id, code } = await coupon({ maxUses: 1 });
    const forms = [];
    for (let count = 0; count < 16; count += 1)
      forms.push(await desk.form({ roomId: nextRoom(), couponCode: code, expectedPriceAmount: 15_000 }));
    const answers = await Promise.all(forms.map(book));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(new Set(refused.map(String))).toEqual(new Set(['422,COUPON_REFUSED,USED_UP']));
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/coupon/${id}`)).body).toMatchObject({
      usedCount: 1,
      discountedAmount: 5000,
      state: 'ENDED',
    });
  });

  it('limits the uses of one phone, and gives a use back when the stay is cancelled (CP-4)', async () => {
    const { code } = await coupon({ maxUsesPerGuest: 1 });
    const guestPhone = desk.nextPhone();
    const form = (hours: number) =>
      desk.form({
        roomId: desk.roomIds[0],
        ...desk.stay(hours),
        guestPhone,
        couponCode: code,
        expectedPriceAmount: 15_000,
      });
    const first = await book(await form(100));
    expect(first.status).toBe(200);
    expect(refusal(await book(await form(110)))).toEqual([422, 'COUPON_REFUSED', 'USED_BY_GUEST']);
    const { version } = await detailOf(first.body['reservationId']);
    const cancelled = await desk.admin.call(
      'POST',
      `/${desk.shop.slug}/reservation/${String(first.body['reservationId'])}/cancel`,
      { version, reason: 'test' },
    );
    expect(cancelled.status).toBe(200);
    expect((await book(await form(110))).status).toBe(200);
  });

  it('keeps the add-ons and the terms of the coupon when staff move the stay', async () => {
    const microphone = await addOn({ unit: 'HOUR', amount: 1000 });
    const { id, code } = await coupon({ kind: 'PERCENT', percent: 50, amount: null });
    const roomId = nextRoom();
    const extras = { addOns: [{ addOnId: microphone, quantity: 1 }], couponCode: code };
    const { body } = await book(await desk.form({ roomId, ...extras, expectedPriceAmount: 11_000 }));
    // Later changes of both do not matter.
    await desk.admin.call('PATCH', `/${desk.shop.slug}/add-on/${microphone}`, { version: 1, amount: 9000 });
    await desk.admin.call('PATCH', `/${desk.shop.slug}/coupon/${id}`, { version: 1, percent: 1 });
    const { version } = await detailOf(body['reservationId']);
    const longer = desk.stay(2, 4);
    const moved = await desk.admin.call('PATCH', `/${desk.shop.slug}/reservation/${String(body['reservationId'])}`, {
      version,
      ...longer,
    });
    // 4 h: 40,000 for the room and 4,000 for the microphone; half of it is more than was agreed.
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { priceAmount: 33_000, addOnLines: [{ minutes: 240, amount: 4000 }], discount: { percent: 50, amount: 11_000 } },
    ]);
  });

  it('takes off no more than at the booking when staff lengthen a stay, and nothing below the minimum of the coupon', async () => {
    const { code } = await coupon({ kind: 'PERCENT', percent: 10, amount: null, minPriceAmount: 15_000 });
    const roomId = nextRoom();
    const { body } = await book(await desk.form({ roomId, couponCode: code, expectedPriceAmount: 18_000 }));
    const { startsAt, endsAt } = body as unknown as { startsAt: string; endsAt: string };
    const moveEnd = async (hours: number) => {
      const { version } = await detailOf(body['reservationId']);
      const end = new Date(Date.parse(endsAt) + hours * 3600_000).toISOString();
      const path = `/${desk.shop.slug}/reservation/${String(body['reservationId'])}`;
      return (await desk.admin.call('PATCH', path, { version, startsAt, endsAt: end })).body;
    };
    expect(await moveEnd(1)).toMatchObject({ priceAmount: 28_000, discount: { amount: 2000 } });
    expect(await moveEnd(-1)).toMatchObject({ priceAmount: 10_000, discount: { amount: 0 } });
    expect(await moveEnd(0)).toMatchObject({ priceAmount: 18_000, discount: { amount: 2000 } });
  });

  it('does not count a request that fails as a use', async () => {
    const { id, code } = await coupon({ maxUses: 1 });
    const form = await desk.form({ roomId: nextRoom(), couponCode: code, expectedPriceAmount: 1 });
    expect((await book(form)).status).toBe(409);
    const uses = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('coupon_uses').select('reservation_id').where('coupon_id', '=', id).execute(),
    );
    expect(uses).toEqual([]);
  });
});

describe('refused coupons of one address', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  afterAll(() => server.close());

  it('are answered 20 times in a minute (CP-3)', async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1, requestLimit: 6000 } });
    const desk = await openOnlineDesk(server, clock, { rooms: 1 });
    const headers = desk.from(desk.nextAddress());
    const stay = { roomId: desk.roomIds[0], ...desk.stay(2), headCount: 2 };
    // All at once, because the limiter returns a try every three seconds.
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, count) => desk.post('/quote', { ...stay, couponCode: `GUESS-${count}` }, headers)),
    );
    const refused = answers.filter(({ body }) => body['code'] === 'COUPON_REFUSED');
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeLessThan(30);
    expect(answers.filter(({ body }) => body['code'] === 'RATE_LIMITED')).toHaveLength(40 - refused.length);
    // Without a code the address still gets prices.
    expect((await desk.post('/quote', stay, headers)).status).toBe(200);
  });

  it('do not include requests that fail for another reason (CP-3)', async () => {
    const limited = await startTestServer({ clock, config: { trustProxy: 1, requestLimit: 6000 } });
    const desk = await openOnlineDesk(limited, clock, { rooms: 1 });
    const headers = desk.from(desk.nextAddress());
    const offGrid = { startsAt: '2026-11-21T05:07:00Z', endsAt: '2026-11-21T06:07:00Z' };
    const stay = { roomId: desk.roomIds[0], ...offGrid, headCount: 2, couponCode: 'GUESS-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.post('/quote', stay, headers)));
    expect(new Set(answers.map(({ body }) => body['code']))).toEqual(new Set(['OFF_SLOT_GRID']));
    const next = await desk.post('/quote', { ...stay, ...desk.stay(2) }, headers);
    expect(next.body['code']).toBe('COUPON_REFUSED');
    await limited.close();
  });
});
