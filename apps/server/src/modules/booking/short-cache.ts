import { LRUCache } from 'lru-cache';

/**
 * Shares a read among all requests that need it within a short time (BK-2). Requests that arrive while it is under way
 * wait for it; a read that failed is not kept. Uses monotonic time, so that changes of the clock have no effect.
 */
export interface ShortCache<T> {
  get(key: string, read: () => Promise<T>): Promise<T>;
}

export function createShortCache<T>(
  { keptMs, most }: { readonly keptMs: number; readonly most: number },
  monotonicMs: () => number = () => performance.now(),
): ShortCache<T> {
  const entries = new LRUCache<string, { readonly beganAtMs: number; readonly value: Promise<T> }>({ max: most });
  return {
    get(key, read) {
      const nowMs = monotonicMs();
      const known = entries.get(key);
      if (known && nowMs - known.beganAtMs < keptMs) return known.value;
      const value = read();
      const entry = { beganAtMs: nowMs, value };
      entries.set(key, entry);
      value.catch(() => {
        if (entries.peek(key) === entry) entries.delete(key);
      });
      return value;
    },
  };
}
