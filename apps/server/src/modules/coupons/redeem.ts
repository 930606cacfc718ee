import { sql } from 'kysely';
import { deleteInPages, type Database, type Tx } from '../../db/index.ts';
import { selectRedeemableForUpdate, type RequestedUse } from './redeemable.sql.ts';

const DAY_MS = 24 * 3600_000;
/** How long the uses of a coupon are kept after its last date, which differs between time zones. */
const KEPT_DAYS = 7;

interface NewUse extends RequestedUse {
  readonly productId: string;
  readonly reservationId: string;
}

/**
 * Counts a new reservation as a use of its coupon. It locks the coupon, so call it after the room is locked. Of two guests
 * who take the last use at the same time, the second gets COUPON_REFUSED (CP-4).
 */
export async function redeemCoupon(tx: Tx, { productId, reservationId, ...use }: NewUse): Promise<void> {
  await selectRedeemableForUpdate(tx, use);
  await tx
    .insertInto('coupon_uses')
    .values({
      product_id: productId,
      reservation_id: reservationId,
      coupon_id: use.couponId,
      phone_mark: use.phoneMark,
    })
    .execute();
}

/** Deletes the hashes of phones of coupons that have ended (CP-4). */
export async function sweepCouponUses(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await deleteInPages(db, {
    table: 'coupon_uses',
    where: sql`exists (
      select from coupons c where c.product_id = coupon_uses.product_id and c.id = coupon_uses.coupon_id
        and (c.ends_on < ${before}::timestamptz::date or c.withdrawn_at < ${before}))`,
  });
}
