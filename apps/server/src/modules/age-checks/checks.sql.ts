import type { AgeBasis, AgeCheckWay } from '@munjigi/contract';
import { listBasesCovering, phoneDigits } from '@munjigi/rules';
import { isPhoneAbroad, toMailbox } from '@munjigi/typed-text';
import { sql, type Selectable } from 'kysely';
import { deleteInPages, personalOf, type Database, type PersonalMarks, type Tables, type Tx } from '../../db/index.ts';

/** Checks of guests, known by the keyed hash of a contact alone (AG-6). */

type CheckRow = Selectable<Tables['age_checks']>;

/** How a guest is known: by a Korean number, or by the mailbox where the number is abroad and not proven (BK-16). */
export interface GuestContact {
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
}

/** The keyed hashes of a contact with each key, the newest first. Empty: no contact by which a guest is known. */
export function contactMarksOf(tx: Tx, contact: GuestContact): Buffer[] {
  return personalOf(tx).marks.flatMap((marks) => markOf(marks, contact) ?? []);
}

/** The keyed hash that is written. */
export function contactMarkOf(tx: Tx, contact: GuestContact): Buffer | null {
  return contactMarksOf(tx, contact)[0] ?? null;
}

function markOf(marks: PersonalMarks, { guestPhone, guestEmail = '' }: GuestContact): Buffer | null {
  const isAbroad = isPhoneAbroad(guestPhone);
  const mark = isAbroad
    ? marks.whole('email', guestEmail === '' ? '' : toMailbox(guestEmail))
    : marks.whole('phone', phoneDigits(guestPhone));
  return mark.length === 0 ? null : mark;
}

/** A check does not count before it was made: the clock of a server was set back. Two servers differ by less than this. */
const CLOCK_DIFFERENCE_MS = 60_000;

interface NeededCheck {
  readonly storeId: string;
  readonly marks: readonly Buffer[];
  readonly basis: AgeBasis;
  readonly now: Date;
}

/** A check of the contact that counts now for the basis. */
export async function findValidCheck(
  tx: Tx,
  { storeId, marks, basis, now }: NeededCheck,
): Promise<Pick<CheckRow, 'id' | 'way'> | null> {
  if (marks.length === 0) return null;
  const row = await tx
    .selectFrom('age_checks')
    .select(['id', 'way'])
    .where('store_id', '=', storeId)
    .where('contact_mark', 'in', [...marks])
    .where('basis', 'in', listBasesCovering(basis))
    .where('checked_at', '<=', new Date(now.getTime() + CLOCK_DIFFERENCE_MS))
    .where('valid_until', '>', now)
    .orderBy('valid_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

interface NewCheck {
  readonly productId: string;
  readonly storeId: string;
  readonly id: string;
  readonly mark: Buffer;
  readonly basis: AgeBasis;
  readonly way: AgeCheckWay;
  readonly now: Date;
}

/**
 * Writes a check, in place of an earlier one of the contact. It counts for the months of the store, and no longer than the
 * data of guests is kept.
 */
export async function insertAgeCheck(
  tx: Tx,
  { productId, storeId, id, mark, basis, way, now }: NewCheck,
): Promise<void> {
  await sql`
    insert into age_checks (product_id, store_id, id, contact_mark, basis, way, checked_at, valid_until)
    select ${productId}::uuid, ${storeId}::uuid, ${id}::uuid, ${mark}::bytea, ${basis}, ${way}, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(months => least(
        coalesce((select a.check_months from age_rules a where a.store_id = ${storeId}::uuid), 12),
        (select t.kept_months from personal_data_terms t where t.product_id = ${productId}::uuid)))
    on conflict (store_id, contact_mark, basis) do update set id = excluded.id, way = excluded.way,
      checked_at = excluded.checked_at, valid_until = excluded.valid_until`.execute(tx);
}

const DAY_MS = 24 * 3600_000;

/** Deletes checks that have ended, and attempts older than a day: an attempt counts for the limits of a day. */
export async function sweepAgeChecks(db: Database, now: Date): Promise<void> {
  await deleteInPages(db, { table: 'age_checks', where: sql`valid_until <= ${now}` });
  await deleteInPages(db, {
    table: 'age_check_attempts',
    where: sql`started_at < ${new Date(now.getTime() - DAY_MS)}`,
  });
}
