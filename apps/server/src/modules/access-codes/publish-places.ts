import type { Tx } from '../../db/index.ts';
import { isSpare, type PlaceRow } from './places.ts';
import { publishSpares } from './door-spares.ts';
import { publishAccess } from './reservation-access.ts';
import { findCodesByIds } from './spares.sql.ts';

/** Publishes changed places to reservations and doors. Call it after all writes to the places in the transaction. */
export async function publishPlaces(tx: Tx, rows: readonly PlaceRow[], now: Date): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const of = { product_id: first.product_id, store_id: first.store_id };
  const spares = rows.filter(isSpare);
  const holder =
    spares.length === 0
      ? []
      : (
          await findCodesByIds(
            tx,
            first.store_id,
            spares.map((row) => row.code_id),
          )
        ).map((code) => code.given_to);
  const reservationIds = new Set([...rows.map((row) => row.reservation_id), ...holder].filter((id) => id !== null));
  for (const id of reservationIds) await publishAccess(tx, { ...of, id }, now);
  await publishSpares(
    tx,
    { productId: of.product_id, storeId: of.store_id },
    [...new Set(spares.map((row) => row.door_id))],
    now,
  );
}
