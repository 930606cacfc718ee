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
  /** The names of the queries that the handlers keep current: the first part of their keys. Refetched when a stream begins. */
  readonly queries: readonly string[];
  /**
   * The stream lost its position: drop data that only the stream can keep current. All queries are refetched anyway.
   */
  readonly reset?: (target: LiveTarget) => void;
};
