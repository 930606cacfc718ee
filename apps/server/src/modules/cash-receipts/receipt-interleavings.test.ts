// @sweep 1/8 (decision 086)
import type { CashReceipt } from '@munjigi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, MINUTE_MS, startTestServer, type TestServer } from '../../testing/index.ts';
import { openReceiptDesk, type ReceiptDesk } from '../../testing/desks/receipt-desk.ts';

/** Number of random interleavings; `MONEY_RUNS` sets another one, a hundredth of which run here. */
const RUNS = Math.max(4, Math.round(Number(process.env['MONEY_RUNS'] ?? 400) / 100));

type Fault = 'lost' | 'unanswered' | 'error' | 'refused' | null;
type Act =
  | { readonly kind: 'CASH'; readonly amount: number }
  | { readonly kind: 'REFUND'; readonly part: number }
  | { readonly kind: 'REVERSE' }
  | { readonly kind: 'NUMBER' }
  | { readonly kind: 'FAULTS'; readonly faults: readonly Fault[] }
  | { readonly kind: 'WAIT'; readonly seconds: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('CASH' as const), amount: fc.integer({ min: 100, max: 9000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('REFUND' as const), part: fc.constantFrom(0.1, 0.5, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('REVERSE' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('NUMBER' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('FAULTS' as const),
      faults: fc.array(fc.constantFrom<Fault>('lost', 'unanswered', 'error', 'refused', null), { maxLength: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('WAIT' as const), seconds: fc.constantFrom(1, 30, 600) }) },
);
const life = fc.record({
  issuer: fc.constantFrom('TOSS' as const, 'PORTONE' as const),
  acts: fc.array(act, { minLength: 4, maxLength: 14 }),
});

describe('cash receipts in random interleavings', () => {
  const clock = fakeClock(new Date('2028-02-27T06:00:00Z'));
  let server: TestServer;
  let desk: ReceiptDesk;
  let lives = 0;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openReceiptDesk(server, clock);
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  async function play({ issuer, acts }: { issuer: 'TOSS' | 'PORTONE'; acts: readonly Act[] }): Promise<void> {
    lives += 1;
    const provider = issuer === 'TOSS' ? desk.toss : desk.portone;
    const number = `010${String(70_000_000 + lives * 10 + 1)}`;
    expect((await desk.issueThrough(issuer, { thresholdAmount: 1_000_000 })).status).toBe(200);
    clock.advance(1000);
    const stay = await desk.stay();
    const payments: { readonly id: string; readonly reservationId: string | null }[] = [];
    for (const one of acts) {
      const last = payments.at(-1);
      if (one.kind === 'FAULTS') provider.faults.next = [...one.faults];
      if (one.kind === 'WAIT') clock.advance(one.seconds * 1000);
      if (one.kind === 'NUMBER') await desk.enterNumber(stay.call, number);
      if (one.kind === 'CASH') payments.push(await desk.receive(stay.id, { amount: one.amount, mayExceedDue: true }));
      if (one.kind === 'REFUND' && last) {
        const payment = await desk.read1(last);
        const left = payment.amount - payment.refundedAmount;
        if (left > 0) await desk.refund(payment, { amount: Math.max(1, Math.floor(left * one.part)) });
      }
      if (one.kind === 'REVERSE' && last) {
        const { version } = await desk.read1(last);
        await desk.admin.call('POST', desk.url(`/${last.id}/reverse`), { version, reason: '잘못 기록' });
      }
    }
    provider.faults.next = [];
    // The last entry of the number also repeats what was refused.
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await desk.enterNumber(stay.call, number)).status === 200) break;
      clock.advance(MINUTE_MS);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const isSettled = ({ state, issuedAmount, keptAmount }: CashReceipt) =>
      issuedAmount === keptAmount && (keptAmount > 0 ? state === 'ISSUED' : state === 'CANCELLED' || state === 'NONE');
    for (const payment of payments) await desk.becomes(payment, 'issued for what is kept', isSettled, MINUTE_MS);
    const kept = await Promise.all(payments.map((payment) => desk.readReceipt(payment)));
    const keptAmount = kept.reduce((sum, receipt) => sum + (receipt?.keptAmount ?? 0), 0);
    expect(provider.book.receipts.sumIssued(number)).toBe(keptAmount);
  }

  it(
    'leaves at the provider exactly what the store keeps of each payment (CR-5, CR-6, CR-7)',
    async () => {
      await fc.assert(fc.asyncProperty(life, play), {
        numRuns: RUNS,
        endOnFailure: true,
        ...(process.env['SEED'] !== undefined && { seed: Number(process.env['SEED']) }),
      });
    },
    60_000 + RUNS * 40_000,
  );
});
