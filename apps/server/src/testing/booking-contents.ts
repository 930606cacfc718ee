import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../db/index.ts';

/** A code that was sent, and a reservation as if its guest had made it online. */
export function fillBooking(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  { reservationId, now }: { readonly reservationId: string; readonly now: Date },
): void {
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
}
