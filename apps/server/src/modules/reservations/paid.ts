import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { changeReservation, type Change, type Known } from './change.ts';

interface Paying extends Pick<Change, 'by' | 'reason'> {
  readonly kind: 'PAID' | 'REFUNDED' | 'PAYMENT_REVERSED';
  /** Won that came in or went back. */
  readonly amount: number;
}

/**
 * What was paid for a reservation that the transaction has taken, as its payments say: nobody else writes it. Whoever has paid the whole
 * price of a `PENDING` one has it confirmed.
 */
export async function keepPaid(tx: Tx, clock: Clock, it: Known, paidAmount: number, change: Paying): Promise<Known> {
  const paid = await changeReservation(tx, clock, it, { ...change, set: { paid_amount: paidAmount } });
  const isCovered = change.kind === 'PAID' && paid.row.state === 'PENDING' && paidAmount >= paid.row.price_amount;
  return isCovered ? changeReservation(tx, clock, paid, { kind: 'CONFIRMED', by: change.by, set: { state: 'CONFIRMED', hold_expires_at: null } }) : paid;
}
