import type { BodyOf, setGuestReceiptNumber } from '@munjigi/contract';
import { readReceiptNumber } from '@munjigi/typed-text';
import { sql } from 'kysely';
import { personalOf, type Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { recordAudit, type AuditRecord } from '../audit/index.ts';
import type { ReservationRow } from '../reservations/index.ts';

type NumberInput = BodyOf<typeof setGuestReceiptNumber>;

interface Entering {
  readonly tx: Tx;
  readonly now: Date;
  readonly actor: AuditRecord['actor'];
  /** `null`: the guest. */
  readonly staffName: string | null;
}

/**
 * Stores the number of a stay, sealed, and has its receipts compared again. The caller has locked the reservation. While a
 * request is open its number must not change, because the same request is sent again: STATE_NOT_ALLOWED.
 */
export async function enterReceiptNumber(
  { tx, now, actor, staffName }: Entering,
  reservation: ReservationRow,
  { purpose, number: typed }: NumberInput,
): Promise<void> {
  const number = readReceiptNumber(typed);
  if (!number) throw new Error('The contract admits numbers that can be read only');
  const { product_id: productId, store_id: storeId, id } = reservation;
  await lockReceipts(tx, storeId, id);
  const values = {
    purpose,
    kind: number.kind,
    guest_number: personalOf(tx).seal(number.digits),
    entered_at: now,
    entered_by_name: staffName,
  };
  await tx
    .insertInto('cash_receipt_numbers')
    .values({ product_id: productId, store_id: storeId, id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'id']).doUpdateSet({ ...values, revision: sql`cash_receipt_numbers.revision + 1` }),
    )
    .execute();
  await tx
    .updateTable('cash_receipts')
    .set({ wanted: sql`wanted + 1`, next_at: now })
    .where('store_id', '=', storeId)
    .where('reservation_id', '=', id)
    .execute();
  await recordAudit(tx, {
    productId,
    storeId,
    at: now,
    actor,
    action: 'cash-receipt.number-set',
    subject: { kind: 'reservation', id },
    detail: { purpose, kind: number.kind },
  });
}

/** Locks the receipts of a stay. Throws STATE_NOT_ALLOWED while a request about one is open. */
async function lockReceipts(tx: Tx, storeId: string, reservationId: string): Promise<void> {
  const receipts = await tx
    .selectFrom('cash_receipts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('reservation_id', '=', reservationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (receipts.length === 0) return;
  const open = await tx
    .selectFrom('cash_receipt_steps')
    .select('id')
    .where('store_id', '=', storeId)
    .where(
      'receipt_id',
      'in',
      receipts.map(({ id }) => id),
    )
    .where('state', '=', 'OPEN')
    .where('kind', '=', 'ISSUE')
    .executeTakeFirst();
  if (open) throw new Problem('STATE_NOT_ALLOWED');
}
