import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { readEventsOf, readPositionNow, type StoredEvent } from './positions.ts';
import type { EventReader } from './reader.ts';

/** What a module needs to make work of events, such as webhooks and push messages. */
export interface EventConsumerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventReader;
}

/** A consumer that stores its position in a row, which the transaction has locked. */
interface EventConsumer {
  /** `null`: the events of all products. */
  readonly productId: string | null;
  readonly names: readonly string[];
  /** The stored position. */
  readonly after: number;
  readonly limit: number;
  readonly savePosition: (position: number) => Promise<void>;
}

/** Reads the next events of a consumer and moves its position behind them. */
export async function readNextEvents(
  tx: Tx,
  { productId, names, after, limit, savePosition }: EventConsumer,
): Promise<{ events: readonly StoredEvent[]; isMore: boolean }> {
  const now = await readPositionNow(tx);
  // After a restore the position can be ahead of the events, and nothing would be sent until they catch up.
  if (after > now) {
    await savePosition(now);
    return { events: [], isMore: false };
  }
  const { events, upTo } = await readEventsOf(tx, { productId, names, after, limit });
  if (upTo === after) return { events: [], isMore: false };
  await savePosition(upTo);
  return { events, isMore: events.length === limit };
}
