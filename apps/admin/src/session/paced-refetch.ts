import { rereadNamed } from './live-cache.ts';
import type { LiveTarget } from './live-handlers.ts';

interface Pace {
  /** How long to gather events, so that several events of one moment cause one refetch. */
  readonly gatherMs: number;
  /** The shortest time between two refetches; continuous events refetch at this interval. */
  readonly restMs: number;
}

/**
 * A handler of events that do not contain what changed: refetches the queries of these names at a
 * limited rate.
 */
export function createPacedRefetch(names: readonly string[], { gatherMs, restMs }: Pace): (target: LiveTarget) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refetchedAt = -restMs;
  return (target) => {
    if (timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        refetchedAt = performance.now();
        for (const name of names) rereadNamed(target, name);
      },
      Math.max(gatherMs, refetchedAt + restMs - performance.now()),
    );
  };
}
