import { personalOf } from '../../db/index.ts';
import { Problem, type GuestCaller, type UnitOfWork } from '../../http/index.ts';
import { guestAuditActor, recordAudit } from '../audit/index.ts';
import { selectPaymentForUpdate } from '../payments/index.ts';
import { phoneMarkOf, type ReservationRow } from '../reservations/index.ts';
import { hashGiftCode } from './gift-codes.ts';
import { readPassRow, stateOfPass } from './passes.sql.ts';

/**
 * Gives the pass of a gift code to the phone number of a stay (PS-7). Throws PASS_REFUSED with `NO_GIFT` for a code that is
 * unknown, used, of another store, over or refunded, and STATE_NOT_ALLOWED for a stay without a phone number.
 */
export async function claimGift(
  { tx, clock, actor }: UnitOfWork<GuestCaller>,
  row: Pick<ReservationRow, 'product_id' | 'store_id' | 'guest_name' | 'guest_phone'>,
  code: string,
): Promise<void> {
  const now = clock.now();
  const mark = hashGiftCode(code);
  const found = await tx
    .selectFrom('passes')
    .select(['id', 'payment_id'])
    .where('store_id', '=', row.store_id)
    .where('gift_mark', '=', mark)
    .executeTakeFirst();
  if (!found) throw new Problem('PASS_REFUSED', { detail: 'NO_GIFT' });
  // A refund of the sale locks the same payment.
  await selectPaymentForUpdate(tx, found.payment_id);
  if (stateOfPass(await readPassRow(tx, found.id), now) !== 'GIFT')
    throw new Problem('PASS_REFUSED', { detail: 'NO_GIFT' });
  const keys = personalOf(tx);
  const [marks] = keys.marks;
  const phoneMark = marks ? phoneMarkOf(marks, row.guest_phone) : null;
  if (phoneMark === null) throw new Problem('STATE_NOT_ALLOWED', { detail: 'NO_PHONE' });
  await tx
    .updateTable('passes')
    .set({
      guest_name: keys.seal(row.guest_name),
      guest_phone: keys.seal(row.guest_phone),
      phone_mark: phoneMark,
      gift_mark: null,
      claimed_at: now,
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', found.id)
    .execute();
  await recordAudit(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    at: now,
    actor: guestAuditActor(actor),
    action: 'pass.claimed',
    subject: { kind: 'pass', id: found.id },
    detail: {},
  });
}
