import type { Tx } from '../../db/index.ts';

const HOUR_MS = 3600_000;

/** Inserts a move that the guest of a reservation holds. */
export async function fillHeldMove(tx: Tx, storeId: string, reservationId: string, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('reservations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('held_moves')
    .values({
      product_id: row.product_id,
      store_id: storeId,
      id: reservationId,
      room_id: row.room_id,
      room_name: 'room',
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      buffer_ends_at: row.buffer_ends_at,
      business_date: row.business_date,
      head_count: row.head_count,
      price_amount: row.price_amount + 1000,
      price_lines: '[]',
      add_on_lines: '[]',
      discount: null,
      added_amount: 1000,
      stay_before: '{}',
      hold_ids: [],
      held_at: now,
      expires_at: new Date(now.getTime() + HOUR_MS),
    })
    .execute();
}
