import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../clock.ts';
import type { BookingMarks } from './booking-marks.ts';
import { keyOfPath, type StorePath } from '../offer/open-stores.sql.ts';
import { refuseUnsolved, type SolvedWork } from './proof-of-work.ts';

/** How long this process relies on a price without asking the database. */
const CACHED_MS = 1000;
const MOST_STORES = 5000;

interface CachedPrice {
  readonly productId: string;
  readonly bits: number;
}

/**
 * Remembers the work that codes of a store need from every address, so that a flood of requests without it takes neither a
 * slot nor a database connection from guests who solve theirs (BK-11).
 */
export interface CodePrices {
  remember(path: StorePath, price: CachedPrice): void;
  /** Throws `TOO_MANY_ATTEMPTS` with a challenge if the store is known to need work and the request has no solution. */
  refuseUnsolved(path: StorePath, request: { readonly address: string; readonly work: SolvedWork | undefined }): void;
}

export function createCodePrices({
  clock,
  marks,
}: {
  readonly clock: Clock;
  readonly marks: BookingMarks;
}): CodePrices {
  const cache = new LRUCache<string, CachedPrice & { readonly untilMs: number }>({ max: MOST_STORES });
  return {
    remember(path, price) {
      if (price.bits === 0) cache.delete(keyOfPath(path));
      else cache.set(keyOfPath(path), { ...price, untilMs: clock.now().getTime() + CACHED_MS });
    },

    refuseUnsolved(path, { address, work }) {
      const now = clock.now();
      const price = cache.get(keyOfPath(path));
      if (!price || price.untilMs <= now.getTime()) return;
      const { productId, bits } = price;
      const addressMark = marks.ofAddress(productId, address);
      refuseUnsolved({ marks, now, productId, storeId: path.storeId, act: 'CODE', addressMark, bits, work });
    },
  };
}
