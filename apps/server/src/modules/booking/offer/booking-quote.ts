import type { BodyOf, quoteBooking, ReplyOf } from '@munjigi/contract';
import { isDiscountReduced, LEAST_ONLINE_WON, refundOf } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database } from '../../../db/index.ts';
import { findStayAgeBasis } from '../../age-checks/index.ts';
import { quoteWithExtras } from '../../coupons/index.ts';
import { readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

const HOUR_MS = 3600_000;

/** Returns the price of a stay with its add-ons and its coupon, and what a cancellation refunds until when (BK-3). */
export async function quoteForGuest(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  path: StorePath,
  body: BodyOf<typeof quoteBooking>,
): Promise<ReplyOf<typeof quoteBooking>> {
  const store = await readOpenStore(db, path);
  const { addOns, couponCode, startsNow, ...stay } = body;
  const now = clock.now();
  const period = { startsAt: new Date(stay.startsAt), endsAt: new Date(stay.endsAt) };
  const [{ roomAmount, price }, ageBasis] = await db.withActor(storeActor(store.productId, store.id), (tx) =>
    Promise.all([
      quoteWithExtras({ tx, clock }, store, { ...stay, isWalkIn: startsNow }, { addOns, couponCode, reader: 'GUEST' }),
      findStayAgeBasis(tx, { storeId: store.id, roomId: stay.roomId, ...period }),
    ]),
  );
  const { totalAmount, lines, addOnLines, discount } = price;
  return {
    totalAmount,
    lines,
    roomAmount,
    addOnLines,
    discount: discount && {
      code: discount.code,
      name: discount.name,
      amount: discount.amount,
      isReduced: isDiscountReduced(discount, totalAmount + discount.amount),
    },
    dueAmount: totalAmount < LEAST_ONLINE_WON ? 0 : totalAmount,
    refunds: refundsOf(store, new Date(body.startsAt), now, totalAmount),
    ageBasis,
  };
}

export function refundsOf({ cancellationTiers }: OpenStore, startsAt: Date, now: Date, totalAmount: number) {
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
