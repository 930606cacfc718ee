import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { changeReservation, takeReservation } from './change.ts';
import { BY_ITSELF } from './history.ts';

/**
 * Expires a lapsed unpaid hold (PENDING → EXPIRED). Returns whether the reservation no longer occupies its room; one
 * that was confirmed meanwhile still does.
 */
export async function expireLapsed(tx: Tx, clock: Clock, reservationId: string): Promise<boolean> {
  const it = await takeReservation(tx, reservationId);
  const isLapsed =
    it.row.state === 'PENDING' && it.row.hold_expires_at !== null && it.row.hold_expires_at <= clock.now();
  if (isLapsed)
    await changeReservation(tx, clock, it, {
      kind: 'EXPIRED',
      by: BY_ITSELF,
      set: { state: 'EXPIRED', hold_expires_at: null },
    });
  return isLapsed || it.row.state === 'CANCELLED' || it.row.state === 'EXPIRED';
}
