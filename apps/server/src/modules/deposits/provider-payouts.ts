import { PAYOUT_SETTLER } from '@munjigi/contract';
import { isProviderName } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { isProviderPayout } from '../payments/index.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import { changeDeposit } from './deposits.sql.ts';

/**
 * Sets a deposit aside that a provider sent and whose amount is that of a payout, because it pays for no reservation
 * (MC-17). Returns `false` for every other deposit, and for one whose earlier decision a person reverted.
 */
export async function settleAsPayout(tx: Tx, clock: Clock, row: DepositRow): Promise<boolean> {
  const { store_id: storeId, amount, at, depositor_name: name } = row;
  if (row.kind !== 'DEPOSIT' || amount === null || row.was_undone) return false;
  if (name === null || !isProviderName(name)) return false;
  if (!(await isProviderPayout(tx, { storeId, amount, at }))) return false;
  const after = changeDeposit(tx, row, {
    state: 'IGNORED',
    withheld: [],
    settled_at: clock.now(),
    settled_by: null,
    settled_by_name: PAYOUT_SETTLER,
  });
  await publish(tx, { productId: row.product_id, storeId, name: 'deposit.changed', data: toDeposit(after) });
  return true;
}
