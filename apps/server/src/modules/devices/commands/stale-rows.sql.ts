import { pipelineStatement, statement, type Tx } from '../../../db/index.ts';
import type { HistoryRow, LinkKey } from './devices.sql.ts';

/**
 * For transactions that are written from rows in memory and sent as a whole (decision 116): the database refuses one if
 * these rows are no longer current.
 */

/**
 * Refuses the transaction if the unfinished commands of this device are not exactly these, and selects them for update.
 * Does not wait for the result.
 */
export function expectPendingCommands(tx: Tx, { storeId, linkId }: LinkKey, rows: readonly HistoryRow[]): void {
  const expected = rows.map((row) => `${row.id} ${row.status} ${row.has_answered}`).sort();
  pipelineStatement(
    tx,
    statement`
    with pending as materialized (
      select h.id, h.status, h.has_answered from device_history h
      where h.store_id = ${storeId} and h.link_id = ${linkId} and h.status in ('QUEUED', 'SENT', 'ACCEPTED')
      order by h.id for update)
    select refuse_stale_rows(
      (select array_agg(concat(id, ' ', status, ' ', case when has_answered then 'true' else 'false' end) order by id)
        from pending) = ${expected}::text[])`,
  );
}

/** Refuses the transaction if a command of the store since then has this request key. Does not wait for the result. */
export function expectNewRequestKey(tx: Tx, storeId: string, key: string, since: Date): void {
  pipelineStatement(
    tx,
    statement`
    select refuse_stale_rows(not exists (
      select from device_history where store_id = ${storeId} and request_key = ${key} and requested_at > ${since}))`,
  );
}

/** The SQLSTATE of `refuse_stale_rows()`. */
const STALE_ROWS = 'MJ001';

/** Whether a transaction failed because the rows that it was written from have changed. */
export function isStaleRowsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STALE_ROWS;
}

/**
 * Lets the commit of this transaction return before PostgreSQL has flushed it to disk. The next commit of any
 * transaction flushes it too, or PostgreSQL does within a second. The end of this process loses nothing.
 */
export function commitBeforeFlush(tx: Tx): void {
  pipelineStatement(tx, statement`set local synchronous_commit = off`);
}
