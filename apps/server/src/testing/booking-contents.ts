import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../db/index.ts';

/** A code that was sent, a reservation as if its guest had made it online, an add-on, and a coupon of this store. */
export function fillBooking(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  { reservationId, now }: { readonly reservationId: string; readonly now: Date },
): { addOnId: string; couponId: string } {
  const [addOnId, couponId] = [uuidv7(), uuidv7()];
  const marks = { phone_mark: Buffer.from('phone'), address_mark: Buffer.from('address') };
  pipelineStatement(
    tx,
    tx.insertInto('phone_codes').values({
      ...row,
      ...marks,
      id: uuidv7(),
      range_mark: Buffer.from('range'),
      code_hash: Buffer.from('code'),
      sent_at: now,
      expires_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('online_bookings').values({
      ...row,
      ...marks,
      id: uuidv7(),
      reservation_id: reservationId,
      request_mark: null,
      body_mark: Buffer.from('body'),
      created_at: now,
    }),
  );
  pipelineStatement(tx, tx.insertInto('solved_challenges').values({ ...row, id: uuidv7(), solved_at: now }));
  fillExtras(tx, row, { addOnId, couponId, reservationId, now });
  return { addOnId, couponId };
}

function fillExtras(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  ids: { readonly addOnId: string; readonly couponId: string; readonly reservationId: string; readonly now: Date },
): void {
  const addOn = { name: 'Snack set', description: '', unit: 'STAY', amount: 3000, max_quantity: 2, room_ids: [] };
  pipelineStatement(
    tx,
    tx
      .insertInto('add_ons')
      .values({ ...row, ...addOn, id: ids.addOnId, is_offered: true, sort_order: 0, created_at: ids.now }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('coupons').values({
      product_id: row.product_id,
      id: ids.couponId,
      code: `M${ids.couponId.replaceAll('-', '').slice(-16).toUpperCase()}`,
      name: 'matrix',
      kind: 'AMOUNT',
      percent: null,
      amount: 1000,
      max_discount_amount: null,
      min_price_amount: 0,
      starts_on: '2026-01-01',
      ends_on: '2099-12-31',
      store_ids: [row.store_id],
      max_uses: null,
      max_uses_per_guest: null,
      bearer: 'STORE',
      created_at: ids.now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('coupon_uses').values({
      product_id: row.product_id,
      store_id: row.store_id,
      reservation_id: ids.reservationId,
      coupon_id: ids.couponId,
      phone_mark: Buffer.from('phone'),
    }),
  );
}
