// @sweep 1/12 (decision 086)
import { owedRefund, payment as paymentShape, type Payment } from '@munjigi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, itemsOf, startTestServer, until, type Answer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

/** Number of random orders; `REFUND_RUNS` sets another one. */
const RUNS = Number(process.env['REFUND_RUNS'] ?? 20);
const CASH_WON = 8000;
const ONLINE_WON = 12_000;

type Fault = 'lost' | 'unanswered' | 'error' | 'refused';
type Step =
  | { readonly kind: 'CANCEL'; readonly percent: number; readonly people: number }
  | { readonly kind: 'REFUND'; readonly amount: number; readonly isOnline: boolean }
  | { readonly kind: 'FAULT'; readonly faults: readonly (Fault | null)[] }
  | { readonly kind: 'SEND_OWED'; readonly people: number }
  | { readonly kind: 'WAIT' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('CANCEL' as const),
    percent: fc.constantFrom(30, 50, 100),
    people: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    kind: fc.constant('REFUND' as const),
    amount: fc.constantFrom(1000, 5000, ONLINE_WON),
    isOnline: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('FAULT' as const),
    faults: fc.array(fc.constantFrom<Fault | null>(null, null, 'lost', 'unanswered', 'error', 'refused'), {
      maxLength: 4,
    }),
  }),
  fc.record({ kind: fc.constant('SEND_OWED' as const), people: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('WAIT' as const) }),
);

interface Life {
  readonly reservation: Answer['body'];
  readonly cash: Payment;
  readonly online: Payment;
  /** The refunds that a person has confirmed or is confirming. */
  readonly confirmedByPerson: Set<string>;
}

describe('refunds of a reservation in any order of cancelling, requesting, failing, confirming and sending manually', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openPayingDesk(server, { rooms: 20 + RUNS });
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  async function begin(): Promise<Life> {
    const reservation = await desk.held();
    const { body } = await desk.admin.call('POST', desk.url(), {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: CASH_WON,
    });
    return {
      reservation,
      cash: paymentShape.parse(body),
      online: await desk.paid(reservation),
      confirmedByPerson: new Set(),
    };
  }

  async function runStep(life: Life, it: Step): Promise<void> {
    switch (it.kind) {
      case 'CANCEL': {
        const now = await desk.read(life.reservation);
        await Promise.all(
          Array.from({ length: it.people }, () => desk.verb(now, 'cancel', { refundPercent: it.percent })),
        );
        return;
      }
      case 'REFUND': {
        const payment = await desk.read1(it.isOnline ? life.online : life.cash);
        const { status, body } = await desk.refund(payment, { amount: it.amount });
        // A person who refunds a cash payment confirms that refund by recording it.
        if (status === 200 && !it.isOnline)
          for (const { id, state } of paymentShape.parse(body).refunds)
            if (state === 'DONE') life.confirmedByPerson.add(id);
        return;
      }
      case 'FAULT':
        desk.toss.faults.next = [...it.faults];
        return;
      case 'SEND_OWED': {
        const payment = await desk.read1(life.cash);
        const owed = payment.refunds.find(({ state }) => state === 'OWED');
        if (owed === undefined) return;
        life.confirmedByPerson.add(owed.id);
        await Promise.all(
          Array.from({ length: it.people }, () =>
            desk.admin.call('POST', desk.url(`/refund/${owed.id}/sent`), { version: payment.version }),
          ),
        );
        return;
      }
      case 'WAIT':
        clock.advance(1500);
        await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /** Checks that no refund is `DONE`, in any field, before the provider or a person has confirmed it. */
  async function checkTruth(life: Life): Promise<void> {
    const [cash, online] = [await desk.read1(life.cash), await desk.read1(life.online)];
    const atProvider = desk.toss.book.find(online.id)?.cancels ?? [];
    for (const { id, state, amount } of online.refunds) {
      if (state === 'DONE')
        expect(
          atProvider.filter((cancel) => cancel.reason.endsWith(`[${id}]`) && cancel.amount === amount),
        ).toHaveLength(1);
    }
    for (const { id, state } of cash.refunds) if (state === 'DONE') expect([...life.confirmedByPerson]).toContain(id);
    for (const payment of [cash, online]) {
      expect(payment.state === 'CANCELED').toBe(sumOf(payment, 'DONE') === payment.amount);
      expect(payment.refundedAmount).toBe(
        sumOf(payment, 'DONE') + sumOf(payment, 'REQUESTED') + sumOf(payment, 'OWED'),
      );
    }
  }

  /** Checks at the end that the reservation, its history and the list of owed refunds agree with the payments. */
  async function checkRest(life: Life): Promise<void> {
    const [cash, online, reservation] = [
      await desk.read1(life.cash),
      await desk.read1(life.online),
      await desk.read(life.reservation),
    ];
    const done = sumOf(cash, 'DONE') + sumOf(online, 'DONE');
    expect(reservation['paidAmount']).toBe(CASH_WON + ONLINE_WON - done);
    const history = reservation['history'] as unknown as { readonly kind: string; readonly amount: number | null }[];
    expect(history.reduce((sum, it) => (it.kind === 'REFUNDED' ? sum + Number(it.amount) : sum), 0)).toBe(done);
    expect((desk.toss.book.find(online.id)?.cancels ?? []).reduce((sum, { amount }) => sum + amount, 0)).toBe(
      sumOf(online, 'DONE'),
    );
    const cancelled = history.findIndex(({ kind }) => kind === 'CANCELLED');
    const doneSince =
      cancelled === -1
        ? 0
        : history.slice(cancelled).reduce((sum, it) => (it.kind === 'REFUNDED' ? sum + Number(it.amount) : sum), 0);
    const owed = itemsOf(
      (await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${life.reservation['id']}`))).body,
    ).map((item) => owedRefund.parse(item));
    const due = Math.min(
      Number(reservation['paidAmount']),
      Math.max(0, Number(reservation['refundAmount'] ?? 0) - doneSince),
    );
    expect(owed.reduce((sum, { amount }) => sum + amount, 0)).toBe(due);
    expect(
      owed
        .flatMap(({ parts }) => parts)
        .filter(({ state }) => state === 'OWED')
        .reduce((sum, { amount }) => sum + amount, 0),
    ).toBe(sumOf(cash, 'OWED'));
  }

  it(
    `are never shown as sent before the provider or a person has confirmed them, in ${RUNS} random orders`,
    { timeout: 120_000 + RUNS * 2000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
          desk.toss.faults.next = [];
          const life = await begin();
          for (const it of steps) {
            await runStep(life, it);
            await checkTruth(life);
          }
          desk.toss.faults.next = [];
          await until('nothing waits for the provider', async () => {
            clock.advance(5000);
            return (await desk.read1(life.online)).refunds.every(({ state }) => state !== 'REQUESTED');
          });
          await checkTruth(life);
          await checkRest(life);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
  );
});

function sumOf({ refunds }: Payment, state: Payment['refunds'][number]['state']): number {
  return refunds.reduce((sum, it) => (it.state === state ? sum + it.amount : sum), 0);
}
