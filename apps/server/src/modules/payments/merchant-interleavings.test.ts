// @sweep 1/8 (decision 086)
import { payment as paymentShape, type Payment } from '@munjigi/contract';
import type { VirtualProvider } from '@munjigi/virtual-providers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, HOUR_MS, startTestServer, until, type TestServer } from '../../testing/index.ts';
import {
  openMerchantDesks,
  SMALL_FEE,
  startVirtualMerchant,
  type MerchantDesks,
  type VirtualMerchant,
} from '../../testing/desks/merchant-desk.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import type { PayingDesk } from '../../testing/desks/paying-desk.ts';

/** Number of random interleavings; `MONEY_RUNS` sets another one, a twentieth of which run here. */
const RUNS = Math.max(4, Math.round(Number(process.env['MONEY_RUNS'] ?? 80) / 20));
/** The first store uses the merchant of the chain, the others begin with their own. */
const STORES = 3;

type Fault = 'lost' | 'unanswered' | 'error' | 'refused' | null;
type Act =
  | { readonly kind: 'BEGIN'; readonly store: number }
  | { readonly kind: 'CONFIRM'; readonly which: number }
  | { readonly kind: 'REFUND'; readonly which: number; readonly part: number }
  | { readonly kind: 'REVOKE' | 'RENEW' | 'REPLACE' | 'END'; readonly store: number }
  | { readonly kind: 'SWAP_MESSAGES'; readonly store: number }
  | { readonly kind: 'FAULTS'; readonly faults: readonly Fault[] }
  | { readonly kind: 'WAIT'; readonly seconds: number };

const store = fc.nat(STORES - 1);
const own = fc.integer({ min: 1, max: STORES - 1 });
const ofStore = <K extends string>(kind: K, of: fc.Arbitrary<number>) =>
  fc.record({ kind: fc.constant(kind), store: of });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: ofStore('BEGIN', store) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('CONFIRM' as const), which: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('REFUND' as const),
      which: fc.nat(30),
      part: fc.constantFrom(0.1, 0.33, 1),
    }),
  },
  { weight: 2, arbitrary: ofStore('REVOKE', own) },
  { weight: 2, arbitrary: ofStore('RENEW', own) },
  { weight: 1, arbitrary: ofStore('REPLACE', own) },
  { weight: 1, arbitrary: ofStore('END', own) },
  { weight: 1, arbitrary: ofStore('SWAP_MESSAGES', store) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('FAULTS' as const),
      faults: fc.array(fc.constantFrom<Fault>('lost', 'unanswered', 'error', null), { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('WAIT' as const), seconds: fc.constantFrom(1, 30, 400) }) },
);

interface Begun {
  readonly desk: PayingDesk;
  readonly payment: Payment;
  readonly paymentKey: string;
}

