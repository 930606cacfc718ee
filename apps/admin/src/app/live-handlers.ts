import type { EventData, EventName } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';

/** What a handler may change: the query cache of the signed-in person's product. */
export interface LiveTarget {
  readonly client: QueryClient;
  /** The slug of the product whose stream this is. */
  readonly product: string;
}

/** A feature's handlers of the event stream: each puts the payload of its event into the query cache. */
export type LiveHandlers = {
  readonly [N in EventName]?: (data: EventData<N>, target: LiveTarget) => void;
} & {
  /** The stream starts now: refetch the cached data that it keeps current. */
  readonly fresh?: (target: LiveTarget) => void;
  /**
   * The stream lost its position: drop data that only the stream can keep current. All queries are refetched anyway.
   */
  readonly reset?: (target: LiveTarget) => void;
};

const joined = new Set<LiveHandlers>();

/**
 * Adds the handlers that load with the code of their screen: before that the cache has no data for them, and the first
 * screen need not load them. Called once, by the module with the screen's queries.
 */
export function joinLive(handlers: LiveHandlers): void {
  joined.add(handlers);
}

/** The handlers of the screens that were opened so far. */
export function joinedLive(): readonly LiveHandlers[] {
  return [...joined];
}
