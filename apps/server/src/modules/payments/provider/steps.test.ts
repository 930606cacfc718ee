import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderPayment } from '../providers/index.ts';
import { markedReason, stepsTo, type ExpectedShop, type StoredPayment, type PaymentStep } from './steps.ts';

const ID = '0198a1b2-0000-7000-8000-000000000001';
const AT = new Date('2026-11-21T06:00:00Z');
const AMOUNT = 20_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Ours = Omit<Mutable<StoredPayment>, 'refunds'> & { refunds: Mutable<StoredPayment['refunds'][number]>[] };
type Theirs = Omit<Mutable<ProviderPayment>, 'cancels'> & { cancels: ProviderPayment['cancels'][number][] };

const ours = (): Ours => ({ id: ID, state: 'READY', amount: AMOUNT, isPaid: false, refunds: [] });
const theirs = (over: Partial<Theirs> = {}): Theirs => ({
  paymentKey: 'pk',
  orderId: ID,
  state: 'READY',
  method: 'CARD',
  amount: AMOUNT,
  currency: 'KRW',
  merchantId: 'shop',
  isTest: false,
  paidAt: null,
  receiptUrl: null,
  depositSecret: null,
  cancels: [],
  pendingCancels: [],
  failedCancels: [],
  isRefundReturned: false,
  dispute: null,
  ...over,
});
const SHOP: ExpectedShop = { merchantId: 'shop', allowsTest: false };
const sum = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** Applies steps to the stored payment as the database does. */
function applySteps(it: Ours, steps: readonly PaymentStep[]): void {
  for (const step of steps) {
    if (step.kind === 'STATE') it.state = step.state;
    if (step.kind === 'PAID') Object.assign(it, { isPaid: true, state: 'DONE' });
    if (step.kind === 'TAKEN_BACK') Object.assign(it, { isPaid: false, state: 'WAITING_FOR_DEPOSIT' });
    if (step.kind === 'REFUND_FAILED') Object.assign(found(it, step.refundId), { state: 'FAILED' });
    if (step.kind === 'REFUND_DONE')
      Object.assign(found(it, step.refundId), { state: 'DONE', providerKey: step.cancel.key });
    if (step.kind === 'REFUNDED_ELSEWHERE')
      it.refunds.push({
        id: `else-${step.cancel.key}`,
        amount: step.cancel.amount,
        state: 'DONE',
        providerKey: step.cancel.key,
      });
    if (step.kind === 'REFUND_DONE' || step.kind === 'REFUNDED_ELSEWHERE') {
      it.state =
        sum(it.refunds.filter(({ state }) => state === 'DONE')) === it.amount ? 'CANCELED' : 'PARTIAL_CANCELED';
    }
    const spoken = sum(it.refunds.filter(({ state }) => state !== 'FAILED'));
    expect(spoken).toBeLessThanOrEqual(it.amount);
  }
}

function found({ refunds }: Ours, id: string) {
  const it = refunds.find((one) => one.id === id);
  if (!it) throw new Error(`There is no refund ${id}`);
  return it;
}

type Happening =
  | { readonly what: 'issue' | 'pay' | 'take back' | 'fail' | 'look' }
  | { readonly what: 'cancel there' | 'ask here' | 'do what was asked'; readonly amount: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: fc.record({ what: fc.constantFrom('issue', 'pay', 'take back', 'fail') }), weight: 3 },
  { arbitrary: fc.record({ what: fc.constant('look' as const) }), weight: 4 },
  {
    arbitrary: fc.record({
      what: fc.constantFrom('cancel there', 'ask here', 'do what was asked'),
      amount: fc.integer({ min: 1, max: AMOUNT }),
    }),
    weight: 4,
  },
);

