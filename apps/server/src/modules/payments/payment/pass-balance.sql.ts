import type { PassUnit } from '@munjigi/contract';
import type { PassBalance } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import type { PaymentRow } from './payment-row.ts';

/** The balance of passes: what follows from their payments and those of the stays that they paid for (PS-2). */
export interface PassBalanceRow extends PassBalance {
  readonly storeId: string;
  readonly passId: string;
  readonly paymentId: string;
  readonly unit: PassUnit;
}

/** `where`: a condition on passes `s`. */
export async function readPassBalances(tx: Tx, where: RawBuilder<unknown>): Promise<PassBalanceRow[]> {
  const { rows } = await sql<PassBalanceRow>`
    select s.store_id as "storeId", s.id as "passId", s.payment_id as "paymentId", o.unit, o.units,
      o.price_amount as "priceAmount", u.units as "usedUnits", u.amount as "usedAmount",
      case when sale.reversed_at is null then sale.refunded_amount else sale.amount end as "returnedAmount"
    from passes s
    join pass_offers o on o.store_id = s.store_id and o.id = s.offer_id
    join payments sale on sale.store_id = s.store_id and sale.id = s.payment_id
    cross join lateral (
      select coalesce(sum(case when p.reversed_at is null
          then x.units - x.units * p.refunded_amount / p.amount else 0 end), 0)::bigint
          as units,
        coalesce(sum(case when p.reversed_at is null then p.amount - p.refunded_amount else 0 end), 0)::bigint as amount
      from pass_uses x join payments p on p.store_id = x.store_id and p.id = x.id
      where x.store_id = s.store_id and x.pass_id = s.id) u
    where ${where}`.execute(tx);
  return rows;
}

/** Whether a payment bought a pass: a person recorded it, and it belongs to no reservation. */
export function isPassSale({
  provider,
  reservation_id: reservationId,
}: Pick<PaymentRow, 'provider' | 'reservation_id'>) {
  return provider === 'MANUAL' && reservationId === null;
}

/** The balance of the pass that a payment bought; `null`: it bought none. Lock the payment first. */
export async function readBalanceOfSale(
  tx: Tx,
  { store_id: storeId, id }: Pick<PaymentRow, 'store_id' | 'id'>,
): Promise<PassBalanceRow | null> {
  const [balance] = await readPassBalances(tx, sql`s.store_id = ${storeId} and s.payment_id = ${id}`);
  return balance ?? null;
}

/** What a payment with a pass covers beyond its amount, in won; 0 for another payment. */
export async function readAdvantageOf(
  tx: Tx,
  { store_id: storeId, id, amount }: Pick<PaymentRow, 'store_id' | 'id' | 'amount'>,
): Promise<number> {
  const use = await tx
    .selectFrom('pass_uses')
    .select('covered_amount')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return use ? use.covered_amount - amount : 0;
}
