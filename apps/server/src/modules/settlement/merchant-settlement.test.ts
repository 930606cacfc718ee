import { settlement as settlementShape, type Payment, type Settlement } from '@munjigi/contract';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { fakeClock, startTestServer, until, type Answer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import {
  openMerchantDesks,
  startVirtualMerchant,
  type MerchantDesks,
  type VirtualMerchant,
} from '../../testing/desks/merchant-desk.ts';
import type { PayingDesk } from '../../testing/desks/paying-desk.ts';

const ROYALTY_PERCENT = 5;

describe('the settlement of a store with its own merchant (MC-8)', () => {
  const clock = fakeClock(new Date('2026-11-10T03:00:00Z'));
  let server: TestServer;
  let chain: MerchantDesks;
  let desk: PayingDesk;
  let merchant: VirtualMerchant;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    chain = await openMerchantDesks(server, { stores: 1 });
    const [first] = chain.desks;
    if (!first) throw new Error('The chain has no store');
    desk = first;
    merchant = await startVirtualMerchant(server, 'mid_of_store');
    const terms = {
      storeId: desk.storeId,
      validFrom: '2026-11-01',
      royaltyRate: ROYALTY_PERCENT * 100,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'MONTHLY',
      payAfterBankDays: 3,
    };
    expect((await post('/settlement/terms', terms)).status).toBe(200);
  });
  afterAll(async () => {
    expect(await server.withActor(chain.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([chain.close(), merchant.close()]);
  });

  const post = (path: string, body: unknown): Promise<Answer> =>
    chain.admin.call('POST', `/${chain.shop.slug}${path}`, body);
  const payAt = async ({ toss }: Pick<VirtualMerchant, 'toss'>): Promise<Payment> => {
    const begun = await desk.begun(await desk.held());
    const { paymentKey } = toss.book.agree({ orderId: begun.id, amount: begun.amount });
    expect((await desk.confirm(begun, paymentKey)).body['state']).toBe('DONE');
    return desk.read1(begun);
  };
  const refund = async (payment: Payment, amount: number) => {
    expect((await desk.refund(payment, { amount })).status).toBe(200);
    await until('it is returned', async () => {
      clock.advance(1500);
      const { refunds } = await desk.read1(payment);
      return refunds.length > 0 && refunds.every(({ state }) => state === 'DONE');
    });
  };
  const openSettlement = async (): Promise<Settlement> => {
    const query = `storeId=${desk.storeId}&state=OPEN`;
    const { body } = await chain.admin.call('GET', `/${chain.shop.slug}/settlement?${query}`);
    const id = String(body['items']?.[0]?.['id']);
    return settlementShape.parse((await chain.admin.call('GET', `/${chain.shop.slug}/settlement/${id}`)).body);
  };
  const close = async ({ id, figures }: Settlement): Promise<Settlement> => {
    const { status, body } = await post(`/settlement/${id}/close`, { payoutAmount: figures.payoutAmount });
    expect(status, JSON.stringify(body)).toBe(200);
    return settlementShape.parse(body);
  };
  const balance = async (account: string) => {
    const { rows } = await server.withActor(storeActor(chain.shop.productId, desk.storeId), (tx) =>
      sql<{ amount: number }>`select coalesce(sum(amount), 0)::bigint as amount from ledger_entries
        where store_id = ${desk.storeId} and account = ${account}`.execute(tx),
    );
    return rows[0]?.amount ?? 0;
  };
  /** The sums of a month from payments and refunds alone, by who collected: without the ledger. */
  const sumMonth = async (from: string, to: string) => {
    const { rows } = await server.withActor(storeActor(chain.shop.productId, desk.storeId), (tx) =>
      sql<Record<string, number>>`
        with paid as (
          select p.*, m.id is not null as is_own from payments p
            left join payment_merchants m on m.store_id = p.store_id and m.id = p.id
          where p.store_id = ${desk.storeId} and p.paid_at is not null),
        moved as (
          select is_own, provider, amount, fee_amount as fee from paid where business_date between ${from} and ${to}
          union all
          select p.is_own, p.provider, -f.amount,
            -(case when p.refunded_amount = p.amount then p.fee_amount
              else (p.fee_amount - p.fee_vat_amount) * f.amount / p.amount + p.fee_vat_amount * f.amount / p.amount end)
          from payment_refunds f join paid p on p.id = f.payment_id
          where f.state = 'DONE' and ((f.at at time zone 'Asia/Seoul') - interval '6 hours')::date
            between ${from} and ${to})
        select coalesce(sum(amount), 0)::bigint as net, coalesce(sum(fee), 0)::bigint as fees,
          coalesce(sum(amount - fee) filter (where is_own), 0)::bigint as at_merchant,
          coalesce(sum(amount) filter (where provider = 'MANUAL'), 0)::bigint as at_store,
          coalesce(sum(amount - fee) filter (where provider <> 'MANUAL' and not is_own), 0)::bigint as at_chain
        from moved`.execute(tx),
    );
    const [row] = rows;
    if (!row) throw new Error('A sum without a row');
    return (name: string) => row[name] ?? Number.NaN;
  };
  const royaltyOf = (net: number) => {
    const share = Math.floor((net * ROYALTY_PERCENT) / 100);
    return share + Math.floor(share / 10);
  };
  const lineOf = ({ lines }: Settlement, key: string) => lines.find((line) => line.key === key)?.amount;

  it('pays out what the merchant of the chain holds, and not what the store collected itself, to the won', async () => {
    const ofChain = await payAt(desk);
    expect(lineOf(await openSettlement(), 'RECEIVED_BY_MERCHANT')).toBeUndefined();
    expect((await chain.setMerchant(desk.storeId, merchant.settings('TOSS'))).status).toBe(200);
    const own = [await payAt(merchant), await payAt(merchant), await payAt(merchant)];
    const [first, second] = own;
    if (!first || !second) throw new Error('Nothing was paid');
    await refund(first, first.amount);
    await refund(second, 7_777);
    // A payment of the chain is refunded there also now.
    await refund(ofChain, 1_234);
    const held = await desk.held();
    const cash = { reservationId: held['id'], method: 'CASH', amount: 20_000 };
    expect((await post('/payment', cash)).status).toBe(200);
    const of = await sumMonth('2026-11-01', '2026-11-30');
    const draft = await openSettlement();
    const royalty = royaltyOf(of('net'));
    expect(of('at_merchant')).toBeGreaterThan(0);
    expect(draft.lines.map(({ key, amount }) => [key, amount])).toEqual([
      ['GROSS', 100_000],
      ['REFUND', -29_011],
      ['FEE.CARD', -of('fees')],
      ['ROYALTY.2026-11-01', -royalty],
      ['RECEIVED_AT_STORE', -of('at_store')],
      ['RECEIVED_BY_MERCHANT', -of('at_merchant')],
      ['CARRY_OVER', 0],
    ]);
    expect(draft.figures).toMatchObject({
      netAmount: of('net'),
      royaltyAmount: royalty,
      payoutAmount: of('at_chain') - royalty,
      carriedForwardAmount: 0,
    });
    expect(of('net') - of('fees')).toBe(of('at_chain') + of('at_merchant') + of('at_store'));
    const entries = await chain.admin.call(
      'GET',
      `/${chain.shop.slug}/settlement/${draft.id}/entries?line=RECEIVED_BY_MERCHANT`,
    );
    expect(entries.body['items']).toHaveLength(5);
    clock.set(new Date('2026-12-02T03:00:00Z'));
    const closed = await close(await openSettlement());
    expect(closed.figures.payoutAmount).toBe(of('at_chain') - royalty);
    // Head office has taken over its own part only.
    expect([await balance('MONEY_AT_PROVIDER'), await balance('MONEY_AT_STORE_MERCHANT')]).toEqual([
      0,
      of('at_merchant'),
    ]);
  });

  it('carries the royalty forward that a store owes which collected everything itself, and names the line in its files', async () => {
    const december = [await payAt(merchant), await payAt(merchant)];
    expect(december).toHaveLength(2);
    const of = await sumMonth('2026-12-01', '2026-12-31');
    const royalty = royaltyOf(of('net'));
    const draft = await openSettlement();
    expect(of('at_chain')).toBe(0);
    expect(draft.figures).toMatchObject({ payoutAmount: 0, carriedForwardAmount: -royalty });
    clock.set(new Date('2027-01-02T03:00:00Z'));
    const closed = await close(await openSettlement());
    expect(closed.figures).toMatchObject({ payoutAmount: 0, carriedForwardAmount: -royalty });
    expect(lineOf(await openSettlement(), 'CARRY_OVER')).toBe(-royalty);
    const file = await fetch(`${server.url}/api/v2/${chain.shop.slug}/settlement/${closed.id}/statement?format=xlsx`, {
      headers: { authorization: `Bearer ${chain.admin.token}` },
    });
    const [sheet] = (await readXlsx(new Uint8Array(await file.arrayBuffer()))).sheets;
    expect(sheet?.rows.find((row) => row[0] === '매장 가맹점 수납')?.[4]).toBe(-of('at_merchant'));
  });
});
