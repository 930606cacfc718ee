import { sql } from 'kysely';
import { writeBehind, type Tx } from './transaction.ts';

/**
 * For this transaction: by the index that has the order already, whatever the planner believes. It does not know that the reading
 * stops at the first rows, and would gather and sort many thousands.
 */
export function readInOrder(tx: Tx): void {
  writeBehind(tx, sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
}
