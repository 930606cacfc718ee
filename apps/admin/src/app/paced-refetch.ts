import { rereadQueries } from './live-cache.ts';
import type { LiveTarget } from './live-handlers.ts';

interface Pace {
  /** How long to gather events, so that several events of one moment cause one refetch. */
  readonly gatherMs: number;
  /** The shortest time between two refetches; continuous events refetch at this interval. */
  readonly restMs: number;
}

/**
 * A handler of events that do not contain what changed: refetches the queries under this key (and the product's slug),
 * at a limited rate.
 */
export function createPacedRefetch(key: string, { gatherMs, restMs }: Pace): (target: LiveTarget) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = -restMs;
  return ({ client, product }) => {
    if (timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        askedAt = performance.now();
        rereadQueries(client, { queryKey: [key, product] });
      },
      Math.max(gatherMs, askedAt + restMs - performance.now()),
    );
  };
}
