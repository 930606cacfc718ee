import type { DatabaseCheck } from '../../../db/index.ts';

/** Every transaction of the ledger has at least two lines, which sum to zero. */
export const UNBALANCED_TRANSACTIONS: DatabaseCheck = {
  rows: `select t.id from ledger_transactions t left join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
    group by t.store_id, t.id having coalesce(sum(e.amount), 1) <> 0 or count(e.line) < 2 limit 20`,
  faultOf: ({ id }) => `the ledger transaction ${String(id)} does not sum to zero`,
};
