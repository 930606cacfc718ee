import { LEDGER_ACCOUNTS, type QueryOf, type readWaterfall, type Waterfall } from '@munjigi/contract';
import { owedFor, waterfallOf, type LedgerSum } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';
import { heldAmountOf, readReservation } from '../../reservations/index.ts';
import { sumLedger } from './ledger.sql.ts';
import { sumOpenRefunds } from '../payment/payments.sql.ts';

/**
 * Returns the steps from the price of a reservation, or from what a store received on a business date, to what is left
 * (NX-5).
 */
export async function computeWaterfall(
  tx: Tx,
  { reservationId, storeId, date }: QueryOf<typeof readWaterfall>,
): Promise<Waterfall> {
  if (reservationId !== undefined) return ofReservation(tx, reservationId);
  if (storeId === undefined || date === undefined) throw notFound();
  const store = await tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst();
  if (!store) throw notFound();
  const sums = await sumLedger(tx, { storeId: store.id, businessDate: date });
  return {
    storeId: store.id,
    reservationId: null,
    date,
    dueAmount: 0,
    toRefundAmount: 0,
    lines: waterfallOf(null, sums),
    accounts: byAccount(sums),
  };
}

async function ofReservation(tx: Tx, reservationId: string): Promise<Waterfall> {
  const { row } = await readReservation(tx, reservationId);
  const [sums, openAmount] = await Promise.all([
    sumLedger(tx, { storeId: row.store_id, reservationId }),
    row.state === 'EXPIRED' ? 0 : sumOpenRefunds(tx, reservationId),
  ]);
  const owed = owedFor({
    state: row.state,
    // A held extension or move is due as well (GT-13, GT-32).
    priceAmount: row.price_amount + heldAmountOf(row),
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    refundAmount: row.refund_due_amount,
    refundedSinceAmount: openAmount,
  });
  return {
    storeId: row.store_id,
    reservationId,
    date: null,
    ...owed,
    lines: waterfallOf(row.price_amount, sums),
    accounts: byAccount(sums),
  };
}

/** Sorts sums by account and leaves out zero amounts. */
function byAccount(sums: readonly LedgerSum[]): Waterfall['accounts'] {
  return LEDGER_ACCOUNTS.map((account) => ({
    account,
    amount: sums.reduce((sum, ledgerSum) => (ledgerSum.account === account ? sum + ledgerSum.amount : sum), 0),
  })).filter(({ amount }) => amount !== 0);
}
