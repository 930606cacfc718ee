import type { EventData, EventName } from '@munjigi/contract';
import type { Tx } from '../db/index.ts';

export interface NewEvent<N extends EventName> {
  readonly productId: string;
  /** `null`: concerns the whole product. */
  readonly storeId: string | null;
  readonly name: N;
  /** As the contract shapes it: what a browser puts into its cache. */
  readonly data: EventData<N>;
}

export type AnyNewEvent = { [N in EventName]: NewEvent<N> }[EventName];

/** Says that something happened; readers hear of it when, and only when, the transaction commits. */
export async function publish<N extends EventName>(tx: Tx, event: NewEvent<N>): Promise<void> {
  await tx.insertInto('events').values([eventRow(event)]).execute();
}

/** Several at once, in this order, in one statement. */
export async function publishAll(tx: Tx, events: readonly AnyNewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insertInto('events').values(events.map(eventRow)).execute();
}

/** An event's row, for a statement that writes more than it: `.with('told', (db) => db.insertInto('events').values(eventRow(…)))`. */
export function eventRow<N extends EventName>(event: NewEvent<N>): { product_id: string; store_id: string | null; name: string; data: string } {
  return { product_id: event.productId, store_id: event.storeId, name: event.name, data: JSON.stringify(event.data) };
}