/** Applies one event at the server or the provider if it is possible there. */
function happen(it: Happening, here: Ours, there: Theirs, number: number): void {
  const isPaid = there.paidAt !== null && there.state !== 'CANCELED';
  const left = AMOUNT - sum(there.cancels);
  if (it.what === 'issue' && (there.state === 'READY' || there.state === 'ABORTED'))
    there.state = 'WAITING_FOR_DEPOSIT';
  if (it.what === 'pay' && there.paidAt === null) Object.assign(there, { state: 'DONE', paidAt: AT });
  if (it.what === 'take back' && there.state === 'DONE')
    Object.assign(there, { state: 'WAITING_FOR_DEPOSIT', paidAt: null });
  if (it.what === 'fail' && there.state === 'READY') there.state = 'ABORTED';
  if (it.what === 'ask here' && here.isPaid) {
    const spoken = sum(here.refunds.filter(({ state }) => state !== 'FAILED'));
    if (it.amount <= AMOUNT - spoken)
      here.refunds.push({ id: `r${number}`, amount: it.amount, state: 'REQUESTED', providerKey: null });
  }
  const request = here.refunds.find(
    ({ state, id }) => state === 'REQUESTED' && !there.cancels.some(({ reason }) => reason.endsWith(`[${id}]`)),
  );
  const cancel =
    it.what === 'cancel there'
      ? { amount: it.amount, reason: '고객센터' }
      : it.what === 'do what was asked' && request
        ? { amount: request.amount, reason: markedReason('손님 요청', request.id) }
        : null;
  if (cancel && isPaid && cancel.amount <= left) {
    there.cancels.push({ ...cancel, key: `c${number}`, at: AT, isChargeback: false });
    there.state = cancel.amount === left ? 'CANCELED' : 'PARTIAL_CANCELED';
  }
}

