import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { addNotification } from '../payments/index.ts';
import type { DepositCandidates } from './candidates.ts';
import { depositNotificationTexts } from './deposit-words.ts';
import type { DepositRow } from './deposit-row.ts';

const MOST_NAMED = 3;

/**
 * Adds a notification for a deposit that a person should check now: not for one that is too old, and not for a text
 * without a movement that does not mention a deposit, unless its encoding was lost. A decision about the deposit ends
 * the notification. Undoing the decision adds a new one, so that confirm-all does not confirm it before it was shown
 * (NT-2).
 */
export async function announceDeposit(
  tx: Tx,
  clock: Clock,
  row: DepositRow,
  found: Pick<DepositCandidates, 'candidates' | 'rows'> | null,
): Promise<void> {
  const isNews =
    row.kind === null
      ? row.fault === 'ENCODING_LOST' || row.bank_text.includes('입금')
      : !row.withheld.includes('TOO_OLD');
  if (!isNews) return;
  const named =
    found === null
      ? []
      : found.candidates.slice(0, MOST_NAMED).flatMap(({ reservationId }) => found.rows.get(reservationId) ?? []);
  const [only] = named.length === 1 ? named : [];
  await addNotification(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    kind: 'UNMATCHED_DEPOSIT',
    reservationId: only?.id ?? null,
    amount: row.amount,
    at: clock.now(),
    text: depositNotificationTexts.waiting(row, named),
    depositId: row.id,
  });
}
