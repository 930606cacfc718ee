import type { BodyOf, cancelReservation } from '@munjigi/contract';
import { refundOf } from '@munjigi/rules';
import { hasCapabilityAt, Problem, type Caller, type UnitOfWork } from '../../../http/index.ts';
import { checkMayBook } from '../stay/booking-rights.ts';
import {
  changeReservation,
  checkMayChange,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../stay/change.ts';
import { byCaller } from '../stay/history.ts';
import { calculateCancellation } from '../stay/reservation-row.ts';

export type Cancelling = Pick<BodyOf<typeof cancelReservation>, 'reason' | 'refundPercent' | 'refundAccount'>;

const CANCELLABLE = ['PENDING', 'CONFIRMED'] as const;

/**
 * Cancels one reservation and records the refund due to the guest. The caller starts the refund (module
 * `cancellations`).
 */
export async function cancelSingleReservation(
  work: UnitOfWork<Caller>,
  reservationId: string,
  body: BodyOf<typeof cancelReservation>,
): Promise<ReservationRecord> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayBook(actor, record.row);
  checkMayRefund(actor, record.row, body);
  checkMayChange(record, body, CANCELLABLE, now);
  return cancelLockedReservation(work, record, body);
}

/** Refuses a refund percentage and a refund account to callers without `payments:refund` at the store (AC-7). */
export function checkMayRefund(
  actor: Caller,
  { store_id: storeId }: ReservationRecord['row'],
  { refundPercent = 0, refundAccount }: Cancelling,
): void {
  if ((refundPercent > 0 || refundAccount !== undefined) && !mayRefund(actor, storeId))
    throw new Problem('CAPABILITY_MISSING', { capability: 'payments:refund' });
}

/**
 * Cancels a locked reservation in a cancellable state. Without a percentage the store's tier applies; a caller without
 * `payments:refund` refunds nothing of it. Money that is owed already stays owed in full (GT-13).
 */
export async function cancelLockedReservation(
  { tx, clock, actor }: UnitOfWork<Caller>,
  record: ReservationRecord,
  { reason, refundPercent }: Cancelling,
): Promise<ReservationRecord> {
  const { row, terms } = record;
  const now = clock.now();
  const tier = calculateCancellation(row, terms, now);
  const percent = refundPercent ?? (mayRefund(actor, row.store_id) && row.kind === 'GUEST' ? tier.refundPercent : 0);
  const amount = refundOf(row.paid_amount, percent, row.refund_due_amount ?? 0);
  return changeReservation(tx, clock, record, {
    set: {
      state: 'CANCELLED',
      hold_expires_at: null,
      cancelled_at: now,
      refund_percent: percent,
      refund_amount: amount,
      refund_due_amount: amount,
    },
    kind: 'CANCELLED',
    by: byCaller(actor),
    reason,
    amount,
  });
}

/** A guest who paid, and a channel for its guest, cancel by the store's tier. */
export function mayRefund(actor: Caller, storeId: string): boolean {
  return actor.kind !== 'person' || hasCapabilityAt(actor, 'payments:refund', storeId);
}
