import { OPEN_DEPOSIT_STATES, type DepositDetail } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { findDepositCandidates, toDepositCandidates } from './candidates.ts';
import { maskedText, toDeposit } from './deposit-row.ts';
import { readDeposit } from './deposits.sql.ts';

/** Returns a deposit. An open one has the reservations that it may pay, as they are now. */
export async function readDepositPage(tx: Tx, depositId: string): Promise<DepositDetail> {
  const row = await readDeposit(tx, depositId);
  const isOpen = OPEN_DEPOSIT_STATES.some((state) => state === row.state);
  return {
    ...toDeposit(row),
    text: maskedText(row),
    candidates: isOpen ? toDepositCandidates(await findDepositCandidates(tx, row)) : [],
  };
}
