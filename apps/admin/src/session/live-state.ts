import { useSyncExternalStore } from 'react';
import type { LiveState } from './event-stream.ts';

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

/** Called by the page's only event stream; everything else only reads the state. */
export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** How fresh the screen is: `live` (changes arrive as events), `connecting` or `offline`. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
