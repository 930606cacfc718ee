import type { CouponClaim, listCouponClaims, QueryOf } from '@munjigi/contract';
import { claimOf, type CouponClaimFacts } from '@munjigi/rules';
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import { countRows, orderOf, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import type { ReservationRow } from '../reservations/index.ts';

export type ClaimRow = Selectable<Tables['coupon_claims']> & { readonly online_amount: number };

/** What a payment provider or a channel has taken for the reservation `r` and not returned, in won. */
const ONLINE_AMOUNT = sql.raw(`(
  select coalesce(sum(p.amount - coalesce((
    select sum(f.amount) from payment_refunds f where f.store_id = p.store_id and f.payment_id = p.id
      and f.state = 'DONE'), 0)), 0)::bigint
  from payments p
  where p.store_id = r.store_id and p.reservation_id = r.id and p.provider <> 'MANUAL'
    and p.state in ('DONE', 'PARTIAL_CANCELED'))`);

/** Locks the claim of a reservation, which the caller has locked. Throws NOT_FOUND without one. */
export async function selectClaimForUpdate(
  tx: Tx,
  { store_id: storeId, id }: Pick<ReservationRow, 'store_id' | 'id'>,
): Promise<ClaimRow & { readonly decision: CouponClaimFacts['decision'] }> {
  const { rows } = await sql<ClaimRow & { readonly decision: CouponClaimFacts['decision'] }>`
    select c.*, ${ONLINE_AMOUNT} as online_amount
    from coupon_claims c join reservations r on r.store_id = c.store_id and r.id = c.id
    where c.store_id = ${storeId} and c.id = ${id} for no key update of c`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** Changes a locked claim and counts its version up. */
export async function updateClaim(
  tx: Tx,
  { store_id: storeId, id }: ClaimRow,
  set: Updateable<Tables['coupon_claims']>,
): Promise<void> {
  await tx
    .updateTable('coupon_claims')
    .set((build) => ({ ...set, version: build('version', '+', 1) }))
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute();
}

interface DiscountTerms {
  readonly kind: 'PERCENT' | 'AMOUNT';
  readonly maxDiscountAmount: number | null;
  readonly amount: number;
}

/** The facts of a reservation that a claim rests on, without the money of providers and the decision. */
export function factsOf(
  row: Pick<ReservationRow, 'discount' | 'price_amount' | 'paid_amount'>,
): Omit<CouponClaimFacts, 'onlineAmount' | 'decision'> {
  const discount = row.discount as DiscountTerms | null;
  return {
    discountAmount: discount?.amount ?? 0,
    priceAmount: row.price_amount,
    paidAmount: row.paid_amount,
    hasLimit: discount?.kind === 'AMOUNT' || (discount?.maxDiscountAmount ?? null) !== null,
  };
}

type FoundClaim = Omit<
  CouponClaim,
  'startsAt' | 'dueAt' | 'decision' | 'claimAmount' | 'discountAmount' | 'priceAmount' | 'paidAmount'
> &
  Pick<ReservationRow, 'discount' | 'price_amount' | 'paid_amount'> & {
    readonly startsAt: Date;
    readonly dueAt: Date;
    readonly decision: CouponClaimFacts['decision'];
    readonly decidedAt: Date | null;
    readonly decidedBy: string | null;
    readonly decisionReason: string | null;
  };

const COLUMNS = sql`
  c.id as "reservationId", r.code as "reservationCode", c.store_id as "storeId", s.name as "storeName",
    c.coupon_id as "couponId",
  k.code as "couponCode", k.name as "couponName", r.starts_at as "startsAt", r.state as "reservationState", r.discount,
    r.price_amount, r.paid_amount,
  r.price_lines as "priceLines", ${ONLINE_AMOUNT} as "onlineAmount", c.booked_amount as "bookedAmount", c.state,
    c.withheld_for as "withheldFor",
  c.due_at as "dueAt", c.decision, c.decided_at as "decidedAt", c.decided_by_name as "decidedBy",
    c.decision_reason as "decisionReason", c.version`;
const CLAIMS = sql`
  from coupon_claims c
  join reservations r on r.store_id = c.store_id and r.id = c.id
  join stores s on s.product_id = c.product_id and s.id = c.store_id
  join coupons k on k.product_id = c.product_id and k.id = c.coupon_id`;

/** Claims of the stores that the caller sees, latest first. */
export async function findClaims(
  tx: Tx,
  { storeId, couponId, state, page, limit, sort }: QueryOf<typeof listCouponClaims>,
): Promise<GrowingTotal & { items: CouponClaim[] }> {
  const where: RawBuilder<unknown> = sql`
    where ${storeId === undefined ? sql`true` : sql`c.store_id = ${storeId}`}
      and ${couponId === undefined ? sql`true` : sql`c.coupon_id = ${couponId}`}
      and ${state === undefined ? sql`true` : sql`c.state = ${state}`}`;
  const order = orderOf(sort, { dueAt: 'c.due_at' }, 'c.id', sql`c.due_at desc, c.id desc`);
  const [counted, found] = await Promise.all([
    countRows(tx, sql`from coupon_claims c ${where} order by ${order}`),
    sql<FoundClaim>`select ${COLUMNS} ${CLAIMS} ${where} order by ${order}
      limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...counted, items: found.rows.map(toClaim) };
}

/** Throws NOT_FOUND for a reservation without a claim, and for one that the caller cannot see. */
export async function readClaim(tx: Tx, reservationId: string): Promise<CouponClaim> {
  const { rows } = await sql<FoundClaim>`select ${COLUMNS} ${CLAIMS} where c.id = ${reservationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return toClaim(row);
}

function toClaim({
  discount,
  price_amount: priceAmount,
  paid_amount: paidAmount,
  startsAt,
  dueAt,
  decision,
  decidedAt,
  decidedBy,
  decisionReason,
  ...claim
}: FoundClaim): CouponClaim {
  const facts = factsOf({ discount, price_amount: priceAmount, paid_amount: paidAmount });
  return {
    ...claim,
    priceLines: claim.priceLines.map(({ label, count, amount }) => ({ label, count, amount })),
    startsAt: startsAt.toISOString(),
    dueAt: dueAt.toISOString(),
    discountAmount: facts.discountAmount,
    priceAmount,
    paidAmount,
    claimAmount: claimOf({ ...facts, onlineAmount: claim.onlineAmount, decision }).amount,
    decision:
      decision === null || decidedAt === null
        ? null
        : { kind: decision, at: decidedAt.toISOString(), by: decidedBy ?? '', reason: decisionReason ?? '' },
  };
}
