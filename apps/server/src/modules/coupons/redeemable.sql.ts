import type { StaffCouponRefusal } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { refuseCoupon, type AgreedCoupon } from '../reservations/index.ts';

/** A coupon that a store accepts on a business date. */
export interface RedeemableCoupon {
  readonly coupon: AgreedCoupon;
  /** The lowest price without the discount for which it is accepted. */
  readonly minPriceAmount: number;
}

interface Redeemable extends AgreedCoupon {
  readonly maxUses: number | null;
  readonly maxUsesPerGuest: number | null;
}

/** Coupons that a store accepts on a business date. Runs as the store. */
const acceptedBy = (storeId: string, today: string) => sql`
  c.withdrawn_at is null and ${today}::date between c.starts_on and c.ends_on
  and (c.store_ids = '{}' or ${storeId}::uuid = any (c.store_ids))`;

/** Whether the store accepts any coupon on the date, so that its page asks for a code. */
export async function acceptsCoupons(tx: Tx, storeId: string, today: string): Promise<boolean> {
  const { rows } = await sql<{ accepts: boolean }>`
    select exists (select from coupons c where ${acceptedBy(storeId, today)}) as accepts`.execute(tx);
  return rows[0]?.accepts ?? false;
}

/** Guests read one reason for every coupon that does not count here, so that no reply reveals which codes exist (CP-3). */
export type CouponReader = 'GUEST' | 'STAFF';

interface CouponLookup {
  readonly storeId: string;
  readonly today: string;
  readonly reader: CouponReader;
}

/** Why a store does not accept the coupon `c` on a business date, as staff read it; null: it does. */
const refusalOf = ({ storeId, today }: CouponLookup) => sql<StaffCouponRefusal | null>`
  case when ${acceptedBy(storeId, today)} then null
    when c.withdrawn_at is not null then 'WITHDRAWN'
    when ${today}::date < c.starts_on then 'NOT_YET'
    when ${today}::date > c.ends_on then 'ENDED'
    else 'OTHER_STORE' end`;

/** Returns the found coupon if the store accepts it; otherwise throws COUPON_REFUSED. */
function acceptedOf<T extends { readonly refusal: StaffCouponRefusal | null }>(
  [found]: readonly T[],
  reader: CouponReader,
): T {
  if (found?.refusal === null) return found;
  throw refuseCoupon(reader === 'STAFF' ? (found?.refusal ?? 'UNKNOWN') : 'NOT_VALID');
}

/**
 * Finds the coupon with this code. Throws COUPON_REFUSED when the store does not accept it on the date, or when its uses
 * are exhausted. Locks nothing: `redeemCoupon` checks the limits again.
 */
export async function findRedeemable(
  tx: Tx,
  { code, phoneMark, ...lookup }: CouponLookup & { readonly code: string; readonly phoneMark?: Buffer | undefined },
): Promise<RedeemableCoupon> {
  const { rows } = await sql<Redeemable & { refusal: StaffCouponRefusal | null }>`
    select c.id as "couponId", c.code, c.name, c.kind, c.percent, c.amount as "fixedAmount",
      c.max_discount_amount as "maxDiscountAmount", c.min_price_amount as "minPriceAmount", c.bearer,
      c.max_uses as "maxUses", c.max_uses_per_guest as "maxUsesPerGuest", ${refusalOf(lookup)} as refusal
    from coupons c where c.code = ${code}`.execute(tx);
  const { maxUses, maxUsesPerGuest, refusal: _accepted, ...coupon } = acceptedOf(rows, lookup.reader);
  await checkLimits(tx, { couponId: coupon.couponId, maxUses, maxUsesPerGuest, phoneMark });
  return { coupon, minPriceAmount: coupon.minPriceAmount };
}

/**
 * Locks a coupon until the transaction ends, so that no other stay takes its last use, and checks its limits. Throws
 * COUPON_REFUSED.
 */
export async function selectRedeemableForUpdate(
  tx: Tx,
  { couponId, phoneMark, ...lookup }: RequestedUse,
): Promise<void> {
  const { rows } = await sql<Pick<Redeemable, 'maxUses' | 'maxUsesPerGuest'> & { refusal: StaffCouponRefusal | null }>`
    select c.max_uses as "maxUses", c.max_uses_per_guest as "maxUsesPerGuest", ${refusalOf(lookup)} as refusal
    from coupons c where c.id = ${couponId} for no key update of c`.execute(tx);
  const { maxUses, maxUsesPerGuest } = acceptedOf(rows, lookup.reader);
  await checkLimits(tx, { couponId, maxUses, maxUsesPerGuest, phoneMark });
}

interface UseLimits extends Pick<Redeemable, 'couponId' | 'maxUses' | 'maxUsesPerGuest'> {
  /** Absent: the guest is not known yet. */
  readonly phoneMark: Buffer | undefined;
}

async function checkLimits(tx: Tx, { couponId, maxUses, maxUsesPerGuest, phoneMark }: UseLimits): Promise<void> {
  if (maxUses !== null && (await hasUses(tx, { couponId, most: maxUses }))) throw refuseCoupon('USED_UP');
  if (phoneMark === undefined || maxUsesPerGuest === null) return;
  if (await hasUses(tx, { couponId, most: maxUsesPerGuest, phoneMark })) throw refuseCoupon('USED_BY_GUEST');
}

/** A use of a coupon by a guest at a store on a business date. */
export interface RequestedUse extends CouponLookup {
  readonly couponId: string;
  /** The keyed hash of the guest's phone. */
  readonly phoneMark: Buffer;
}

/** Whether so many stays of all stores have the coupon, of one phone or in all. Cancelled and expired ones do not count. */
async function hasUses(
  tx: Tx,
  { couponId, most, phoneMark }: { readonly couponId: string; readonly most: number; readonly phoneMark?: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from coupon_uses u
      where u.coupon_id = ${couponId} and u.ended_at is null
        and ${phoneMark === undefined ? sql`true` : sql`u.phone_mark = ${phoneMark}`}
      limit ${most}) as uses`.execute(tx);
  return (rows[0]?.count ?? 0) >= most;
}
