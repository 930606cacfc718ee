import type { BodyOf, getPass, listPasses, Pass, QueryOf, ReplyOf, sellPass } from '@munjigi/contract';
import { returnedUnitsOf } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, personalOf, readGrowingPage, type GrowingTotal, type Tx } from '../../db/index.ts';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { recordPassSale } from '../payments/index.ts';
import { phoneMarkOf, phoneMarksOf } from '../reservations/index.ts';
import { makeGiftCode } from './gift-codes.ts';
import { selectOfferForUpdate, toOffer } from './pass-offers.ts';
import { readPassRow, selectPasses, toPass, withBalances } from './passes.sql.ts';

const DAY_MS = 24 * 3600_000;
const MOST_USES = 200;

export async function listSoldPasses(
  tx: Tx,
  now: Date,
  { page, limit, sort, storeId, isOpen, phone }: QueryOf<typeof listPasses>,
): Promise<GrowingTotal & { items: Pass[] }> {
  let query = selectPasses(tx);
  if (storeId !== undefined) query = query.where('s.store_id', '=', storeId);
  if (isOpen !== undefined) query = query.where('s.ends_at', isOpen === 'true' ? '>' : '<=', now);
  if (phone !== undefined) query = query.where('s.phone_mark', 'in', [...phoneMarksOf(tx, phone), Buffer.alloc(0)]);
  const order = orderOf(sort, { soldAt: 's.sold_at', endsAt: 's.ends_at' }, 's.id', sql`s.sold_at desc, s.id desc`);
  const { rows, ...totals } = await readGrowingPage(tx, query, { page, limit, order });
  const passes = await withBalances(tx, rows);
  return { ...totals, items: passes.map((pass) => toPass(pass, now)) };
}

interface UseRow {
  readonly paymentId: string;
  readonly reservationId: string;
  readonly reservationCode: string;
  readonly at: Date;
  readonly units: number;
  readonly coveredAmount: number;
  readonly amount: number;
  readonly refundedAmount: number;
}

export async function readPass(tx: Tx, now: Date, passId: string): Promise<ReplyOf<typeof getPass>> {
  const pass = await readPassRow(tx, passId);
  const { rows } = await sql<UseRow>`
    select p.id as "paymentId", r.id as "reservationId", r.code as "reservationCode", p.created_at as at, x.units,
      x.covered_amount as "coveredAmount", p.amount,
      case when p.reversed_at is null then p.refunded_amount else p.amount end as "refundedAmount"
    from pass_uses x
    join payments p on p.store_id = x.store_id and p.id = x.id
    join reservations r on r.store_id = p.store_id and r.id = p.reservation_id
    where x.store_id = ${pass.row.store_id} and x.pass_id = ${passId}
    order by x.id desc limit ${MOST_USES}`.execute(tx);
  return {
    ...toPass(pass, now),
    uses: rows.map(({ at, refundedAmount, ...use }) => ({
      ...use,
      at: at.toISOString(),
      returnedUnits: returnedUnitsOf(use.units, { amount: use.amount, refundedAmount }),
    })),
  };
}

/** Records the sale of a pass (PS-2). Throws STATE_NOT_ALLOWED for an offer that was withdrawn. */
export async function sellToGuest(
  work: UnitOfWork,
  { offerId, guestName, guestPhone, method, isGift }: BodyOf<typeof sellPass>,
): Promise<ReplyOf<typeof sellPass>> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const offer = await selectOfferForUpdate(tx, offerId);
  if (offer.withdrawn_at !== null) throw new Problem('STATE_NOT_ALLOWED', { current: toOffer(offer) });
  const payment = await recordPassSale(work, { storeId: offer.store_id, method, amount: offer.price_amount });
  const keys = personalOf(tx);
  const [marks] = keys.marks;
  const gift = isGift ? makeGiftCode() : null;
  const id = uuidv7();
  await tx
    .insertInto('passes')
    .values({
      product_id: actor.productId,
      store_id: offer.store_id,
      id,
      offer_id: offer.id,
      payment_id: payment.id,
      guest_name: keys.seal(guestName),
      guest_phone: keys.seal(guestPhone),
      phone_mark: marks ? phoneMarkOf(marks, guestPhone) : null,
      sold_at: now,
      sold_by_name: actor.name,
      ends_at: new Date(now.getTime() + offer.valid_days * DAY_MS),
      gift_mark: gift?.mark ?? null,
    })
    .execute();
  await recordChange(work, {
    storeId: offer.store_id,
    action: 'pass.sold',
    subject: { kind: 'pass', id },
    detail: { name: offer.name, amount: offer.price_amount, method, isGift },
  });
  return { ...toPass(await readPassRow(tx, id), now), giftCode: gift?.code ?? null };
}
