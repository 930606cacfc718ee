import { businessDateOf } from '@munjigi/rules';
import { useSyncExternalStore } from 'react';
import { FALLBACK_ZONE } from './zone.ts';

const LOOKS_EVERY_MS = 20_000;
/** What nearly all stores have. Screens of several stores show one date; other dates are chosen by name. */
const USUAL = { timeZone: FALLBACK_ZONE, dayCutoff: '06:00' } as const;

/** The business date of this moment, `YYYY-MM-DD`; it changes at the cut-off. */
export function useBusinessToday(): string {
  return useSyncExternalStore(subscribe, () => businessDateOf(USUAL, new Date()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
