import type { CashReceiptsOfStay, Payment } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, itemsOf, startTestServer, until, type Answer, type TestServer } from '../../testing/index.ts';
import {
  openMerchantDesks,
  startVirtualMerchant,
  type MerchantDesks,
  type VirtualMerchant,
} from '../../testing/desks/merchant-desk.ts';

const NUMBER = '01023456789';
const bodyOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe('cash receipts of a store with its own merchant (MC-10)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let chain: MerchantDesks;
  let [mine, next]: VirtualMerchant[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock });
    chain = await openMerchantDesks(server, { stores: 2, rooms: 4 });
    [mine, next] = await Promise.all(['mid_mine', 'mid_next'].map((id) => startVirtualMerchant(server, id)));
    await setMerchant(mine);
    for (const { storeId } of chain.desks) {
      const path = `/${chain.shop.slug}/store/${storeId}/cash-receipt-settings`;
      const rules = { isSelfIssueOn: true, thresholdAmount: 100_000, deadlineDays: 5, version: 0 };
      bodyOf(await chain.admin.call('POST', path, { issuer: 'TOSS', ...rules }));
    }
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([chain.close(), mine?.close(), next?.close()]);
  });

  const desk = (store: number) => {
    const found = chain.desks[store];
    if (!found) throw new Error('There is no such store');
    return found;
  };
  async function setMerchant(merchant: VirtualMerchant | undefined): Promise<void> {
    const running = (await chain.merchants(desk(1).storeId)).find((one) => one['endedAt'] === null);
    const version = running && { version: running['version'] };
    bodyOf(await chain.setMerchant(desk(1).storeId, merchant?.settings('TOSS', { ...version }) ?? {}));
  }
  const sumAt = (book: Pick<VirtualMerchant, 'toss'> | undefined) => book?.toss.book.receipts.sumIssued(NUMBER);

  async function receive(store: number) {
    const of = await desk(store).held({ state: 'CONFIRMED' });
    const path = `/${chain.shop.slug}/reservation/${String(of['id'])}/cash-receipt`;
    bodyOf(await chain.admin.call('POST', path, { purpose: 'INCOME', number: NUMBER }));
    const cash = { reservationId: of['id'], method: 'CASH', amount: 20_000 };
    const paid = bodyOf(await chain.admin.call('POST', desk(store).url(), cash, { 'idempotency-key': uuidv7() }));
    const becomes = (state: string, issuedAmount: number) =>
      until(`the receipt is ${state}`, async () => {
        clock.advance(1500);
        const { receipts } = (await chain.admin.call('GET', path)).body as unknown as CashReceiptsOfStay;
        return receipts.some((receipt) => receipt.state === state && receipt.issuedAmount === issuedAmount);
      });
    return { payment: paid as unknown as Payment, becomes };
  }

  it('are issued by the merchant of the store, and by that of the chain at another store', async () => {
    const { becomes } = await receive(1);
    await becomes('ISSUED', 20_000);
    expect([sumAt(mine), sumAt(desk(0))]).toEqual([20_000, 0]);
    const ofChain = await receive(0);
    await ofChain.becomes('ISSUED', 20_000);
    expect([sumAt(mine), sumAt(desk(0))]).toEqual([20_000, 20_000]);
  });

  it('are cancelled by the merchant that issued them, after the store has another one', async () => {
    const { payment, becomes } = await receive(1);
    await becomes('ISSUED', 20_000);
    const before = sumAt(mine) ?? 0;
    await setMerchant(next);
    bodyOf(await desk(1).refund(await desk(1).read1(payment)));
    await becomes('CANCELLED', 0);
    expect([sumAt(mine), sumAt(next)]).toEqual([before - 20_000, 0]);
    const later = await receive(1);
    await later.becomes('ISSUED', 20_000);
    expect(sumAt(next)).toBe(20_000);
    expect(itemsOf((await chain.admin.call('GET', `/${chain.shop.slug}/cash-receipt?isDue=true`)).body)).toEqual([]);
  });
});
