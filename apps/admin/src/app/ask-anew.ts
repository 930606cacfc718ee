import { rereadQueries } from './live-cache.ts';
import type { LiveTarget } from './live-handlers.ts';

interface Pace {
  /** Several events of one moment make one question. */
  readonly gatherMs: number;
  /** From one question to the next: where something happens all the time it is asked as often as this, and never less often. */
  readonly restMs: number;
}

/** A handler of events that cannot say what they change: the questions under this key (and the product's slug) are asked anew, soon. */
export function askAnewAtPace(key: string, { gatherMs, restMs }: Pace): (target: LiveTarget) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = -restMs;
  return ({ client, product }) => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      askedAt = performance.now();
      rereadQueries(client, { queryKey: [key, product] });
    }, Math.max(gatherMs, askedAt + restMs - performance.now()));
  };
}
