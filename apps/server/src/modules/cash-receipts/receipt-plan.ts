import type { CashReceiptState } from '@munjigi/contract';

/** What is to be done about the cash receipt of a payment (decision 138). Pure. */

export interface PlannedStep {
  readonly id: string;
  readonly kind: 'ISSUE' | 'CANCEL';
  readonly issueId: string | null;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly isSelfIssued: boolean;
  readonly state: 'OPEN' | 'DONE' | 'REFUSED';
  readonly isLive: boolean;
  readonly refusedAtWanted: number | null;
  readonly isConfiguration: boolean;
  readonly answeredAt: Date | null;
}

/** What decides about a receipt. Amounts are in won. */
export interface ReceiptFacts {
  readonly now: Date;
  /** What the store keeps of the payment. */
  readonly keptAmount: number;
  readonly keptTaxFreeAmount: number;
  /** The price of the stay: the law counts the deal, also when a part of it is paid by card. */
  readonly dealAmount: number;
  readonly paidAt: Date | null;
  /** The number of a receipt that a person issued at the store's terminal. */
  readonly hasReceiptOfTerminal: boolean;
  readonly paymentAmount: number;
  /** What the provider issued with its own payment; `null`: nothing. */
  readonly ownAmount: number | null;
  readonly hasNumber: boolean;
  readonly wanted: number;
  /** Oldest first. */
  readonly steps: readonly PlannedStep[];
  /** Whether the provider of the receipt cancels a part of it. */
  readonly canCancelPart: boolean;
  /** `null`: issuing is off. */
  readonly issuing: {
    readonly isSelfIssueOn: boolean;
    readonly thresholdAmount: number;
    readonly deadlineDays: number;
  } | null;
}

export type ReceiptPlan =
  | { readonly kind: 'RESUME'; readonly stepId: string }
  | {
      readonly kind: 'ISSUE';
      readonly amount: number;
      readonly taxFreeAmount: number;
      readonly isSelfIssued: boolean;
    }
  | { readonly kind: 'CANCEL'; readonly issueId: string; readonly amount: number; readonly taxFreeAmount: number }
  | {
      readonly kind: 'REST';
      readonly state: CashReceiptState;
      /** When time alone changes the plan. */
      readonly until: Date | null;
      readonly selfIssueAt?: Date;
      readonly failure?: 'CANCEL_AT_TERMINAL' | 'OWN_RECEIPT_DIFFERS';
    };

const DAY_MS = 24 * 3600_000;
/** A request that the keys of the connection did not allow is repeated without a change after this time. */
export const CONFIGURATION_RETRY_MS = 3600_000;

/** Decides the next step of a receipt: one request at a time, cancellations before issues. */
export function planReceipt(facts: ReceiptFacts): ReceiptPlan {
  const { steps, keptAmount } = facts;
  const open = steps.find(({ state }) => state === 'OPEN');
  if (open) return { kind: 'RESUME', stepId: open.id };
  if (facts.hasReceiptOfTerminal) return planReceiptOfTerminal(facts);
  const live = steps.find(({ isLive }) => isLive);
  if (live) return planLive(facts, live);
  if (facts.ownAmount !== null && facts.ownAmount > 0) return planOwn(facts, facts.ownAmount);
  if (keptAmount === 0) {
    const wasIssued = facts.ownAmount !== null || steps.some(({ kind, state }) => kind === 'ISSUE' && state === 'DONE');
    return rest(wasIssued ? 'CANCELLED' : 'NONE');
  }
  return planIssue(facts);
}

/** What is left of an issue after its completed cancellations. */
export function remainingOf(
  steps: readonly PlannedStep[],
  issue: PlannedStep,
): { amount: number; taxFreeAmount: number } {
  const cancels = steps.filter(({ issueId, state }) => issueId === issue.id && state === 'DONE');
  return {
    amount: cancels.reduce((left, { amount }) => left - amount, issue.amount),
    taxFreeAmount: cancels.reduce((left, { taxFreeAmount }) => left - taxFreeAmount, issue.taxFreeAmount),
  };
}

