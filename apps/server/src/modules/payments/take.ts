import type { Tx } from '../../db/index.ts';
import { takeReservation, type KnownReservation } from '../reservations/index.ts';
import type { PaymentRow } from './payment-row.ts';
import { readPayment, takePayment } from './payments.sql.ts';

export interface Taken {
  readonly payment: PaymentRow;
  /** `null`: it belongs to none. */
  readonly reservation: KnownReservation | null;
}

/** The reservation before its payment, as whoever records one does: nobody waits in a ring. */
export async function takeWithReservation(tx: Tx, paymentId: string): Promise<Taken> {
  const { reservation_id: reservationId } = await readPayment(tx, paymentId);
  const reservation = reservationId === null ? null : await takeReservation(tx, reservationId);
  return { payment: await takePayment(tx, paymentId), reservation };
}
