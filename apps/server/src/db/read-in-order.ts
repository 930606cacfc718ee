import { sql } from 'kysely';
import { pipelineStatement, type Tx } from './transaction.ts';

/**
 * Makes this transaction read by the index that has the required order. The planner does not know that reading stops
 * after the first rows, and would collect and sort many thousands.
 */
export function readInOrder(tx: Tx): void {
  pipelineStatement(
    tx,
    sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  );
}
