import { payment as paymentShape, type Payment, type Payout, type PayoutLine } from '@munjigi/contract';
import { parse as parseCsv } from 'csv-parse/sync';
import { zonedDate, zonedTime } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalOf, storeActor } from '../../db/index.ts';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import {
  openMerchantDesks,
  SMALL_FEE,
  startVirtualMerchant,
  type MerchantDesks,
  type VirtualMerchant,
} from '../../testing/desks/merchant-desk.ts';
import type { PayingDesk } from '../../testing/desks/paying-desk.ts';

const DAY_MS = 24 * 3600_000;
const [FEE] = SMALL_FEE;

describe('payouts of providers (MC-11 to MC-14)', () => {
  const clock = fakeClock(new Date('2026-11-02T03:00:00Z'));
  let server: TestServer;
  let chain: MerchantDesks;
  let mine: VirtualMerchant;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    chain = await openMerchantDesks(server, { stores: 2 });
    mine = await startVirtualMerchant(server, 'mid_payouts');
    mine.toss.settling.feeRate = FEE?.rate ?? 0;
    deskOf(0).toss.settling.feeRate = 2530;
    expect((await chain.setMerchant(deskOf(1).storeId, mine.settings('TOSS'))).status).toBe(200);
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([chain.close(), mine.close()]);
  });

  const deskOf = (index: number): PayingDesk => {
    const found = chain.desks[index];
    if (!found) throw new Error('There is no such store');
    return found;
  };
  const pay = async (index: number): Promise<Payment> => {
    const desk = deskOf(index);
    const begun = await desk.begun(await desk.held());
    const { book } = index === 0 ? desk.toss : mine.toss;
    const { paymentKey } = book.agree({ orderId: begun.id, amount: begun.amount });
    return paymentShape.parse((await desk.confirm(begun, paymentKey)).body);
  };
  const refund = async (index: number, { id }: Payment, amount: number): Promise<void> => {
    const desk = deskOf(index);
    expect((await desk.refund(await desk.read1({ id }), { amount })).status).toBe(200);
    await until('it is returned', async () => {
      clock.advance(1500);
      const { refunds } = await desk.read1({ id });
      return refunds.every(({ state }) => state === 'DONE');
    });
  };
  /** Moves to the next day, and runs the job of that day. */
  const readNextDay = async (days = 1) => {
    clock.advance(days * DAY_MS);
    await server.app.recurring['payments.read-payouts']?.run();
  };
  const lines = async (query = '') => {
    const path = `/${chain.shop.slug}/provider-payout/line?limit=200${query}`;
    return ((await chain.admin.call('GET', path)).body['items'] ?? []) as unknown as PayoutLine[];
  };
  const payouts = async (query = '') => {
    const path = `/${chain.shop.slug}/provider-payout?limit=200${query}`;
    return ((await chain.admin.call('GET', path)).body['items'] ?? []) as unknown as Payout[];
  };
  const ofPayment = async ({ id }: Payment) => (await lines()).filter((line) => line.paymentId === id);

  const differences = async () =>
    (await lines()).filter(({ state }) => state !== 'MATCHED').map(({ state, paymentId }) => [state, paymentId]);
  const notices = async () => {
    const { body } = await chain.admin.call('GET', `/${chain.shop.slug}/payment/notification?limit=100`);
    return (body['items'] ?? []).filter((it) => String(it['text']).startsWith('결제사 정산 내역'));
  };

  it('matches each payment and refund of each merchant with the ledger, and equals payments less fees and refunds', async () => {
    const [ofChain, own, partly] = [await pay(0), await pay(1), await pay(1)];
    await refund(1, own, own.amount);
    await refund(1, partly, 7_777);
    await readNextDay();
    expect(await differences()).toEqual([]);
    expect((await ofPayment(ofChain)).map((it) => [it.kind, it.merchantId, it.amount, it.feeAmount])).toEqual([
      ['PAYMENT', 'test', 20_000, 506],
    ]);
    const listed = await ofPayment(partly);
    expect(listed.map((it) => [it.kind, it.merchantStoreId, it.amount, it.feeAmount]).sort()).toEqual([
      ['PAYMENT', deskOf(1).storeId, 20_000, 132],
      ['REFUND', deskOf(1).storeId, -7_777, -50],
    ]);
    // Two sales of 20,000 won less 132 each, one of them wholly returned, and a part of the other.
    const month = (await payouts('&by=MONTH')).find((it) => it.merchantId === 'mid_payouts');
    expect(month).toMatchObject({
      paidOutOn: '2026-11-01',
      count: 4,
      payoutAmount: 20_000 - 7_777 - 132 + 50,
      bank: null,
    });
    const { rows } = await server.withActor(storeActor(chain.shop.productId, deskOf(1).storeId), (tx) =>
      sql<{ held: number }>`select sum(amount)::bigint as held from ledger_entries
        where store_id = ${deskOf(1).storeId} and account = 'MONEY_AT_STORE_MERCHANT'`.execute(tx),
    );
    expect(month?.payoutAmount).toBe(rows[0]?.held);
    expect(await notices()).toEqual([]);
  });

  it('exports the lines with their store and reservation as a file whose amounts are those of the list (MC-16)', async () => {
    const [ofChain, own] = [await pay(0), await pay(1)];
    await readNextDay();
    const path = `/api/v2/${chain.shop.slug}/provider-payout/line/export`;
    const read = async (query: string) => {
      const reply = await fetch(`${server.url}${path}?${query}`, {
        headers: { authorization: `Bearer ${chain.admin.token}` },
      });
      expect(reply.status).toBe(200);
      return Buffer.from(await reply.arrayBuffer());
    };
    const rowsOf = (bytes: Buffer) => parseCsv(bytes, { bom: true });
    const [heads, ...rows] = rowsOf(await read('format=csv&lng=en'));
    expect(heads?.slice(0, 4)).toEqual(['Sold on', 'Paid out on', 'Provider', 'Merchant']);
    const listed = await lines();
    expect(rows).toHaveLength(listed.length);
    const sum = (items: readonly number[]) => items.reduce((total, amount) => total + amount, 0);
    expect(sum(rows.map((row) => Number(row[11])))).toBe(sum(listed.map(({ payoutAmount }) => payoutAmount)));
    const codeOf = async ({ reservationId }: Payment) =>
      (await chain.admin.call('GET', `/${chain.shop.slug}/reservation/${reservationId}`)).body['code'];
    const [codeOfChain, codeOfStore] = [await codeOf(ofChain), await codeOf(own)];
    expect(rows.find((row) => row[6] === codeOfChain)?.slice(2, 5)).toEqual(['Toss Payments', 'Head office', 'test']);
    expect(rows.find((row) => row[6] === codeOfStore)?.[4]).toBe('mid_payouts');
    const ofStore = rowsOf(await read(`format=csv&storeId=${deskOf(1).storeId}`)).slice(1);
    expect(ofStore).toHaveLength((await lines(`&storeId=${deskOf(1).storeId}`)).length);
    const sheet = await read('format=xlsx&state=MATCHED');
    expect(sheet.subarray(0, 2).toString()).toBe('PK');
  });

  it('reports a wrong fee, an unknown line and a missing one once to the store, and a repeated line as one', async () => {
    const [over, missing, twice] = [await pay(1), await pay(1), await pay(1)];
    mine.toss.settling.feeOver.set(over.id, 100);
    mine.toss.settling.without.add(missing.id);
    mine.toss.settling.twice.add(twice.id);
    mine.toss.settling.unknown.push(uuidv7());
    await readNextDay();
    // Nothing of a later day is paid out yet, so the provider may still list it.
    expect(await differences()).toEqual(
      expect.arrayContaining([
        ['FEE_DIFFERS', over.id],
        ['UNKNOWN', null],
      ]),
    );
    expect(await ofPayment(missing)).toEqual([]);
    expect(await ofPayment(twice)).toHaveLength(1);
    const [first] = await notices();
    expect(first).toMatchObject({ kind: 'UNMATCHED_DEPOSIT', storeId: deskOf(1).storeId });
    expect(first?.['text']).toContain('2건');
    await pay(1);
    await readNextDay(4);
    expect((await ofPayment(missing)).map(({ state, expectedAmount }) => [state, expectedAmount])).toEqual([
      ['MISSING', 20_000],
    ]);
    expect(await notices()).toHaveLength(2);
    await readNextDay();
    expect(await notices()).toHaveLength(2);
    expect((await lines('&state=FEE_DIFFERS')).map(({ paymentId }) => paymentId)).toEqual([over.id]);
    // It is listed late: no difference any more.
    mine.toss.settling.without.clear();
    mine.toss.settling.feeOver.clear();
    await readNextDay();
    expect((await ofPayment(missing)).map(({ state }) => state)).toEqual(['MATCHED']);
    expect((await differences()).map(([state]) => state)).toEqual(['UNKNOWN']);
  });

  it('accepts another rounding of the fee that a refund returns, and no other difference (MC-12)', async () => {
    const [rounded, wrong] = [await pay(1), await pay(1)];
    mine.toss.settling.returnedFeeOver.set(rounded.id, 1).set(wrong.id, 2);
    for (const payment of [rounded, wrong]) await refund(1, payment, 7777);
    await readNextDay();
    const statesOf = async (payment: Payment) =>
      (await ofPayment(payment)).map(({ kind, state }) => `${kind} ${state}`).sort();
    expect(await statesOf(rounded)).toEqual(['PAYMENT MATCHED', 'REFUND MATCHED']);
    expect(await statesOf(wrong)).toEqual(['PAYMENT MATCHED', 'REFUND FEE_DIFFERS']);
    mine.toss.settling.returnedFeeOver.clear();
    await readNextDay();
    expect(await statesOf(wrong)).toEqual(['PAYMENT MATCHED', 'REFUND MATCHED']);
  });

  it('does not take a payment of another merchant as one of this merchant', async () => {
    const ofChain = await pay(0);
    mine.toss.settling.unknown.push(ofChain.id);
    await readNextDay();
    const listed = (await lines()).filter(
      ({ merchantId, paymentId }) => merchantId === 'mid_payouts' && paymentId === ofChain.id,
    );
    expect(listed).toEqual([]);
    expect((await ofPayment(ofChain)).map(({ merchantId, state }) => [merchantId, state])).toEqual([
      ['test', 'MATCHED'],
    ]);
  });

  it('looks for the payout of a day among the deposits of the store', async () => {
    const { productId } = chain.shop;
    const { storeId } = deskOf(1);
    const latest = async () => (await payouts(`&storeId=${storeId}`)).find(({ payoutAmount }) => payoutAmount > 0);
    const before = await latest();
    expect(before?.bank).toBe('NOT_READ');
    const arrive = (amount: number) =>
      server.withActor(storeActor(productId, storeId), (tx) =>
        tx
          .insertInto('deposits')
          .values({
            product_id: productId,
            store_id: storeId,
            id: uuidv7(),
            state: 'IGNORED',
            kind: 'DEPOSIT',
            amount,
            is_amount_clear: true,
            depositor_name: null,
            balance: null,
            bank: null,
            account_end: null,
            at: new Date(`${before?.paidOutOn ?? ''}T11:00:00+09:00`),
            is_time_known: true,
            bank_text: personalOf(tx).seal('입금'),
            fault: null,
            sources: ['SMS'],
            relay_id: null,
            reservation_id: null,
            payment_id: null,
            settled_at: clock.now(),
            settled_by: null,
            settled_by_name: 'test',
            note: null,
            received_at: clock.now(),
          })
          .execute(),
      );
    await arrive((before?.payoutAmount ?? 0) - 1);
    expect((await latest())?.bank).toBe('NOT_SEEN');
    await arrive(before?.payoutAmount ?? 0);
    expect((await latest())?.bank).toBe('ARRIVED');
    expect((await payouts('&by=MONTH')).every(({ bank }) => bank === null)).toBe(true);
  });

  it('sets a deposit of the provider with the amount of a payout aside, and leaves every other one to a person (MC-17)', async () => {
    await Promise.all([pay(0), pay(1)]);
    await readNextDay(2);
    const today = zonedDate('Asia/Seoul', clock.now());
    const listed = (await payouts()).filter(({ paidOutOn }) => paidOutOn === today);
    const own = listed.find(({ merchantStoreId }) => merchantStoreId === deskOf(1).storeId);
    const ofChain = listed.find(({ merchantStoreId }) => merchantStoreId === null);
    if (!own || !ofChain) throw new Error('a merchant was not paid');
    const relays = new Map<string, string>();
    for (const index of [0, 1]) {
      const body = { storeId: deskOf(index).storeId, name: 'phone', mostAutomaticAmount: 100_000 };
      const relay = await chain.admin.call('POST', `/${chain.shop.slug}/deposit-relay`, body);
      relays.set(deskOf(index).storeId, String(relay.body['token']));
    }
    let balance = 1_000_000;
    const report = async (index: number, name: string, amount: number) => {
      balance += amount;
      const time = `${today.slice(5).replace('-', '/')} ${zonedTime('Asia/Seoul', clock.now())}`;
      const text = `[Web발신][KB]${time} 123456**789 ${name} 전자금융입금 ${amount.toLocaleString('ko-KR')} 잔액${balance.toLocaleString('ko-KR')}`;
      const { storeId } = deskOf(index);
      const relay = server.caller(relays.get(storeId) ?? null);
      const sent = await relay('POST', `/${chain.shop.slug}/deposit/relay`, text, { 'content-type': 'text/plain' });
      expect(sent.status).toBe(200);
      return until(`the deposit of ${name} over ${amount}`, async () => {
        const { body } = await chain.admin.call('GET', `/${chain.shop.slug}/deposit?storeId=${storeId}&limit=100`);
        return (body['items'] ?? []).find((it) => Number(it['amount']) === amount);
      });
    };
    const bankNotices = async () => {
      const { body } = await chain.admin.call('GET', `/${chain.shop.slug}/payment/notification?limit=200`);
      return (body['items'] ?? []).filter((it) => String(it['text']).includes('이름으로')).length;
    };
    const bankOf = async ({ merchantId, paidOutOn }: Payout) =>
      (await payouts()).find((it) => it.merchantId === merchantId && it.paidOutOn === paidOutOn)?.bank;
    expect(await bankOf(ofChain)).toBe('NOT_READ');

    const arrived = await report(1, '토스페이먼츠', own.payoutAmount);
    expect(arrived).toMatchObject({ state: 'IGNORED', settled: { by: 'PAYOUT', note: null }, withheld: [] });
    expect(await bankNotices()).toBe(0);
    // The account of head office is reported at the store that it runs itself. The bank cut the name.
    expect(await report(0, '토스페이맨', ofChain.payoutAmount)).toMatchObject({ state: 'IGNORED' });
    expect([await bankOf(own), await bankOf(ofChain)]).toEqual(['ARRIVED', 'ARRIVED']);
    expect(await bankNotices()).toBe(0);
    // Another amount, and another sender.
    expect(await report(1, '토스페이먼츠', own.payoutAmount - 1)).toMatchObject({ state: 'UNMATCHED' });
    expect(await report(0, '토스페이먼츠', own.payoutAmount + 1)).toMatchObject({ state: 'UNMATCHED' });
    expect(await bankNotices()).toBe(2);
    const undo = `/${chain.shop.slug}/deposit/${arrived['id']}/undo`;
    const undone = await chain.admin.call('POST', undo, { version: arrived['version'], reason: '확인' });
    expect(undone.body).toMatchObject({ state: 'UNMATCHED', settled: null });
  });

  it('reads the merchant again the next hour while its keys are refused or it does not answer', async () => {
    const later = await pay(1);
    mine.toss.faults.isRevoked = true;
    await readNextDay();
    expect(await ofPayment(later)).toEqual([]);
    mine.toss.faults.isRevoked = false;
    await server.app.recurring['payments.read-payouts']?.run();
    expect(await ofPayment(later)).toHaveLength(1);
  });

  it('is read by head office only', async () => {
    const owner = await server.signIn(chain.shop, ['FRANCHISEE'], [{ id: deskOf(1).storeId }]);
    for (const rest of ['', '/line'])
      expect((await owner.call('GET', `/${chain.shop.slug}/provider-payout${rest}`)).status).toBe(403);
  });
});
