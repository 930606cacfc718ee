import type { Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { findSellerFacts, type SellerFacts } from './sellers.sql.ts';

/**
 * Runs a change of a store, and refuses it with BOOKING_NOT_READY when it leaves a store that takes online bookings
 * without data of its seller (SE-2). A store that was open before this was required keeps what it has: only a new gap, or
 * switching online booking on, is refused. The caller has locked the store.
 */
export async function keepBookingReady<T>(tx: Tx, storeId: string, change: () => Promise<T>): Promise<T> {
  const before = await findSellerFacts(tx, storeId);
  const result = await change();
  refuseNewGaps(before, await findSellerFacts(tx, storeId));
  return result;
}

function refuseNewGaps(before: SellerFacts | null, after: SellerFacts | null): void {
  if (!after?.isOpen) return;
  const earlier = before?.isOpen === true ? before.missing : [];
  const missing = after.missing.filter((gap) => !earlier.includes(gap));
  if (missing.length === 0) return;
  throw new Problem('BOOKING_NOT_READY', { current: { missing } });
}
