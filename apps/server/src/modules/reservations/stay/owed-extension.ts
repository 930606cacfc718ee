import type { ReservationEvent } from '@munjigi/contract';
import { enqueueJob } from '../../../jobs/index.ts';
import type { Tx } from '../../../db/index.ts';
import type { ReservationRow } from './reservation-row.ts';

/** Money of a running stay that is owed for an extension or a move that was returned (GT-13, GT-32). */

type OwedColumns = Partial<Pick<ReservationRow, 'price_amount' | 'refund_due_amount'>>;

/** When the price of a stay with owed money rises, less is owed. */
export function withLowerDebt<S extends OwedColumns>(before: ReservationRow, set: S): S & OwedColumns {
  const { refund_due_amount: owed, paid_amount: paid } = before;
  if (!isRunning(before) || owed === null || set.refund_due_amount !== undefined || set.price_amount === undefined)
    return set;
  return { ...set, refund_due_amount: Math.min(owed, Math.max(0, paid - set.price_amount)) };
}

/** Money that was paid for an extension and is left over when it is returned is owed. An earlier surplus is not. */
export function withOwedExtension<S extends OwedColumns>(
  { row, history }: { readonly row: ReservationRow; readonly history: readonly ReservationEvent[] },
  set: S,
): S & OwedColumns {
  if (!isRunning(row) || set.refund_due_amount !== undefined) return set;
  const excess = Math.max(0, row.paid_amount - (set.price_amount ?? row.price_amount));
  const owed = Math.min(excess, Math.max(row.refund_due_amount ?? 0, paidSinceHeld(history)));
  return owed === 0 && row.refund_due_amount === null ? set : { ...set, refund_due_amount: owed };
}

function isRunning({ state }: ReservationRow): boolean {
  return state === 'CONFIRMED' || state === 'IN_USE';
}

/** What was paid, less what went back, since the last extension or move was held, in won. */
function paidSinceHeld(history: readonly ReservationEvent[]): number {
  const since = history.findLastIndex(({ kind }) => kind === 'EXTENSION_HELD' || kind === 'MOVE_HELD');
  return history.slice(since + 1).reduce((sum, { kind, amount }) => {
    if (kind === 'PAID') return sum + (amount ?? 0);
    return kind === 'REFUNDED' || kind === 'PAYMENT_REVERSED' ? sum - (amount ?? 0) : sum;
  }, 0);
}

/** The job that notifies staff of the money that is owed for a returned extension. */
export const OWED_EXTENSION_JOB = 'payments.owed-extension';

/** Has staff notified when a return left money owed. A cancellation has its own notification. */
export async function announceOwedExtension(
  tx: Tx,
  before: ReservationRow,
  after: ReservationRow,
  now: Date,
): Promise<void> {
  const amount = (after.refund_due_amount ?? 0) - (before.refund_due_amount ?? 0);
  if (amount <= 0 || after.state === 'CANCELLED') return;
  const { product_id: productId, store_id: storeId, id: reservationId } = after;
  await enqueueJob(tx, {
    kind: OWED_EXTENSION_JOB,
    dedupeKey: `${reservationId} ${after.version}`,
    payload: { productId, storeId, reservationId, amount, at: now.toISOString() },
    dueAt: now,
  });
}
