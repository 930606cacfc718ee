import type { Store } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import { useSyncExternalStore } from 'react';

const LOOKS_EVERY_MS = 20_000;
/** Until the store's own are known: what nearly all stores have. */
const USUAL = { timeZone: 'Asia/Seoul', dayCutoff: '06:00' } as const;

/** The store's business date of this moment; goes on by itself at the cut-off. */
export function useBusinessDate(store: Store | undefined): string {
  return useSyncExternalStore(subscribe, () => businessDateOf(store ?? USUAL, new Date()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}
