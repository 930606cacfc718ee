import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

/** A code that was sent, a reservation as if its guest had made it online with its terms, an add-on, and who sells. */
export function fillBooking(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  { reservationId, now }: { readonly reservationId: string; readonly now: Date },
): { addOnId: string } {
  const addOnId = uuidv7();
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
  const accepted = { reservation_id: reservationId, language: 'ko', terms: 'Terms', accepted_at: now } as const;
  pipelineStatement(tx, tx.insertInto('accepted_terms').values({ ...row, ...accepted, id: uuidv7() }));
  pipelineStatement(tx, tx.insertInto('solved_challenges').values({ ...row, id: uuidv7(), solved_at: now }));
  const seller = {
    kind: 'STORE' as const,
    legal_name: 'Seller',
    representative: 'Owner',
    mail_order_number: '',
    mail_order_exemption: null,
    address: '',
    phone: '',
    email: '',
    hosting_provider: '',
    changed_at: now,
    changed_by_name: 'test',
  };
  const ofStore = { ...row, id: row.store_id };
  pipelineStatement(
    tx,
    tx
      .insertInto('store_sellers')
      .values({ ...ofStore, ...seller })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('store_locations')
      .values({ ...ofStore, latitude: 37.5, longitude: 127 })
      .onConflict((builder) => builder.doNothing()),
  );
  const addOn = {
    name: 'Snack set',
    description: '',
    unit: 'STAY' as const,
    amount: 3000,
    max_quantity: 2,
    room_ids: [],
  };
  pipelineStatement(
    tx,
    tx
      .insertInto('add_ons')
      .values({ ...row, ...addOn, id: addOnId, is_offered: true, sort_order: 0, created_at: now }),
  );
  return { addOnId };
}
