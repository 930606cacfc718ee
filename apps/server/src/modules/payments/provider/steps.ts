import type { PaymentState, PROVIDER_FAULTS } from '@munjigi/contract';
import type { ProviderCancel, ProviderPayment } from '../providers/index.ts';

/** A payment as it is stored here. */
export interface StoredPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly amount: number;
  readonly isPaid: boolean;
  /** Oldest first. */
  readonly refunds: readonly {
    readonly id: string;
    readonly amount: number;
    readonly state: 'REQUESTED' | 'DONE' | 'FAILED';
    readonly providerKey: string | null;
  }[];
}

/** The shop that the product's connection to the provider belongs to. */
export interface ExpectedShop {
  /** Empty: not known. */
  readonly merchantId: string;
  /** Whether payments of a test channel count: only those of a virtual provider do. */
  readonly allowsTest: boolean;
}

export type PaymentStep =
  | { readonly kind: 'PAID'; readonly at: Date }
  /** The bank reversed a deposit. */
  | { readonly kind: 'TAKEN_BACK' }
  | { readonly kind: 'REFUND_DONE'; readonly refundId: string; readonly cancel: ProviderCancel }
  /**
   * `NOTHING_LEFT`: the remaining amount is too small, because the provider lists another refund or the bank reversed the
   * deposit. `FAILED_THERE`: the provider accepted the refund and could not make it.
   */
  | { readonly kind: 'REFUND_FAILED'; readonly refundId: string; readonly cause: 'NOTHING_LEFT' | 'FAILED_THERE' }
  | { readonly kind: 'REFUNDED_ELSEWHERE'; readonly cancel: ProviderCancel }
  | { readonly kind: 'STATE'; readonly state: PaymentState };

export type StepFault = (typeof PROVIDER_FAULTS)[number];

const PAID: ReadonlySet<string> = new Set<PaymentState>(['DONE', 'PARTIAL_CANCELED', 'CANCELED']);

/**
 * Appends the refund id to the reason. The provider returns the reason with each cancel, so that the refund can be
 * found.
 */
export function markedReason(reason: string, refundId: string): string {
  return `${reason.slice(0, 150)} [${refundId}]`;
}

/** Whether one of these reasons of the provider's refunds names the refund. */
export function namesRefund(reasons: readonly string[], refundId: string): boolean {
  return reasons.some((reason) => reason.endsWith(`[${refundId}]`));
}

/**
 * Returns the steps that make a payment match its provider (decision 028). Missed and repeated messages do not matter:
 * equal states give no steps. With a fault a person has to check, and there are no steps, except for a refund that was
 * made and did not reach the guest: its money left the store.
 */
export function stepsTo(
  stored: StoredPayment,
  there: ProviderPayment,
  shop: ExpectedShop,
): { readonly steps: readonly PaymentStep[]; readonly fault: StepFault | null } {
  const fault = (stepFault: StepFault) => ({ steps: [], fault: stepFault });
  if (there.orderId !== stored.id) return fault('NOT_OURS');
  const isPaidThere = PAID.has(there.state) && (there.paidAt !== null || stored.isPaid);
  const moneyFault = moneyFaultOf(stored, there, shop);
  if (moneyFault !== null)
    return isPaidThere || there.state === 'WAITING_FOR_DEPOSIT' ? fault(moneyFault) : { steps: [], fault: null };
  if (isPaidThere && !isRefundedAsStated(stored, there)) return fault('OUT_OF_STEP');
  if (!isPaidThere) {
    // Paid without a time of the payment, while the server knows of none: nothing can be posted.
    if (there.state === 'DONE' || there.state === 'PARTIAL_CANCELED') return fault('OUT_OF_STEP');
    if (stored.isPaid) return findReversal(stored, there) ?? fault('OUT_OF_STEP');
    // An expired payment stays expired while the provider still calls it READY.
    if (there.state === stored.state || (stored.state === 'EXPIRED' && there.state === 'READY'))
      return { steps: [], fault: null };
    const isPossible =
      stored.state !== 'CANCELED' && !(stored.state === 'WAITING_FOR_DEPOSIT' && there.state === 'READY');
    return isPossible ? { steps: [{ kind: 'STATE', state: there.state }], fault: null } : fault('OUT_OF_STEP');
  }
  if (!stored.isPaid && stored.state === 'CANCELED') return fault('OUT_OF_STEP');
  const steps: PaymentStep[] = stored.isPaid || there.paidAt === null ? [] : [{ kind: 'PAID', at: there.paidAt }];
  const linkedKeys = new Set(stored.refunds.flatMap(({ providerKey }) => (providerKey === null ? [] : [providerKey])));
  const cancelledKeys = new Set(there.cancels.map(({ key }) => key));
  // A refund is final: a status without a recorded refund is a fault.
  if ([...linkedKeys].some((key) => !cancelledKeys.has(key))) return fault('OUT_OF_STEP');
  steps.push(
    ...refundSteps(
      stored,
      there.cancels.filter(({ key }) => !linkedKeys.has(key)),
      there.failedCancels,
    ),
  );
  return { steps, fault: there.isRefundReturned ? 'OUT_OF_STEP' : null };
}

