import type { EventData, EventName } from '@munjigi/contract';
import { statement, writeBehind, type Tx } from '../db/index.ts';

export interface NewEvent<N extends EventName> {
  readonly productId: string;
  /** `null`: concerns the whole product. */
  readonly storeId: string | null;
  readonly name: N;
  /** As the contract shapes it: what a browser puts into its cache. */
  readonly data: EventData<N>;
}

export type AnyNewEvent = { [N in EventName]: NewEvent<N> }[EventName];

/** Says that something happened; readers hear of it when, and only when, the transaction commits. Nobody waits for the writing: resolves at once. */
export async function publish<N extends EventName>(tx: Tx, event: NewEvent<N>): Promise<void> {
  const row = eventRow(event);
  writeBehind(tx, statement`insert into events (product_id, store_id, name, data) values (${row.product_id}, ${row.store_id}, ${row.name}, ${row.data})`);
}

/** Several at once, in this order, in one statement. */
export async function publishAll(tx: Tx, events: readonly AnyNewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((it) => ({ product_id: it.productId, store_id: it.storeId, name: it.name, data: it.data }));
  writeBehind(
    tx,
    statement`
    insert into events (product_id, store_id, name, data)
    select product_id, store_id, name, data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (product_id uuid, store_id uuid, name text, data jsonb)`,
  );
}

/** An event's row, for a statement that writes more than it. */
export function eventRow<N extends EventName>(event: NewEvent<N>): { product_id: string; store_id: string | null; name: string; data: string } {
  return { product_id: event.productId, store_id: event.storeId, name: event.name, data: JSON.stringify(event.data) };
}
