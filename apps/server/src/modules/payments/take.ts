import type { Tx } from '../../db/index.ts';
import { takeReservation, type KnownReservation } from '../reservations/index.ts';
import type { PaymentRow } from './payment-row.ts';
import { readPayment, takePayment } from './payments.sql.ts';

export interface PaymentWithReservation {
  readonly payment: PaymentRow;
  /** `null`: the payment has no reservation. */
  readonly reservation: KnownReservation | null;
}

/** Locks the reservation before its payment, in the order in which payments are recorded, to avoid deadlocks. */
export async function takeWithReservation(tx: Tx, paymentId: string): Promise<PaymentWithReservation> {
  const { reservation_id: reservationId } = await readPayment(tx, paymentId);
  const reservation = reservationId === null ? null : await takeReservation(tx, reservationId);
  return { payment: await takePayment(tx, paymentId), reservation };
}
