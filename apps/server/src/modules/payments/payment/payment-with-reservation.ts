import type { Tx } from '../../../db/index.ts';
import { selectReservationForUpdate, type ReservationRecord } from '../../reservations/index.ts';
import type { PaymentRow } from './payment-row.ts';
import { readPayment, selectPaymentForUpdate } from './payments.sql.ts';

export interface PaymentWithReservation {
  readonly payment: PaymentRow;
  /** `null`: the payment has no reservation. */
  readonly reservation: ReservationRecord | null;
}

/** Locks the reservation before its payment, in the order in which payments are recorded, to avoid deadlocks. */
export async function selectPaymentWithReservation(tx: Tx, paymentId: string): Promise<PaymentWithReservation> {
  const { reservation_id: reservationId } = await readPayment(tx, paymentId);
  const reservation = reservationId === null ? null : await selectReservationForUpdate(tx, reservationId);
  return { payment: await selectPaymentForUpdate(tx, paymentId), reservation };
}
