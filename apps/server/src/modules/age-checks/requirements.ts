import type { AgeBasis, AgeCheckWay, AgeDocument } from '@munjigi/contract';
import { coversAgeBasis, listBasesCovering } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables, Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { findStayAgeBasis, type StayPlace } from './age-rules.ts';
import { contactMarkOf, contactMarksOf, findValidCheck, insertAgeCheck, type GuestContact } from './checks.sql.ts';

/** Which stays are for adults, and whether their guests were found to be adult (AG-3, AG-7). */

export type RequirementRow = Selectable<Tables['age_requirements']>;

/** A stay with its guest. */
interface AgedStay extends StayPlace, GuestContact {
  readonly productId: string;
  readonly reservationId: string;
  /** The guest of the reservation is another one than before. */
  readonly hasOtherGuest: boolean;
}

/** Throws AGE_CHECK_NEEDED for a stay that is for adults, unless its guest was checked. */
export async function refuseUncheckedGuest(
  tx: Tx,
  stay: StayPlace & GuestContact & { readonly reservationId?: string },
  now: Date,
): Promise<void> {
  const basis = await findStayAgeBasis(tx, stay);
  if (basis === null || (await isCheckedFor(tx, { ...stay, basis, now }))) return;
  throw new Problem('AGE_CHECK_NEEDED', { current: { basis } });
}

interface NeededBy extends GuestContact {
  readonly storeId: string;
  readonly reservationId?: string;
  readonly basis: AgeBasis;
  readonly now: Date;
}

/** Whether a stay would be for adults, and whether its guest would have to be checked (AG-13). */
export async function previewRequirement(
  tx: Tx,
  stay: StayPlace & GuestContact & { readonly reservationId?: string },
  now: Date,
): Promise<{ basis: AgeBasis | null; isCheckNeeded: boolean }> {
  const basis = await findStayAgeBasis(tx, stay);
  return { basis, isCheckNeeded: basis !== null && !(await isCheckedFor(tx, { ...stay, basis, now })) };
}

/** Whether the guest was checked, or staff saw a document of the guest of this very stay. */
async function isCheckedFor(tx: Tx, { reservationId, ...needed }: NeededBy): Promise<boolean> {
  const present = reservationId === undefined ? undefined : await findRequirement(tx, needed.storeId, reservationId);
  if (present && isMetBy(present, needed.basis)) return true;
  return (await findValidCheck(tx, { ...needed, marks: contactMarksOf(tx, needed) })) !== null;
}

function isMetBy({ met_at: metAt, basis }: RequirementRow, needed: AgeBasis): boolean {
  return metAt !== null && coversAgeBasis(basis, needed);
}

export function findRequirement(tx: Tx, storeId: string, reservationId: string): Promise<RequirementRow | undefined> {
  return tx
    .selectFrom('age_requirements')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', reservationId)
    .executeTakeFirst();
}

/**
 * Writes whether a new or changed stay is for adults. A stay whose guest is not known to be adult gets no code. The caller
 * has locked the reservation.
 */
export async function updateRequirement(tx: Tx, stay: AgedStay, now: Date): Promise<void> {
  const { productId, storeId, reservationId } = stay;
  const [basis, present] = [await findStayAgeBasis(tx, stay), await findRequirement(tx, storeId, reservationId)];
  if (basis === null) return present && deleteRequirement(tx, present);
  const mark = contactMarkOf(tx, stay);
  if (present && !stay.hasOtherGuest && isMetBy(present, basis)) return;
  const check = await findValidCheck(tx, { storeId, marks: contactMarksOf(tx, stay), basis, now });
  const columns = {
    basis,
    contact_mark: mark,
    met_at: check && now,
    way: check && check.way,
    document: null,
    confirmed_by_name: null,
  };
  await tx
    .insertInto('age_requirements')
    .values({ product_id: productId, store_id: storeId, id: reservationId, required_at: now, ...columns })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(columns))
    .execute();
}

async function deleteRequirement(tx: Tx, { store_id: storeId, id }: RequirementRow): Promise<void> {
  await tx.deleteFrom('age_requirements').where('store_id', '=', storeId).where('id', '=', id).execute();
}

interface PassedCheck {
  readonly storeId: string;
  readonly marks: readonly Buffer[];
  readonly basis: AgeBasis;
  readonly way: AgeCheckWay;
  readonly now: Date;
}

/** Marks the stays of a guest that wait for a check of this basis. */
export async function meetRequirements(tx: Tx, { storeId, marks, basis, way, now }: PassedCheck): Promise<void> {
  if (marks.length === 0) return;
  await tx
    .updateTable('age_requirements')
    .set({ met_at: now, way })
    .where('store_id', '=', storeId)
    .where('contact_mark', 'in', [...marks])
    .where('met_at', 'is', null)
    // The bases by which the guest is adult as well.
    .where(
      'basis',
      'in',
      BASES.filter((needed) => listBasesCovering(needed).includes(basis)),
    )
    .execute();
}

const BASES = listBasesCovering('BIRTHDAY_18');

interface SeenDocument {
  readonly document: AgeDocument;
  readonly staffName: string;
  readonly now: Date;
}

/**
 * Marks a stay whose guest showed staff a document, and the other stays of the same contact. Throws STATE_NOT_ALLOWED for a
 * stay that waits for no check. The caller has locked the reservation.
 */
export async function confirmByDocument(
  tx: Tx,
  { storeId, reservationId }: { readonly storeId: string; readonly reservationId: string },
  { document, staffName, now }: SeenDocument,
): Promise<void> {
  const present = await findRequirement(tx, storeId, reservationId);
  if (!present || present.met_at !== null) throw new Problem('STATE_NOT_ALLOWED');
  await tx
    .updateTable('age_requirements')
    .set({ met_at: now, way: 'DOCUMENT', document, confirmed_by_name: staffName })
    .where('store_id', '=', storeId)
    .where('id', '=', reservationId)
    .execute();
  const { contact_mark: mark, basis, product_id: productId } = present;
  if (mark === null) return;
  await insertAgeCheck(tx, { productId, storeId, id: uuidv7(), mark, basis, way: 'DOCUMENT', now });
  await meetRequirements(tx, { storeId, marks: [mark], basis, way: 'DOCUMENT', now });
}

/** Notes that the guest asks the staff to look at a document. Resolves with whether the stay waits for a check. */
export async function markDocumentRequest(
  tx: Tx,
  { storeId, reservationId }: { readonly storeId: string; readonly reservationId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('age_requirements')
    .set((eb) => ({ asked_at: eb.fn.coalesce('asked_at', eb.val(now)) }))
    .where('store_id', '=', storeId)
    .where('id', '=', reservationId)
    .where('met_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
