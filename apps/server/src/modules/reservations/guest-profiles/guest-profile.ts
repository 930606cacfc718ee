import type { BodyOf, GuestProfile, setGuestNote } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../../db/index.ts';
import { Problem, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { readReservation } from '../stay/change.ts';
import { phoneMarksOf } from '../stay/guest-columns.ts';
import { matchingGuest } from '../stay/matching-guest.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';
import { findBlock, toGuestBlock } from './blocked-guests.sql.ts';

/** What staff know of the guest of a reservation (RG-1). Throws NOT_FOUND for a reservation that the actor does not see. */
export async function readGuestProfile(tx: Tx, reservationId: string, now: Date): Promise<GuestProfile> {
  const { row } = await readReservation(tx, reservationId);
  return composeProfile(tx, row, now);
}

async function composeProfile(tx: Tx, row: ReservationRow, now: Date): Promise<GuestProfile> {
  const of = { reservationId: row.id, storeId: row.store_id };
  if (phoneMarksOf(tx, row.guest_phone).length === 0) return { ...of, hasPhone: false, ...EMPTY_PROFILE };
  const [visits, note, block] = [
    await countVisits(tx, row, now),
    await findNote(tx, row),
    await findBlock(tx, {
      storeId: row.store_id,
      guest: { guestPhone: row.guest_phone, guestEmail: row.guest_email },
      now,
    }),
  ];
  return {
    ...of,
    hasPhone: true,
    ...visits,
    note: note && {
      text: note.note_text,
      changedAt: note.changed_at.toISOString(),
      changedBy: note.changed_by_name,
      version: note.version,
    },
    block: block && toGuestBlock(block, now),
  };
}

const EMPTY_PROFILE = {
  completedCount: 0,
  noShowCount: 0,
  cancelledCount: 0,
  comingCount: 0,
  lastVisitAt: null,
  note: null,
  block: null,
} as const;

type Visits = Pick<GuestProfile, 'completedCount' | 'noShowCount' | 'cancelledCount' | 'comingCount' | 'lastVisitAt'>;

async function countVisits(tx: Tx, row: ReservationRow, now: Date): Promise<Visits> {
  const counts = await tx
    .selectFrom('reservations')
    .select([
      sql<number>`count(*) filter (where state = 'COMPLETED' and id <> ${row.id})::int`.as('completedCount'),
      sql<number>`count(*) filter (where state = 'NO_SHOW' and id <> ${row.id})::int`.as('noShowCount'),
      sql<number>`count(*) filter (where state = 'CANCELLED' and id <> ${row.id})::int`.as('cancelledCount'),
      sql<number>`count(*) filter (where state in ('CONFIRMED', 'IN_USE') and ends_at > ${now})::int`.as('comingCount'),
      sql<Date | null>`max(ends_at) filter (where state = 'COMPLETED' and id <> ${row.id})`.as('lastVisitAt'),
    ])
    .where('kind', '=', 'GUEST')
    .where(matchingGuest(tx, row.guest_phone))
    .executeTakeFirstOrThrow();
  return { ...counts, lastVisitAt: counts.lastVisitAt?.toISOString() ?? null };
}

async function findNote(tx: Tx, row: Pick<ReservationRow, 'store_id' | 'guest_phone'>) {
  const note = await tx
    .selectFrom('guest_notes')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('phone_mark', 'in', phoneMarksOf(tx, row.guest_phone))
    .executeTakeFirst();
  return note ?? null;
}

/**
 * Sets, changes or removes the note of the store about the guest of a reservation (RG-2). Throws STALE when another person
 * changed it first, and STATE_NOT_ALLOWED for a guest without a phone number.
 */
export async function saveGuestNote(
  work: UnitOfWork,
  reservationId: string,
  { version, text }: BodyOf<typeof setGuestNote>,
): Promise<GuestProfile> {
  const { tx, clock } = work;
  const now = clock.now();
  const { row } = await readReservation(tx, reservationId);
  if (phoneMarksOf(tx, row.guest_phone).length === 0) throw new Problem('STATE_NOT_ALLOWED', { detail: 'NO_PHONE' });
  const before = await findNote(tx, row);
  const isWritten = before?.version === version && (await writeNote(work, row, { before, text, now }));
  if (!isWritten) throw staleProblem(await composeProfile(tx, row, now));
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'guest.note-set',
    subject: { kind: 'reservation', id: row.id },
    detail: { isRemoved: text === '' },
  });
  return composeProfile(tx, row, now);
}

interface NewNote {
  readonly before: Awaited<ReturnType<typeof findNote>>;
  readonly text: string;
  readonly now: Date;
}

/** Resolves with whether the note was written. False: another person was first. */
async function writeNote(
  { tx, actor }: UnitOfWork,
  row: ReservationRow,
  { before, text, now }: NewNote,
): Promise<boolean> {
  if (before === null && text === '') return true;
  const keys = personalOf(tx);
  const columns = { note_text: keys.seal(text), changed_at: now, changed_by_name: actor.name };
  if (before === null) {
    const inserted = await tx
      .insertInto('guest_notes')
      .values({
        product_id: row.product_id,
        store_id: row.store_id,
        id: uuidv7(),
        guest_phone: keys.seal(row.guest_phone),
        phone_mark: phoneMarksOf(tx, row.guest_phone)[0] ?? null,
        ...columns,
      })
      .onConflict((builder) => builder.columns(['store_id', 'phone_mark']).doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  if (text === '') {
    const deleted = await tx
      .deleteFrom('guest_notes')
      .where('store_id', '=', row.store_id)
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    return deleted.numDeletedRows === 1n;
  }
  const updated = await tx
    .updateTable('guest_notes')
    .set({ ...columns, version: before.version + 1 })
    .where('store_id', '=', row.store_id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
