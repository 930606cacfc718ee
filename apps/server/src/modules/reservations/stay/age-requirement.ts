import type { Tx } from '../../../db/index.ts';
import { updateRequirement } from '../../age-checks/index.ts';
import type { ReservationRow } from './reservation-row.ts';

/** Whether a stay is for adults follows its room, its time and its guest (AG-3). */

const COMING: ReadonlySet<string> = new Set(['PENDING', 'CONFIRMED', 'IN_USE']);

/** The contact of a guest by which a check is found. An address that came through the link is not proven (GT-14). */
export function provenContactOf(row: ReservationRow): { guestPhone: string; guestEmail: string } {
  return { guestPhone: row.guest_phone, guestEmail: row.is_email_of_link ? '' : row.guest_email };
}

/** Writes whether a new stay is for adults. */
export async function requireAge(tx: Tx, row: ReservationRow): Promise<void> {
  if (row.kind === 'GUEST') await write(tx, row, { now: row.created_at, hasOtherGuest: false });
}

/** Writes again whether a changed stay is for adults. */
export async function reviewAge(tx: Tx, before: ReservationRow, after: ReservationRow, now: Date): Promise<void> {
  if (after.kind !== 'GUEST' || !COMING.has(after.state)) return;
  const hasOtherGuest =
    before.guest_phone !== after.guest_phone ||
    before.guest_email !== after.guest_email ||
    before.is_email_of_link !== after.is_email_of_link;
  const isMoved =
    before.room_id !== after.room_id ||
    before.starts_at.getTime() !== after.starts_at.getTime() ||
    before.ends_at.getTime() !== after.ends_at.getTime();
  if (isMoved || hasOtherGuest) await write(tx, after, { now, hasOtherGuest });
}

function write(
  tx: Tx,
  row: ReservationRow,
  { now, hasOtherGuest }: { readonly now: Date; readonly hasOtherGuest: boolean },
): Promise<void> {
  return updateRequirement(
    tx,
    {
      productId: row.product_id,
      storeId: row.store_id,
      reservationId: row.id,
      roomId: row.room_id,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      hasOtherGuest,
      ...provenContactOf(row),
    },
    now,
  );
}