describe('steps to the status of the provider', () => {
  it('reach the provider status after any sequence of events and lookups', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const [here, there] = [ours(), theirs()];
        for (const [number, it] of happenings.entries()) {
          if (it.what !== 'look') {
            happen(it, here, there, number);
            continue;
          }
          const { steps, fault } = stepsTo(here, there, SHOP);
          expect(fault).toBeNull();
          applySteps(here, steps);
        }
        applySteps(here, stepsTo(here, there, SHOP).steps);
        // A second comparison gives no steps.
        expect(stepsTo(here, there, SHOP)).toEqual({ steps: [], fault: null });
        expect([here.state, here.isPaid]).toEqual([there.state, there.paidAt !== null]);
        expect(sum(here.refunds.filter(({ state }) => state === 'DONE'))).toBe(sum(there.cancels));
        expect(here.refunds.flatMap(({ providerKey }) => providerKey ?? []).sort()).toEqual(
          there.cancels.map(({ key }) => key).sort(),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('are replaced by a fault for another order, another amount, or a recorded refund that the provider does not list', () => {
    const paid = theirs({ state: 'DONE', paidAt: AT });
    expect(stepsTo(ours(), { ...paid, orderId: 'another' }, SHOP).fault).toBe('NOT_OURS');
    expect(stepsTo(ours(), { ...paid, amount: 100 }, SHOP)).toEqual({ steps: [], fault: 'AMOUNT_DIFFERS' });
    const refunded: Ours = {
      ...ours(),
      state: 'PARTIAL_CANCELED',
      isPaid: true,
      refunds: [{ id: 'r1', amount: 5000, state: 'DONE', providerKey: 'c1' }],
    };
    for (const there of [paid, theirs({ state: 'WAITING_FOR_DEPOSIT' }), theirs({ state: 'ABORTED' })])
      expect(stepsTo(refunded, there, SHOP)).toEqual({ steps: [], fault: 'OUT_OF_STEP' });
  });

  it.each([
    ['a test channel', { isTest: true }, 'TEST_PAYMENT'],
    ['another currency', { currency: 'VND' }, 'CURRENCY_DIFFERS'],
    ['another shop', { merchantId: 'shop-of-a-stranger' }, 'SHOP_DIFFERS'],
  ] as const)('are replaced by a fault for a payment through %s, paid or awaiting a deposit', (_, over, fault) => {
    expect(stepsTo(ours(), theirs({ state: 'DONE', paidAt: AT, ...over }), SHOP)).toEqual({ steps: [], fault });
    expect(stepsTo(ours(), theirs({ state: 'WAITING_FOR_DEPOSIT', ...over }), SHOP)).toEqual({ steps: [], fault });
    const paid: Ours = { ...ours(), state: 'DONE', isPaid: true };
    expect(stepsTo(paid, theirs({ state: 'DONE', paidAt: AT, ...over }), SHOP).fault).toBe(fault);
    // Nothing was taken: the guest can still pay in the right way.
    expect(stepsTo(ours(), theirs({ state: 'ABORTED', ...over }), SHOP)).toEqual({ steps: [], fault: null });
  });

  it('accept a test payment of a virtual provider, and an answer that names neither currency nor shop', () => {
    const there = theirs({ state: 'DONE', paidAt: AT, isTest: true, currency: null, merchantId: null });
    expect(stepsTo(ours(), there, { merchantId: 'shop', allowsTest: true }).steps).toEqual([{ kind: 'PAID', at: AT }]);
    expect(stepsTo(ours(), { ...there, merchantId: 'any' }, { merchantId: '', allowsTest: true }).fault).toBeNull();
  });

  const cancel = (amount: number) => ({ key: `c${amount}`, amount, reason: 'x', at: AT, isChargeback: false });
  it.each([
    ['CANCELED without refunds', 'CANCELED', []],
    ['CANCELED with less than the amount', 'CANCELED', [cancel(5000)]],
    ['PARTIAL_CANCELED without refunds', 'PARTIAL_CANCELED', []],
    ['PARTIAL_CANCELED with the whole amount', 'PARTIAL_CANCELED', [cancel(AMOUNT)]],
    ['DONE with a refund', 'DONE', [cancel(5000)]],
    ['CANCELED with more than the amount', 'CANCELED', [cancel(AMOUNT), cancel(1)]],
  ] as const)('are replaced by a fault when the provider states %s', (_, state, cancels) => {
    const there = theirs({ state, paidAt: AT, cancels: [...cancels] });
    for (const stored of [
      ours(),
      { ...ours(), state: 'WAITING_FOR_DEPOSIT' as const },
      { ...ours(), state: 'DONE' as const, isPaid: true },
    ])
      expect(stepsTo(stored, there, SHOP)).toEqual({ steps: [], fault: 'OUT_OF_STEP' });
  });

  it('refund a paid payment that the provider states as cancelled without the time of the payment', () => {
    const there = theirs({ state: 'CANCELED', paidAt: null, cancels: [cancel(AMOUNT)] });
    const { steps, fault } = stepsTo({ ...ours(), state: 'DONE', isPaid: true }, there, SHOP);
    expect([steps.map(({ kind }) => kind), fault]).toEqual([['REFUNDED_ELSEWHERE'], null]);
  });

  it('never post a payment that the provider states as paid without a time, or as cancelled without its refunds', () => {
    const waiting: Ours = { ...ours(), state: 'WAITING_FOR_DEPOSIT' };
    for (const state of ['DONE', 'PARTIAL_CANCELED'] as const)
      expect(stepsTo(waiting, theirs({ state }), SHOP)).toEqual({ steps: [], fault: 'OUT_OF_STEP' });
    expect(stepsTo(waiting, theirs({ state: 'CANCELED', paidAt: AT }), SHOP)).toEqual({
      steps: [],
      fault: 'OUT_OF_STEP',
    });
  });

  it('keep the fault of a refund that the bank returned, and record the refund', () => {
    const there = theirs({ state: 'CANCELED', paidAt: AT, cancels: [cancel(AMOUNT)], isRefundReturned: true });
    const { steps, fault } = stepsTo({ ...ours(), state: 'DONE', isPaid: true }, there, SHOP);
    expect([steps.map(({ kind }) => kind), fault]).toEqual([['REFUNDED_ELSEWHERE'], 'OUT_OF_STEP']);
  });

  it('fail a requested refund that the provider accepted and could not make', () => {
    const refunds: Ours['refunds'] = [{ id: 'r1', amount: 5000, state: 'REQUESTED', providerKey: null }];
    const there = theirs({ state: 'DONE', paidAt: AT, failedCancels: [markedReason('x', 'r1')] });
    expect(stepsTo({ ...ours(), state: 'DONE', isPaid: true, refunds }, there, SHOP).steps).toEqual([
      { kind: 'REFUND_FAILED', refundId: 'r1', cause: 'FAILED_THERE' },
    ]);
  });

  it('compare no amount of another currency', () => {
    const there = theirs({ state: 'PARTIAL_CANCELED', paidAt: AT, amount: null, currency: 'USD' });
    expect(stepsTo(ours(), there, SHOP)).toEqual({ steps: [], fault: 'CURRENCY_DIFFERS' });
    expect(stepsTo(ours(), { ...there, currency: 'KRW' }, SHOP).fault).toBe('AMOUNT_DIFFERS');
  });

  it('fail the latest requested refund when a refund at the provider leaves too little', () => {
    const here: Ours = {
      ...ours(),
      state: 'DONE',
      isPaid: true,
      refunds: [
        { id: 'r1', amount: 5000, state: 'REQUESTED', providerKey: null },
        { id: 'r2', amount: 9000, state: 'REQUESTED', providerKey: null },
      ],
    };
    const there = theirs({
      state: 'PARTIAL_CANCELED',
      paidAt: AT,
      cancels: [cancel(14_000)],
    });
    expect(
      stepsTo(here, there, SHOP).steps.map((step) => [step.kind, 'refundId' in step ? step.refundId : null]),
    ).toEqual([
      ['REFUND_FAILED', 'r2'],
      ['REFUNDED_ELSEWHERE', null],
    ]);
  });
});
