import type { BodyOf, quoteBooking, ReplyOf } from '@munjigi/contract';
import { refundOf } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import { quoteStay } from '../price-policies/index.ts';
import { readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

const HOUR_MS = 3600_000;

/** Returns the price of a stay, and what a cancellation refunds until when (BK-3). */
export async function quoteForGuest(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  path: StorePath,
  body: BodyOf<typeof quoteBooking>,
): Promise<ReplyOf<typeof quoteBooking>> {
  const store = await readOpenStore(db, path);
  const quote = await db.withActor(storeActor(store.productId, store.id), (tx) =>
    quoteStay(tx, { ...body, isWalkIn: false }),
  );
  return { ...quote, refunds: refundsOf(store, new Date(body.startsAt), clock.now(), quote.totalAmount) };
}

function refundsOf({ cancellationTiers }: OpenStore, startsAt: Date, now: Date, totalAmount: number) {
  return [...cancellationTiers]
    .sort((one, other) => other.hoursBefore - one.hoursBefore)
    .map(({ hoursBefore, refundPercent }) => ({
      until: new Date(startsAt.getTime() - hoursBefore * HOUR_MS),
      refundPercent,
      refundAmount: refundOf(totalAmount, refundPercent),
    }))
    .filter(({ until, refundPercent }) => until >= now && refundPercent > 0)
    .map(({ until, ...refund }) => ({ ...refund, until: until.toISOString() }));
}
