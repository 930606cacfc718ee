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

/** Says that something happened; readers hear of it when, and only when, the transaction commits. */
export async function publish<N extends EventName>(tx: Tx, event: NewEvent<N>): Promise<void> {
  await tx
    .insertInto('events')
    .values({ product_id: event.productId, store_id: event.storeId, name: event.name, data: JSON.stringify(event.data) })
    .execute();
}

/** Several at once, in this order, in one statement. */
export async function publishAll(tx: Tx, events: readonly { [N in EventName]: NewEvent<N> }[EventName][]): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('events')
    .values(events.map((event) => ({ product_id: event.productId, store_id: event.storeId, name: event.name, data: JSON.stringify(event.data) })))
    .execute();
}
