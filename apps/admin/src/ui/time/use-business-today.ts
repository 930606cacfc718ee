import { businessDateOf } from '@munjigi/rules';
import { useSyncExternalStore } from 'react';
import { useZone } from './zone.ts';

const CHECK_EVERY_MS = 20_000;
/** The cut-off of nearly all stores. Screens of several stores use one date; other dates are named. */
const USUAL_CUTOFF = '06:00';

/** The current business date in the zone of the screen, `YYYY-MM-DD`; it changes at the cut-off. */
export function useBusinessToday(): string {
  const timeZone = useZone();
  return useSyncExternalStore(subscribe, () => businessDateOf({ timeZone, dayCutoff: USUAL_CUTOFF }, new Date()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
