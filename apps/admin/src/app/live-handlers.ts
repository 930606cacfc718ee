import type { EventData, EventName } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';

/** What a handler may change: the query cache of the signed-in person's product. */
export interface LiveTarget {
  readonly client: QueryClient;
  /** The slug of the product whose stream this is. */
  readonly product: string;
}

/** A feature's share of the event stream: event name → put its payload into the query cache. */
export type LiveHandlers = {
  readonly [N in EventName]?: (data: EventData<N>, target: LiveTarget) => void;
} & {
  /** The stream begins now: read again what it keeps right, as far as it was read before. */
  readonly fresh?: (target: LiveTarget) => void;
  /** The stream lost its place: forget what only the stream can keep right. All queries are read again anyway. */
  readonly reset?: (target: LiveTarget) => void;
};

const joined = new Set<LiveHandlers>();

/**
 * Adds a share of the stream that comes with the code of its screen: before it is loaded there is nothing in the cache that
 * it could keep right, and the first screen need not carry it. Called where the screen's questions are, once.
 */
export function joinLive(handlers: LiveHandlers): void {
  joined.add(handlers);
}

/** The shares of the screens that were opened so far. */
export function joinedLive(): readonly LiveHandlers[] {
  return [...joined];
}
