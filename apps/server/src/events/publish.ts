import type { EventData, EventName } from '@munjigi/contract';
import { announceCommit, statement, pipelineStatement, type Tx } from '../db/index.ts';

export interface NewEvent<N extends EventName> {
  readonly productId: string;
  /** `null`: concerns the whole product. */
  readonly storeId: string | null;
  readonly name: N;
  /** The payload in the contract's shape, which a browser puts into its cache. */
  readonly data: EventData<N>;
}

export type AnyNewEvent = { [N in EventName]: NewEvent<N> }[EventName];

/**
 * Publishes an event if and only if the transaction commits. Resolves at once: the caller does not wait for the insert.
 */
export async function publish<N extends EventName>(tx: Tx, event: NewEvent<N>): Promise<void> {
  const row = eventRow(tx, event);
  pipelineStatement(
    tx,
    statement`insert into events (product_id, store_id, name, data)
      values (${row.product_id}, ${row.store_id}, ${row.name}, ${row.data})`,
  );
}

/** Publishes several events in this order, with one statement. */
export async function publishAll(tx: Tx, events: readonly AnyNewEvent[]): Promise<void> {
  if (events.length === 0) return;
  announceCommit(tx);
  const rows = events.map((event) => ({
    product_id: event.productId,
    store_id: event.storeId,
    name: event.name,
    data: event.data,
  }));
  pipelineStatement(
    tx,
    statement`
    insert into events (product_id, store_id, name, data)
    select product_id, store_id, name, data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told
      (product_id uuid, store_id uuid, name text, data jsonb)`,
  );
}

/** The row of an event, for a statement of this transaction that inserts it together with other rows. */
export function eventRow<N extends EventName>(
  tx: Tx,
  event: NewEvent<N>,
): { product_id: string; store_id: string | null; name: string; data: string } {
  announceCommit(tx);
  return { product_id: event.productId, store_id: event.storeId, name: event.name, data: JSON.stringify(event.data) };
}
