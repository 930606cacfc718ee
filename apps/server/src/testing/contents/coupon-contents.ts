import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';
import { headOffice, type TestServer } from '../server.ts';

/** A coupon of one store. Only people who see all stores write coupons. Returns its id. */
export async function insertCouponOf(
  server: TestServer,
  { productId, storeId, now }: { readonly productId: string; readonly storeId: string; readonly now: Date },
): Promise<string> {
  const id = uuidv7();
  const row = {
    product_id: productId,
    id,
    code: `M${id.replaceAll('-', '').slice(-16).toUpperCase()}`,
    name: 'matrix',
    kind: 'AMOUNT' as const,
    percent: null,
    amount: 1000,
    max_discount_amount: null,
    min_price_amount: 0,
    starts_on: '2026-01-01',
    ends_on: '2099-12-31',
    store_ids: [storeId],
    max_uses: null,
    max_uses_per_guest: null,
    bearer: 'STORE' as const,
    created_at: now,
  };
  await server.withActor(headOffice(productId), (tx) => tx.insertInto('coupons').values(row).execute());
  return id;
}

/** A use of the coupon by a reservation, and its claim. */
export function fillCouponUse(
  tx: Tx,
  { product_id, store_id }: { readonly product_id: string; readonly store_id: string },
  { couponId, reservationId }: { readonly couponId: string; readonly reservationId: string },
): void {
  const use = { product_id, reservation_id: reservationId, coupon_id: couponId, phone_mark: Buffer.from('phone') };
  pipelineStatement(tx, tx.insertInto('coupon_uses').values(use));
  const due_at = new Date('2099-12-31T00:00:00Z');
  const claim = { product_id, store_id, id: reservationId, coupon_id: couponId, state: 'WAITING' as const, due_at };
  pipelineStatement(tx, tx.insertInto('coupon_claims').values(claim));
}
