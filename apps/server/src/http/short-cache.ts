import { LRUCache } from 'lru-cache';

/**
 * Shares a read among all requests that need it within a short time (BK-2). Requests that arrive while it is under way
 * wait for it; a read that failed is not kept. Uses monotonic time, so that changes of the clock have no effect.
 */
export interface ShortCache<T> {
  get(key: string, read: () => Promise<T>): Promise<T>;
}

interface CacheLimits<T> {
  readonly keptMs: number;
  readonly most: number;
  /** The size of a value in bytes; all values have at most `MOST_BYTES` together. */
  readonly sizeOf: (value: T) => number;
}

const MOST_BYTES = 20_000_000;

export function createShortCache<T>({ keptMs, most, sizeOf }: CacheLimits<T>): ShortCache<T> {
  const entries = new LRUCache<string, Promise<T>>({
    max: most,
    maxSize: MOST_BYTES,
    ttl: keptMs,
    // Without it the cache takes a time that it read up to a timer ago.
    ttlResolution: 0,
    // Values leave the memory although no request asks for them again.
    ttlAutopurge: true,
  });
  return {
    get(key, read) {
      const cached = entries.get(key);
      if (cached) return cached;
      const value = read();
      entries.set(key, value, { size: 1 });
      value.then(
        (result) => {
          if (entries.peek(key) === value) entries.set(key, value, { size: 1 + sizeOf(result), noUpdateTTL: true });
        },
        () => {
          if (entries.peek(key) === value) entries.delete(key);
        },
      );
      return value;
    },
  };
}

export function jsonSize(value: unknown): number {
  return JSON.stringify(value).length;
}
