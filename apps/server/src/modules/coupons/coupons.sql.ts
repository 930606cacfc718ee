import type { Coupon, CouponUse, listCoupons, listCouponUses, QueryOf } from '@munjigi/contract';
import { HEAD_OFFICE_ZONE, zonedDate } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { countRows, orderOf, type GrowingTotal, type Tx } from '../../db/index.ts';
import { notFound, type UnitOfWork } from '../../http/index.ts';

export type CouponTerms = Omit<
  Coupon,
  'id' | 'code' | 'state' | 'usedCount' | 'discountedAmount' | 'createdAt' | 'withdrawnAt' | 'version'
>;

type CouponRow = Omit<Coupon, 'createdAt' | 'withdrawnAt'> & {
  readonly createdAt: Date;
  readonly withdrawnAt: Date | null;
};

/** Coupons `c` with their uses in the stores that the caller sees. `today`: the business date of head office. */
const couponsOn = (today: string) => sql`
  select c.id, c.code, c.name, c.kind, c.percent, c.amount, c.max_discount_amount as "maxDiscountAmount",
    c.min_price_amount as "minPriceAmount", c.starts_on as "startsOn", c.ends_on as "endsOn", c.store_ids as "storeIds",
    c.max_uses as "maxUses", c.max_uses_per_guest as "maxUsesPerGuest", c.bearer, c.created_at as "createdAt",
    c.withdrawn_at as "withdrawnAt", c.version, u.count as "usedCount", u.amount as "discountedAmount",
    case when c.withdrawn_at is not null then 'WITHDRAWN'
      when c.ends_on < ${today}::date or c.max_uses <= (
        select count(*) from coupon_uses x where x.product_id = c.product_id and x.coupon_id = c.id
          and x.ended_at is null) then 'ENDED'
      when c.starts_on > ${today}::date then 'PLANNED'
      else 'ACTIVE' end as state
  from coupons c
  cross join lateral (
    select count(*)::integer as count, coalesce(sum((r.discount ->> 'amount')::bigint), 0)::bigint as amount
    from reservations r
    where r.product_id = c.product_id and r.coupon_id = c.id and r.state not in ('CANCELLED', 'EXPIRED')) as u`;

function toCoupon({ createdAt, withdrawnAt, ...row }: CouponRow): Coupon {
  return { ...row, createdAt: createdAt.toISOString(), withdrawnAt: withdrawnAt?.toISOString() ?? null };
}

export async function findCoupons(
  tx: Tx,
  now: Date,
  { storeId, state, page, limit, sort }: QueryOf<typeof listCoupons>,
): Promise<{ total: number; items: Coupon[] }> {
  const matching = sql`
    from (${couponsOn(zonedDate(HEAD_OFFICE_ZONE, now))}) as c
    where ${storeId === undefined ? sql`true` : sql`("storeIds" = '{}' or ${storeId}::uuid = any ("storeIds"))`}
      and ${state === undefined ? sql`true` : sql`state = ${state}`}`;
  const order = orderOf(
    sort,
    { createdAt: 'createdAt', code: 'code', name: 'name', endsOn: 'endsOn' },
    'id',
    sql`"createdAt" desc, id desc`,
  );
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(tx),
    sql<CouponRow>`select c.* ${matching} order by ${order} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: counted.rows[0]?.total ?? 0, items: found.rows.map(toCoupon) };
}

/** Throws NOT_FOUND for a coupon that does not exist or that the caller cannot see. */
export async function readCoupon(tx: Tx, now: Date, couponId: string): Promise<Coupon> {
  const { rows } = await sql<CouponRow>`
    ${couponsOn(zonedDate(HEAD_OFFICE_ZONE, now))} where c.id = ${couponId}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return toCoupon(row);
}

/** Locks a coupon until the transaction ends, so that its uses and terms stay as they are read. */
export async function selectCouponForUpdate(tx: Tx, couponId: string): Promise<void> {
  const row = await tx
    .selectFrom('coupons')
    .select('id')
    .where('id', '=', couponId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
}

/** Returns the id of the new coupon, or `null` when another coupon of the chain has the code, also a withdrawn one. */
export async function insertCoupon(
  { tx, clock, actor }: UnitOfWork,
  code: string,
  terms: CouponTerms,
): Promise<string | null> {
  const inserted = await tx
    .insertInto('coupons')
    .values({ product_id: actor.productId, id: uuidv7(), code, created_at: clock.now(), ...columnsOf(terms) })
    .onConflict((conflict) => conflict.columns(['product_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** The caller has locked the coupon. */
export async function updateCoupon(
  tx: Tx,
  { id, version }: Pick<Coupon, 'id' | 'version'>,
  change: { readonly terms: CouponTerms } | { readonly withdrawnAt: Date },
): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({
      ...('terms' in change ? columnsOf(change.terms) : { withdrawn_at: change.withdrawnAt }),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute();
}

/** Stays of a coupon in the stores that the caller sees, latest first. Throws NOT_FOUND for an unknown coupon. */
export async function findCouponUses(
  tx: Tx,
  couponId: string,
  { page, limit, sort }: QueryOf<typeof listCouponUses>,
): Promise<GrowingTotal & { items: CouponUse[] }> {
  const coupon = await tx.selectFrom('coupons').select('id').where('id', '=', couponId).executeTakeFirst();
  if (!coupon) throw notFound();
  const order = orderOf(
    sort,
    { startsAt: 'startsAt', discountAmount: 'discountAmount' },
    'reservationId',
    sql`"startsAt" desc, "reservationId" desc`,
  );
  const [counted, found] = await Promise.all([
    countRows(tx, sql`from reservations r where r.coupon_id = ${couponId} order by r.starts_at desc, r.id desc`),
    sql<Omit<CouponUse, 'startsAt'> & { startsAt: Date }>`
      select r.id as "reservationId", r.code as "reservationCode", r.store_id as "storeId", s.name as "storeName",
        r.starts_at as "startsAt", r.state, (r.discount ->> 'amount')::bigint as "discountAmount",
        r.compensated_amount as "compensatedAmount"
      from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
      where r.coupon_id = ${couponId} order by ${order} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return {
    ...counted,
    items: found.rows.map(({ startsAt, ...use }) => ({ ...use, startsAt: startsAt.toISOString() })),
  };
}

function columnsOf(terms: CouponTerms) {
  return {
    name: terms.name,
    kind: terms.kind,
    percent: terms.percent,
    amount: terms.amount,
    max_discount_amount: terms.maxDiscountAmount,
    min_price_amount: terms.minPriceAmount,
    starts_on: terms.startsOn,
    ends_on: terms.endsOn,
    store_ids: terms.storeIds,
    max_uses: terms.maxUses,
    max_uses_per_guest: terms.maxUsesPerGuest,
    bearer: terms.bearer,
  };
}