describe('the money of stores with their own merchants in random interleavings', () => {
  const clock = fakeClock(new Date('2027-03-02T03:00:00Z'));
  let server: TestServer;
  let chain: MerchantDesks;
  /** Two merchants of each store, by store; those of the first store stay unused. */
  let accounts: VirtualMerchant[][] = [];
  let begun: Begun[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock });
    chain = await openMerchantDesks(server, { stores: STORES });
    accounts = await Promise.all(
      chain.desks.map((_, index) =>
        Promise.all(['a', 'b'].map((name) => startVirtualMerchant(server, `mid_${index}_${name}`))),
      ),
    );
    deskOf(0).toss.settling.feeRate = 2530;
    for (const { toss } of accounts.flat()) toss.settling.feeRate = SMALL_FEE[0]?.rate ?? 0;
  });
  afterAll(async () => {
    expect(await server.withActor(chain.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([chain, ...accounts.flat()].map((one) => one.close()));
  });

  const deskOf = (index: number): PayingDesk => {
    const found = chain.desks[index];
    if (!found) throw new Error('There is no such store');
    return found;
  };
  /** The books in which each store's money can be: those of the store's accounts, and those of the chain. */
  const books = (): VirtualProvider[] => [deskOf(0).toss, ...accounts.flat().map(({ toss }) => toss)];
  const bookOf = (merchantId: string): VirtualProvider => {
    const found = accounts.flat().find((one) => one.merchantId === merchantId);
    return found?.toss ?? deskOf(0).toss;
  };
  const running = async (index: number) =>
    (await chain.merchants(deskOf(index).storeId)).find((one) => one['endedAt'] === null);

  async function setMerchant(index: number, account: VirtualMerchant | undefined): Promise<void> {
    if (!account) return;
    const present = await running(index);
    const version = present && { version: present['version'] };
    const { status, body } = await chain.setMerchant(deskOf(index).storeId, account.settings('TOSS', { ...version }));
    expect(status, JSON.stringify(body)).toBe(200);
  }

  async function begin(index: number): Promise<void> {
    const desk = deskOf(index);
    const held = await desk.held();
    const { status, body } = await desk.admin.call('POST', desk.url('/begin'), {
      reservationId: held['id'],
      provider: 'TOSS',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const payment = paymentShape.parse(body['payment']);
    const { paymentKey } = bookOf(String(body['merchantId'])).book.agree({
      orderId: payment.id,
      amount: payment.amount,
    });
    begun.push({ desk, payment, paymentKey });
  }

  /** Sends the latest messages of every account to the address of another store. */
  async function swapMessages(index: number): Promise<void> {
    for (const { messages } of books()) {
      const last = messages.at(-1);
      if (last) await chain.send(deskOf(index).storeId, 'TOSS', last);
    }
  }

  async function play(one: Act): Promise<void> {
    switch (one.kind) {
      case 'BEGIN':
        return begin(one.store);
      case 'CONFIRM': {
        const found = begun[one.which % Math.max(1, begun.length)];
        if (!found) return;
        await found.desk.confirm(found.payment, found.paymentKey);
        return;
      }
      case 'REFUND': {
        const found = begun[one.which % Math.max(1, begun.length)];
        if (!found) return;
        const payment = await found.desk.read1(found.payment);
        const left = payment.amount - payment.refundedAmount;
        if (payment.approvedAt !== null && left > 0)
          await found.desk.refund(payment, { amount: Math.max(1, Math.floor(left * one.part)) });
        return;
      }
      case 'REVOKE':
        for (const { toss } of accounts[one.store] ?? []) toss.faults.isRevoked = true;
        return;
      case 'RENEW': {
        for (const { toss } of accounts[one.store] ?? []) toss.faults.isRevoked = false;
        const present = await running(one.store);
        if (present)
          await setMerchant(
            one.store,
            accounts[one.store]?.find(({ merchantId }) => merchantId === present['merchantId']),
          );
        return;
      }
      case 'REPLACE': {
        const present = await running(one.store);
        await setMerchant(
          one.store,
          accounts[one.store]?.find(({ merchantId }) => merchantId !== present?.['merchantId']),
        );
        return;
      }
      case 'END': {
        const present = await running(one.store);
        if (present) await chain.endMerchant(deskOf(one.store).storeId, 'TOSS', Number(present['version']));
        return;
      }
      case 'SWAP_MESSAGES':
        return swapMessages(one.store);
      case 'FAULTS':
        for (const { faults } of books()) faults.next = [...one.faults];
        return;
      case 'WAIT':
        clock.advance(one.seconds * 1000);
    }
  }

  /** Restores every key, and waits until no lookup, confirmation or refund is open. */
  async function settle(): Promise<void> {
    for (const { faults } of books()) Object.assign(faults, { next: [], isRevoked: false });
    await until('nothing is open at a merchant', async () => {
      clock.advance(20_000);
      const payments = await Promise.all(begun.map(({ desk, payment }) => desk.read1(payment)));
      return payments.every(
        ({ refunds, online }) =>
          online?.isConfirming === false &&
          online.fault === null &&
          refunds.every(({ state }) => state !== 'REQUESTED'),
      );
    });
    // A lookup finds money that was taken while the answer was lost.
    await until('every taken payment is known', async () => {
      clock.advance(60_000);
      const payments = await Promise.all(begun.map(({ desk, payment }) => desk.read1(payment)));
      return payments.every(({ id, approvedAt }) => {
        const booked = books().flatMap(({ book }) => book.find(id) ?? []);
        return booked.every(({ paidAt }) => (paidAt === null) === (approvedAt === null));
      });
    });
  }

  interface MerchantSum {
    readonly merchant: string | null;
    readonly paid: number;
    readonly refunded: number;
    readonly held: number;
    readonly fees: number;
  }

  /** The sums of each merchant: payments and refunds as recorded, and what the ledger says it holds and keeps. */
  async function sumMerchants(): Promise<MerchantSum[]> {
    const { rows } = await server.withActor(chain.admin.actor, (tx) =>
      sql<MerchantSum>`
        select a.merchant_id as merchant, sum(p.amount)::bigint as paid, sum(p.refunded_amount)::bigint as refunded,
          sum(l.held)::bigint as held, sum(l.fees)::bigint as fees
        from payments p
          left join payment_merchants m on m.store_id = p.store_id and m.id = p.id
          left join store_merchants a on a.store_id = m.store_id and a.id = m.merchant_id
          cross join lateral (
            select coalesce(sum(e.amount) filter (where e.account = case when m.id is null then 'MONEY_AT_PROVIDER'
                else 'MONEY_AT_STORE_MERCHANT' end), 0) as held,
              coalesce(sum(e.amount) filter (where e.account in ('PROVIDER_FEE', 'PROVIDER_FEE_VAT')), 0) as fees
            from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
            where t.store_id = p.store_id and t.payment_id = p.id) l
        where p.provider = 'TOSS' and p.paid_at is not null group by 1`.execute(tx),
    );
    return rows;
  }

  const sumBook = ({ book }: VirtualProvider) => {
    const collected = [...book.payments.values()].filter(({ paidAt }) => paidAt !== null);
    return {
      paid: collected.reduce((sum, { amount }) => sum + amount, 0),
      refunded: collected.reduce((sum, { cancels }) => sum + cancels.reduce((part, { amount }) => part + amount, 0), 0),
    };
  };

  /** What the provider itself says that it pays out to the account. */
  async function sumSettled({ url }: VirtualProvider, merchant: string | null): Promise<number> {
    const secret = merchant === null ? 'test_sk_toss' : `secret_of_${merchant}`;
    const answer = await fetch(`${url}/v1/settlements?startDate=2027-01-01&endDate=2029-01-01&page=1&size=1000000`, {
      headers: { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` },
    });
    const lines = (await answer.json()) as { readonly payOutAmount: number }[];
    return lines.reduce((sum, { payOutAmount }) => sum + payOutAmount, 0);
  }

  it(
    'leaves at each merchant what its payments brought less fees and refunds, to the won (MC-4, MC-5, MC-8)',
    async () => {
      const lives = fc.array(act, { minLength: 8, maxLength: 24 });
      await fc.assert(
        fc.asyncProperty(lives, async (acts) => {
          begun = [];
          for (const index of [1, 2]) if (!(await running(index))) await setMerchant(index, accounts[index]?.[0]);
          for (const one of acts) await play(one);
          await settle();
          clock.advance(HOUR_MS);
        }),
        {
          numRuns: RUNS,
          endOnFailure: true,
          ...(process.env['SEED'] !== undefined && { seed: Number(process.env['SEED']) }),
        },
      );
      begun = [];
      for (let index = 0; index < STORES; index += 1) {
        await begin(index);
        await play({ kind: 'CONFIRM', which: index });
      }
      await play({ kind: 'REFUND', which: 1, part: 0.33 });
      await settle();
      const sums = await sumMerchants();
      expect(sums.length).toBeGreaterThan(1);
      for (const { merchant, paid, refunded, held, fees } of sums) {
        // Only this account took the money: no other one knows the payment as paid.
        expect([merchant, { paid, refunded }]).toEqual([merchant, sumBook(bookOf(merchant ?? ''))]);
        expect([merchant, held]).toEqual([merchant, paid - refunded - fees]);
        expect([merchant, await sumSettled(bookOf(merchant ?? ''), merchant)]).toEqual([merchant, held]);
      }
      const booked = books().map(sumBook);
      expect(booked.reduce((sum, { paid }) => sum + paid, 0)).toBe(sums.reduce((sum, { paid }) => sum + paid, 0));
    },
    60_000 + RUNS * 30_000,
  );
});