/** When a receipt without a number is issued: a day before the law's last day, so that requests can be repeated. */
export function selfIssueTime(paidAt: Date, deadlineDays: number): Date {
  return new Date(paidAt.getTime() + (deadlineDays - 1) * DAY_MS);
}

function planReceiptOfTerminal({ keptAmount, paymentAmount }: ReceiptFacts): ReceiptPlan {
  return keptAmount === paymentAmount
    ? rest('ISSUED')
    : { kind: 'REST', state: 'REFUSED', until: null, failure: 'CANCEL_AT_TERMINAL' };
}

/** The provider cancels its own receipt together with its refund. */
function planOwn({ keptAmount, now }: ReceiptFacts, ownAmount: number): ReceiptPlan {
  return keptAmount === ownAmount
    ? rest('ISSUED')
    : {
        kind: 'REST',
        state: 'REFUSED',
        until: new Date(now.getTime() + CONFIGURATION_RETRY_MS),
        failure: 'OWN_RECEIPT_DIFFERS',
      };
}

function planLive(facts: ReceiptFacts, live: PlannedStep): ReceiptPlan {
  const { steps, keptAmount, keptTaxFreeAmount, canCancelPart } = facts;
  const left = remainingOf(steps, live);
  if (left.amount === keptAmount) return rest('ISSUED');
  const refused = refusalOf(facts, ({ kind }) => kind === 'CANCEL');
  if (refused) return refused;
  const isPart = canCancelPart && keptAmount > 0 && keptAmount < left.amount;
  return {
    kind: 'CANCEL',
    issueId: live.id,
    amount: isPart ? left.amount - keptAmount : left.amount,
    taxFreeAmount: isPart ? Math.max(0, left.taxFreeAmount - keptTaxFreeAmount) : left.taxFreeAmount,
  };
}

function planIssue(facts: ReceiptFacts): ReceiptPlan {
  const { now, issuing, paidAt, hasNumber, keptAmount, keptTaxFreeAmount } = facts;
  if (!issuing || !paidAt) return rest('NONE');
  const issue = (isSelfIssued: boolean): ReceiptPlan => ({
    kind: 'ISSUE',
    amount: keptAmount,
    taxFreeAmount: keptTaxFreeAmount,
    isSelfIssued,
  });
  const refused = hasNumber ? refusalOf(facts, ({ kind, isSelfIssued }) => kind === 'ISSUE' && !isSelfIssued) : null;
  if (hasNumber && !refused) return issue(false);
  const isRequired = issuing.isSelfIssueOn && Math.max(facts.dealAmount, keptAmount) >= issuing.thresholdAmount;
  if (!isRequired) return refused ?? rest('NONE');
  const selfIssueAt = selfIssueTime(paidAt, issuing.deadlineDays);
  if (now < selfIssueAt) {
    const until = refused?.until && refused.until < selfIssueAt ? refused.until : selfIssueAt;
    return { kind: 'REST', state: refused ? 'REFUSED' : 'WAITING', until, selfIssueAt };
  }
  return refusalOf(facts, ({ kind, isSelfIssued }) => kind === 'ISSUE' && isSelfIssued) ?? issue(true);
}

/** The rest after the latest refusal of this kind, unless something changed since then or the keys are tried again. */
function refusalOf(
  { steps, wanted, now }: ReceiptFacts,
  isOfKind: (step: PlannedStep) => boolean,
): (ReceiptPlan & { readonly kind: 'REST' }) | null {
  const last = steps.findLast(isOfKind);
  if (last?.state !== 'REFUSED' || last.refusedAtWanted !== wanted) return null;
  if (!last.isConfiguration) return { kind: 'REST', state: 'REFUSED', until: null };
  const until = new Date((last.answeredAt ?? now).getTime() + CONFIGURATION_RETRY_MS);
  return until > now ? { kind: 'REST', state: 'REFUSED', until } : null;
}

function rest(state: CashReceiptState): ReceiptPlan {
  return { kind: 'REST', state, until: null };
}
