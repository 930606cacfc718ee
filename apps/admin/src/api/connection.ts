import { useSyncExternalStore } from 'react';

const PROBE_EVERY_MS = 3_000;

let isReachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Marks the server as reachable. Called after every answer, whether success or refusal. */
export function markReachable(): void {
  clearTimeout(probe);
  set(true);
}

/** A call got no answer (SH-9). Asks the server repeatedly until it answers. */
export function markUnreachable(): void {
  set(false);
  clearTimeout(probe);
  probe = setTimeout(() => void probeServer(), PROBE_EVERY_MS);
}

/** Asks the server now whether it is reachable. */
export async function probeServer(): Promise<void> {
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

/** Calls `listener` when the server becomes unreachable or reachable. Returns the function that unsubscribes. */
export function onReachableChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the last call reached the server. */
export function isServerReachable(): boolean {
  return isReachable;
}

function set(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}
