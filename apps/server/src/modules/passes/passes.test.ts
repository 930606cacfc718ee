import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  makeGuest,
  startTestServer,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';

const DAY_MS = 24 * HOUR_MS;
const PHONE = '010-7777-1234';
type Json = Answer['body'];
type Fields = Readonly<Record<string, unknown>>;
const bodyOf = (answer: Answer): Json => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const problem = ({ status, body }: Answer) => [status, body['code'], body['detail']];

describe('prepaid passes', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: PayingDesk;
  let phones = 0;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openPayingDesk(server);
  });
  afterEach(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const slug = () => `/${desk.shop.slug}`;
  const post = (path: string, body: Fields, call: Caller['call'] = desk.admin.call) =>
    call('POST', `${slug()}${path}`, body, { 'idempotency-key': uuidv7() });
  const get = (path: string, call: Caller['call'] = desk.admin.call) => call('GET', `${slug()}${path}`);
  const newPhone = () => `010-7777-${String(2000 + (phones += 1))}`;

  const HOURS = { name: '10시간권', unit: 'MINUTES', units: 600, priceAmount: 90_000, validDays: 30, roomIds: [] };
  const CREDIT = { name: '10만원권', unit: 'WON', units: 100_000, priceAmount: 90_000, validDays: 30, roomIds: [] };
  const offer = async (terms: Fields = HOURS) => bodyOf(await post('/pass-offer', { storeId: desk.storeId, ...terms }));
  const sell = async (terms: Fields = HOURS, guestPhone = PHONE, more: Fields = {}) =>
    bodyOf(
      await post('/pass', {
        offerId: (await offer(terms))['id'],
        guestName: '이용권',
        guestPhone,
        method: 'CASH',
        ...more,
      }),
    );
  const stayOf = (guestPhone: string, record: Fields = {}) => desk.held({ guestPhone, ...record });
  const passesOf = async (stay: Fields, call?: Caller['call']) =>
    bodyOf(await get(`/reservation/${String(stay['id'])}/pass`, call))['passes'] as unknown as (Fields & {
      payment: Fields | null;
    })[];
  /** What the person saw of a pass, in a request. */
  const useOf = async (stay: Fields, passId: unknown) => {
    const pass = (await passesOf(stay)).find(({ id }) => id === passId);
    return {
      passId,
      expectedUnits: pass?.payment?.['units'] ?? 1,
      expectedCoveredAmount: pass?.payment?.['coveredAmount'] ?? 1,
    };
  };
  const use = async (stay: Json, pass: Json, call?: Caller['call']) =>
    post(`/reservation/${String(stay['id'])}/pass`, await useOf(stay, pass['id']), call);
  const read = async (pass: Json) => bodyOf(await get(`/pass/${String(pass['id'])}`));
  const refund = (pass: Json, amount?: number) =>
    desk
      .read1({ id: String(pass['paymentId']) })
      .then((payment) => desk.refund(payment, amount === undefined ? {} : { amount }));
  const paymentOf = async (stay: Json) => {
    const [payment] = itemsOf((await desk.admin.call('GET', desk.url(`?reservationId=${String(stay['id'])}`))).body);
    return payment as unknown as Fields & { id: string; version: number };
  };
  const sumsOf = async (paymentId: unknown) =>
    server.withActor(desk.admin.actor, async (tx) => {
      const { rows } = await sql<{ account: string; amount: number }>`
        select e.account, sum(e.amount)::bigint as amount from ledger_transactions t
        join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
        where t.payment_id = ${paymentId} group by 1 having sum(e.amount) <> 0 order by 1`.execute(tx);
      return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
    });

  describe('offers (PS-1)', () => {
    it('are sold until they are withdrawn, and their terms stay', async () => {
      const created = await offer({ ...HOURS, roomIds: [desk.roomIds[0]] });
      expect(created).toMatchObject({ ...HOURS, roomIds: [desk.roomIds[0]], withdrawnAt: null });
      bodyOf(await post(`/pass-offer/${String(created['id'])}/withdraw`, {}));
      expect(problem(await post(`/pass-offer/${String(created['id'])}/withdraw`, {}))[1]).toBe('STATE_NOT_ALLOWED');
      const sale = { offerId: created['id'], guestName: '이용권', guestPhone: PHONE, method: 'CASH' };
      expect(problem(await post('/pass', sale)).slice(0, 2)).toEqual([409, 'STATE_NOT_ALLOWED']);
      const sold = itemsOf(bodyOf(await get(`/pass-offer?storeId=${desk.storeId}&isSold=true`)));
      expect(sold.map(({ id }) => id)).not.toContain(created['id']);
    });

    it('refuse credit below the price and rooms of another store', async () => {
      const body = { storeId: desk.storeId, ...CREDIT };
      expect((await post('/pass-offer', { ...body, units: 80_000 })).status).toBe(400);
      expect((await post('/pass-offer', { ...body, roomIds: [uuidv7()] })).status).toBe(400);
      expect((await post('/pass-offer', { ...body, storeId: uuidv7() })).status).toBe(404);
    });
  });

  it('is owed to the guest when it is sold, and no sale yet (PS-2, PS-6)', async () => {
    const pass = await sell(HOURS, newPhone());
    expect(pass).toMatchObject({
      state: 'ACTIVE',
      leftUnits: 600,
      leftAmount: 90_000,
      maskedName: '이*권',
      giftCode: null,
      endsAt: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
    });
    expect(await sumsOf(pass['paymentId'])).toEqual({ MONEY_AT_STORE: 90_000, PREPAID_PASSES: -90_000 });
  });

  describe('paying for a stay (PS-3)', () => {
    it('with minutes covers the room of the whole stay, and the sale is what the minutes are worth', async () => {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      const stay = await stayOf(phone.replaceAll('-', ''));
      expect(await passesOf(stay)).toMatchObject([
        {
          id: pass['id'],
          leftUnits: 600,
          payment: { units: 120, amount: 18_000, coveredAmount: 20_000 },
          refusal: null,
        },
      ]);
      bodyOf(await use(stay, pass));
      expect(await desk.read(stay)).toMatchObject({
        state: 'CONFIRMED',
        priceAmount: 20_000,
        paidAmount: 18_000,
        waivedAmount: 2000,
      });
      const payment = await paymentOf(stay);
      expect(payment).toMatchObject({ method: 'PASS', provider: 'MANUAL', amount: 18_000 });
      expect(await sumsOf(payment.id)).toEqual({ PREPAID_PASSES: 18_000, SALES_SUPPLY: -16_364, SALES_VAT: -1636 });
      expect(await read(pass)).toMatchObject({
        leftUnits: 480,
        leftAmount: 72_000,
        uses: [{ reservationCode: stay['code'], units: 120, returnedUnits: 0, amount: 18_000, coveredAmount: 20_000 }],
      });
      expect(problem(await use(stay, pass))).toEqual([422, 'PASS_REFUSED', 'NOTHING_DUE']);
    });

    it('with credit covers what is due as far as it reaches, and leaves a rest that a provider takes', async () => {
      const phone = newPhone();
      const pass = await sell({ ...CREDIT, units: 39_900, priceAmount: 30_000 }, phone);
      const first = await stayOf(phone);
      bodyOf(await use(first, pass));
      expect(await read(pass)).toMatchObject({ leftUnits: 19_900, leftAmount: 14_963 });
      const second = await stayOf(phone);
      // 100 won would be left, which no provider takes.
      expect(await passesOf(second)).toMatchObject([{ payment: { units: 19_800, coveredAmount: 19_800 } }]);
      bodyOf(await use(second, pass));
      expect(await desk.read(second)).toMatchObject({ state: 'PENDING' });
      bodyOf(await post('/payment', { reservationId: second['id'], method: 'CASH', amount: 200 }));
      expect(await desk.read(second)).toMatchObject({ state: 'CONFIRMED' });
    });

    it('is worth exactly its price when all units are used', async () => {
      const phone = newPhone();
      const pass = await sell({ ...HOURS, units: 360, priceAmount: 50_000 }, phone);
      for (let stays = 0; stays < 3; stays += 1) bodyOf(await use(await stayOf(phone), pass));
      const done = await read(pass);
      expect(done).toMatchObject({ state: 'USED_UP', leftUnits: 0, leftAmount: 0 });
      expect((done['uses'] as unknown as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)).toBe(
        50_000,
      );
    });

    it('refuses minutes that cost more than the stay, too few, another room, and a stay after its end', async () => {
      const phone = newPhone();
      await sell({ ...HOURS, priceAmount: 120_000 }, phone);
      const stay = await stayOf(phone);
      expect(await passesOf(stay)).toMatchObject([{ payment: null, refusal: 'COSTS_MORE' }]);
      const few = newPhone();
      await sell({ ...HOURS, units: 60, priceAmount: 9000 }, few);
      expect(await passesOf(await stayOf(few))).toMatchObject([{ refusal: 'TOO_LITTLE_LEFT' }]);
      const other = newPhone();
      const elsewhere = await stayOf(other);
      const rooms = desk.roomIds.filter((id) => id !== elsewhere['roomId']).slice(0, 2);
      await sell({ ...HOURS, roomIds: rooms }, other);
      expect(await passesOf(elsewhere)).toMatchObject([{ refusal: 'OTHER_ROOM' }]);
      const short = newPhone();
      await sell({ ...HOURS, validDays: 1 }, short);
      const late = await desk.createReservation({
        roomId: desk.roomIds[5],
        ...desk.time(48),
        guestPhone: short,
        state: 'PENDING',
      });
      expect(await passesOf(late)).toMatchObject([{ refusal: 'EXPIRED' }]);
    });

    it('does not reach the pass of another number or store', async () => {
      const pass = await sell(HOURS, newPhone());
      const stay = await stayOf(newPhone());
      expect(await passesOf(stay)).toEqual([]);
      const body = { passId: pass['id'], expectedUnits: 120, expectedCoveredAmount: 20_000 };
      expect((await post(`/reservation/${String(stay['id'])}/pass`, body)).status).toBe(404);
    });

    it('takes units once when two stays use the last ones at the same time', async () => {
      const phone = newPhone();
      const pass = await sell({ ...HOURS, units: 120, priceAmount: 18_000 }, phone);
      const stays = [await stayOf(phone), await stayOf(phone)];
      const bodies = await Promise.all(stays.map((stay) => useOf(stay, pass['id'])));
      const answers = await Promise.all(
        stays.map((stay, index) => post(`/reservation/${String(stay['id'])}/pass`, bodies[index] ?? {})),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(await read(pass)).toMatchObject({ leftUnits: 0, leftAmount: 0 });
    });

    it('refuses other amounts than the person saw', async () => {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      const stay = await stayOf(phone);
      const body = { passId: pass['id'], expectedUnits: 60, expectedCoveredAmount: 10_000 };
      expect(problem(await post(`/reservation/${String(stay['id'])}/pass`, body))).toEqual([
        422,
        'PASS_REFUSED',
        'CHANGED',
      ]);
    });
  });

  describe('returning units (PS-5)', () => {
    async function used() {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      const stay = await stayOf(phone);
      bodyOf(await use(stay, pass));
      return { phone, pass, stay };
    }

    it('gives a cancelled stay back at the percentage of its tier, without a person who sends money', async () => {
      const { pass, stay } = await used();
      const cancelled = bodyOf(await desk.verb(await desk.read(stay), 'cancel', { refundPercent: 50 }));
      expect(cancelled['refund']).toEqual({ requestedAmount: 0, owedAmount: 0, waitingAmount: 0, notStartedAmount: 0 });
      expect(await read(pass)).toMatchObject({ leftUnits: 540, leftAmount: 81_000, uses: [{ returnedUnits: 60 }] });
    });

    it('takes a mistaken payment back as a whole, and the price is due again', async () => {
      const { pass, stay } = await used();
      const { id, version } = await paymentOf(stay);
      bodyOf(await desk.admin.call('POST', desk.url(`/${id}/reverse`), { version, reason: '잘못 결제' }));
      expect(await read(pass)).toMatchObject({ leftUnits: 600, leftAmount: 90_000 });
      expect(await desk.read(stay)).toMatchObject({ paidAmount: 0, waivedAmount: 0 });
    });

    it('has the whole price paid in another way after a refund that says so', async () => {
      const { pass, stay } = await used();
      const payment = await desk.read1(await paymentOf(stay));
      bodyOf(await desk.refund(payment, { isStillDue: true }));
      expect(await desk.read(stay)).toMatchObject({ paidAmount: 0, waivedAmount: 0 });
      expect(await read(pass)).toMatchObject({ leftUnits: 600 });
    });
  });

  describe('returning the pass (PS-6)', () => {
    it('refunds what no stay has used, and not more', async () => {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      bodyOf(await use(await stayOf(phone), pass));
      expect(problem(await refund(pass, 72_001))).toEqual([409, 'MORE_THAN_PAID', '72000']);
      bodyOf(await refund(pass, 36_000));
      expect(await read(pass)).toMatchObject({ state: 'ACTIVE', leftUnits: 240, leftAmount: 36_000 });
      bodyOf(await refund(pass));
      expect(await read(pass)).toMatchObject({ state: 'RETURNED', leftUnits: 0, leftAmount: 0 });
      expect(await sumsOf(pass['paymentId'])).toEqual({ MONEY_AT_STORE: 18_000, PREPAID_PASSES: -18_000 });
      expect(await passesOf(await stayOf(phone))).toEqual([]);
      expect(problem(await refund(pass))[1]).toBe('STATE_NOT_ALLOWED');
    });

    it('reverses the sale of an unused pass only', async () => {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      const stay = await stayOf(phone);
      bodyOf(await use(stay, pass));
      const reverse = async () => {
        const { id, version } = await desk.read1({ id: String(pass['paymentId']) });
        return desk.admin.call('POST', desk.url(`/${id}/reverse`), { version, reason: '잘못 판매' });
      };
      expect(problem(await reverse())[1]).toBe('STATE_NOT_ALLOWED');
      const { id, version } = await paymentOf(stay);
      bodyOf(await desk.admin.call('POST', desk.url(`/${id}/reverse`), { version, reason: '잘못 결제' }));
      bodyOf(await reverse());
      expect(await read(pass)).toMatchObject({ state: 'RETURNED', leftAmount: 0 });
    });

    it('refunds an expired pass', async () => {
      const pass = await sell({ ...HOURS, validDays: 1 }, newPhone());
      clock.advance(2 * DAY_MS);
      expect(await read(pass)).toMatchObject({ state: 'EXPIRED', leftAmount: 90_000 });
      bodyOf(await refund(pass));
      expect(await read(pass)).toMatchObject({ state: 'RETURNED' });
    });
  });

  describe('of a guest (PS-4, PS-7)', () => {
    async function guestOf(guestPhone: string) {
      const stay = await stayOf(guestPhone);
      const { call } = await makeGuest(server, desk.shop, desk.storeId, String(stay['id']));
      return { stay, call };
    }

    it('pays for the own stay', async () => {
      const phone = newPhone();
      const pass = await sell(HOURS, phone);
      const { stay, call } = await guestOf(phone);
      const mine = bodyOf(await get('/guest/pass', call));
      expect(mine).toMatchObject({ dueAmount: 20_000, passes: [{ id: pass['id'], payment: { units: 120 } }] });
      bodyOf(await post('/guest/pass', await useOf(stay, pass['id']), call));
      expect(await desk.read(stay)).toMatchObject({ state: 'CONFIRMED', paidAmount: 18_000 });
    });

    it('takes a gift with its code once, in any spelling, and nothing with another code', async () => {
      const buyer = newPhone();
      const pass = await sell(HOURS, buyer, { isGift: true });
      const code = String(pass['giftCode']);
      expect(pass).toMatchObject({ state: 'GIFT' });
      expect(await passesOf(await stayOf(buyer))).toEqual([]);
      const phone = newPhone();
      const { stay, call } = await guestOf(phone);
      expect(problem(await post('/guest/pass/gift', { code: 'ABCD-EFGH-JKMN-PQRS' }, call))).toEqual([
        422,
        'PASS_REFUSED',
        'NO_GIFT',
      ]);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
      expect(bodyOf(await post('/guest/pass/gift', { code: typed }, call))).toMatchObject({
        passes: [{ id: pass['id'] }],
      });
      const { call: second } = await guestOf(newPhone());
      expect(problem(await post('/guest/pass/gift', { code }, second))[2]).toBe('NO_GIFT');
      bodyOf(await use(stay, pass));
      expect(await read(pass)).toMatchObject({ state: 'ACTIVE', leftUnits: 480, claimedAt: expect.any(String) });
    });

    it('gives a gift to one of two guests who enter its code at the same time', async () => {
      const pass = await sell(HOURS, newPhone(), { isGift: true });
      const guests = [await guestOf(newPhone()), await guestOf(newPhone())];
      const answers = await Promise.all(
        guests.map(({ call }) => post('/guest/pass/gift', { code: pass['giftCode'] }, call)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    });

    it('refuses a gift whose sale was refunded', async () => {
      const pass = await sell(HOURS, newPhone(), { isGift: true });
      bodyOf(await refund(pass));
      const { call } = await guestOf(newPhone());
      expect(problem(await post('/guest/pass/gift', { code: pass['giftCode'] }, call))[2]).toBe('NO_GIFT');
    });
  });

  it('are found by the whole number, and by whether their time is over (PS-2)', async () => {
    const phone = newPhone();
    const pass = await sell(HOURS, phone);
    const ids = async (query: string) =>
      itemsOf(bodyOf(await get(`/pass?storeId=${desk.storeId}&${query}`))).map(({ id }) => id);
    expect(await ids(`phone=${phone.replaceAll('-', '')}`)).toEqual([pass['id']]);
    expect(await ids('isOpen=true&limit=200')).toContain(pass['id']);
    expect(await ids('isOpen=false&limit=200')).not.toContain(pass['id']);
  });
});
