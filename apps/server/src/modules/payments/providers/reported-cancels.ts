import type { ProviderCancel, ProviderPayment } from './driver.ts';

/** How the refunds that a provider lists in a payment are read: each one alone, so that an odd one hides no other. */

export type ReportedCancelState = 'DONE' | 'PENDING' | 'FAILED';

/** One refund in the list of a provider. */
export interface ReportedCancel extends Omit<ProviderCancel, 'key' | 'amount'> {
  /** `null`: of a kind that is not known, so it counts as not made. */
  readonly state: ReportedCancelState | null;
  /** `null`: the provider names none. */
  readonly key: string | null;
  /** `null`: it is not a whole number. */
  readonly amount: number | null;
}

type Cancels = Pick<ProviderPayment, 'cancels' | 'pendingCancels' | 'failedCancels'>;

/**
 * Sorts the refunds of a payment by their state. A completed one that cannot be read is left out: the sums of the payment
 * then do not add up, which is a fault for a person.
 */
export function sortCancels(items: readonly unknown[], read: (item: unknown) => ReportedCancel | null): Cancels {
  const found = items.map(read).filter((one) => one !== null);
  const reasonsOf = (state: ReportedCancelState) =>
    found.filter((one) => one.state === state).map(({ reason }) => reason);
  return {
    cancels: nameCancels(found.filter(({ state }) => state === 'DONE')),
    pendingCancels: reasonsOf('PENDING'),
    failedCancels: reasonsOf('FAILED'),
  };
}

/** A refund without a key is known by its time and amount, and by its number among equal ones. */
function nameCancels(found: readonly ReportedCancel[]): ProviderCancel[] {
  const equals = new Map<string, number>();
  return found.flatMap(({ key, amount, reason, at, isChargeback }): ProviderCancel[] => {
    if (amount === null) return [];
    if (key !== null) return [{ key, amount, reason, at, isChargeback }];
    const name = `${at?.toISOString() ?? ''}/${amount}`;
    const number = (equals.get(name) ?? 0) + 1;
    equals.set(name, number);
    return [{ key: `${name}/${number}`, amount, reason, at, isChargeback }];
  });
}

/** Whether the bank refused the transfer of a refund, or of a part of it. Both providers use the same words. */
export function isRefundReturned(refundStatus: string | null | undefined): boolean {
  return refundStatus === 'FAILED' || refundStatus === 'PARTIAL_FAILED';
}

/** Returns `null` for an amount that is not a whole number, such as one in a currency with cents. */
export function wholeAmount(amount: number | null | undefined): number | null {
  return Number.isSafeInteger(amount) ? (amount ?? null) : null;
}

/** Returns `null` for a time that is absent or cannot be read. */
export function readInstant(text: string | null | undefined): Date | null {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
