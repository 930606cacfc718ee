import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import {
  changeReservation,
  selectReservationForUpdate,
  type ReservationChange,
  type ReservationRecord,
} from '../stay/change.ts';
import { SERVER_ACTOR } from '../stay/history.ts';

/** The change that ends an unpaid hold. A part that was paid goes back (RV-5). */
export function expiryOf({ row }: ReservationRecord): ReservationChange {
  return {
    kind: 'EXPIRED',
    by: SERVER_ACTOR,
    set: {
      state: 'EXPIRED',
      hold_expires_at: null,
      refund_due_amount: row.paid_amount > 0 ? row.paid_amount : null,
    },
  };
}

/**
 * Expires a lapsed unpaid hold (PENDING → EXPIRED). Returns whether the reservation no longer occupies its room; one
 * that was confirmed meanwhile still does.
 */
export async function expireLapsed(tx: Tx, clock: Clock, reservationId: string): Promise<boolean> {
  const record = await selectReservationForUpdate(tx, reservationId);
  const isLapsed =
    record.row.state === 'PENDING' && record.row.hold_expires_at !== null && record.row.hold_expires_at <= clock.now();
  if (isLapsed) await changeReservation(tx, clock, record, expiryOf(record));
  return isLapsed || record.row.state === 'CANCELLED' || record.row.state === 'EXPIRED';
}
