import { useSyncExternalStore } from 'react';

const PROBE_EVERY_MS = 3_000;

let isReachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A call got an answer, whatever it said. */
export function markReachable(): void {
  clearTimeout(probe);
  set(true);
}

/** A call got no answer at all (SH-9). Asks again by itself until the server is back. */
export function markUnreachable(): void {
  set(false);
  clearTimeout(probe);
  probe = setTimeout(() => void askAgain(), PROBE_EVERY_MS);
}

/** Asks the server now whether it is there. */
export async function askAgain(): Promise<void> {
  try {
    const reply = await fetch('/healthz', { cache: 'no-store' });
    if (reply.ok) return markReachable();
    console.warn(`The server is not healthy: ${reply.status}`);
  } catch (error) {
    console.warn('The server cannot be reached', error);
  }
  markUnreachable();
}

/** False while the server cannot be reached. */
export function useServerReachable(): boolean {
  return useSyncExternalStore(onReachableChange, () => isReachable);
}

/** Calls `listener` when the server goes or comes back. Returns the way to stop. */
export function onReachableChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Can the server be reached, as far as the last call told? */
export function isServerReachable(): boolean {
  return isReachable;
}

function set(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}