/**
 * Returns what makes the payment at the provider another one than the server began. The browser of the guest chooses
 * the channel, the currency and the shop, so an answer "paid" alone proves nothing.
 */
function moneyFaultOf(stored: StoredPayment, there: ProviderPayment, shop: ExpectedShop): StepFault | null {
  if (there.merchantId !== null && shop.merchantId !== '' && there.merchantId !== shop.merchantId)
    return 'SHOP_DIFFERS';
  if (there.isTest && !shop.allowsTest) return 'TEST_PAYMENT';
  if ((there.currency ?? 'KRW') !== 'KRW') return 'CURRENCY_DIFFERS';
  return there.amount === stored.amount ? null : 'AMOUNT_DIFFERS';
}

/** Whether the refunds that the provider lists add up to the status that it states. */
function isRefundedAsStated({ amount }: StoredPayment, { state, cancels }: ProviderPayment): boolean {
  const refunded = cancels.reduce((sum, cancel) => sum + cancel.amount, 0);
  switch (state) {
    case 'CANCELED':
      return refunded === amount;
    case 'PARTIAL_CANCELED':
      return refunded > 0 && refunded < amount;
    default:
      return refunded === 0;
  }
}

function findReversal(
  { refunds }: StoredPayment,
  { state }: ProviderPayment,
): { steps: PaymentStep[]; fault: null } | null {
  if (state !== 'WAITING_FOR_DEPOSIT' || refunds.some((refund) => refund.state === 'DONE')) return null;
  const failed = refunds.flatMap(({ id, state: was }): PaymentStep[] =>
    was === 'REQUESTED' ? [{ kind: 'REFUND_FAILED', refundId: id, cause: 'NOTHING_LEFT' }] : [],
  );
  return { steps: [...failed, { kind: 'TAKEN_BACK' }], fault: null };
}

function refundSteps(
  stored: StoredPayment,
  cancels: readonly ProviderCancel[],
  failedReasons: readonly string[],
): PaymentStep[] {
  const steps: PaymentStep[] = [];
  const open = stored.refunds.filter(({ state }) => state === 'REQUESTED');
  const elsewhere: ProviderCancel[] = [];
  for (const cancel of cancels) {
    const ours = open.find(({ id, amount }) => namesRefund([cancel.reason], id) && amount === cancel.amount);
    if (!ours) {
      elsewhere.push(cancel);
      continue;
    }
    open.splice(open.indexOf(ours), 1);
    steps.push({ kind: 'REFUND_DONE', refundId: ours.id, cancel });
  }
  const failed = open.filter(({ id }) => namesRefund(failedReasons, id));
  for (const one of failed) {
    open.splice(open.indexOf(one), 1);
    steps.push({ kind: 'REFUND_FAILED', refundId: one.id, cause: 'FAILED_THERE' });
  }
  let remaining =
    stored.amount +
    failed.reduce((sum, { amount }) => sum + amount, 0) -
    stored.refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0);
  for (const cancel of elsewhere) {
    // A requested refund reserves its amount. The latest one fails when a refund at the provider leaves too little.
    while (remaining < cancel.amount) {
      const last = open.pop();
      if (!last) break;
      steps.push({ kind: 'REFUND_FAILED', refundId: last.id, cause: 'NOTHING_LEFT' });
      remaining += last.amount;
    }
    steps.push({ kind: 'REFUNDED_ELSEWHERE', cancel });
    remaining -= cancel.amount;
  }
  return steps;
}
