import { sql } from 'kysely';
import { deleteInPages, type Database } from '../../db/index.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes the hashes of phones, addresses and codes after a day (BK-9). The longest limit counts a day back. */
export async function sweepBookings(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await deleteInPages(db, { table: 'phone_codes', where: sql`sent_at < ${before}` });
  await deleteInPages(db, { table: 'solved_challenges', where: sql`solved_at < ${before}` });
  // A hold that lasts longer than a day still counts for its phone.
  await deleteInPages(db, {
    table: 'online_bookings',
    where: sql`created_at < ${before} and (held_until is null or held_until < ${now})`,
  });
}
