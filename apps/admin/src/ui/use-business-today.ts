import { businessDateOf } from '@munjigi/rules';
import { useSyncExternalStore } from 'react';
import { FALLBACK_ZONE } from '../../ui/zone.ts';

const LOOKS_EVERY_MS = 20_000;
/** What nearly all stores have. Several may be shown at once, and whoever wants other dates names them. */
const USUAL = { timeZone: FALLBACK_ZONE, dayCutoff: '06:00' } as const;

/** The business date of this moment; goes on by itself at the cut-off. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => businessDateOf(USUAL, new Date()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
