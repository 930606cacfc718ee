import type { GuestHelp, HelpTrouble } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, statement, type Companion, type Tx } from '../../db/index.ts';
import { notFound, Problem } from '../../http/index.ts';
import type { ReservationRow } from '../reservations/index.ts';

/** What guests write and photograph when they ask for help (GT-9). */

const MOST_NOTES = 20;
const MOST_PHOTOS_OF_CASE = 3;

export function toTrouble(trouble: string | null): HelpTrouble {
  return (trouble ?? 'DOOR') as HelpTrouble;
}

/** Stores that a request, or a note, came through the link of a companion (GT-26). Without a note once for each case. */
export async function insertCompanionRequest(
  tx: Tx,
  { caseId, reservation, now }: NoteOf,
  { companion, noteId }: { readonly companion: Companion; readonly noteId: string | null },
): Promise<boolean> {
  const { rows } = await tx.executeQuery(statement<object>`
    insert into companion_requests (product_id, store_id, id, case_id, reservation_id, companion_id, companion_number,
      note_id, created_at)
    select ${reservation.product_id}, ${reservation.store_id}, ${uuidv7()}, ${caseId}, ${reservation.id},
      ${companion.id}, ${companion.number}, ${noteId}, ${now}
    where ${noteId}::uuid is not null or not exists (select from companion_requests
      where store_id = ${reservation.store_id} and case_id = ${caseId} and companion_id = ${companion.id})
    returning id`);
  return rows.length > 0;
}

interface NoteOf {
  readonly caseId: string;
  readonly reservation: Pick<ReservationRow, 'id' | 'product_id' | 'store_id'>;
  readonly now: Date;
}

interface NewNote {
  readonly text?: string;
  readonly photo?: { readonly width: number; readonly height: number; readonly bytes: Buffer };
}

/** Adds a note to a case. Returns its id. Throws STATE_NOT_ALLOWED when the case has enough. */
export async function addNote(
  tx: Tx,
  { caseId, reservation, now }: NoteOf,
  { text = '', photo }: NewNote,
): Promise<string> {
  const { notes } = await countNotes(tx, { caseId, storeId: reservation.store_id });
  if (notes >= MOST_NOTES) throw new Problem('STATE_NOT_ALLOWED');
  const [id, keys] = [uuidv7(), personalOf(tx)];
  await tx
    .insertInto('guest_help_notes')
    .values({
      product_id: reservation.product_id,
      store_id: reservation.store_id,
      id,
      case_id: caseId,
      reservation_id: reservation.id,
      note_text: keys.seal(text),
      photo: photo ? keys.seal(photo.bytes) : Buffer.alloc(0),
      photo_width: photo?.width ?? null,
      photo_height: photo?.height ?? null,
      created_at: now,
    })
    .execute();
  return id;
}

/** Throws TOO_MANY_PHOTOS when the case has three. */
export async function checkPhotoCount(
  tx: Tx,
  of: { readonly caseId: string; readonly storeId: string },
): Promise<void> {
  const { photos } = await countNotes(tx, of);
  if (photos >= MOST_PHOTOS_OF_CASE) throw new Problem('TOO_MANY_PHOTOS', { detail: `At most ${MOST_PHOTOS_OF_CASE}` });
}

interface Counts {
  readonly notes: number;
  readonly photos: number;
}

async function countNotes(
  tx: Tx,
  { caseId, storeId }: { readonly caseId: string; readonly storeId: string },
): Promise<Counts> {
  const { rows } = await tx.executeQuery(statement<Counts>`
    select count(*)::integer as notes, count(photo_width)::integer as photos
    from guest_help_notes where store_id = ${storeId} and case_id = ${caseId}`);
  return rows[0] ?? { notes: 0, photos: 0 };
}

interface NoteRow {
  readonly id: string;
  readonly note_text: string;
  readonly photo_width: number | null;
  readonly photo_height: number | null;
  readonly created_at: Date;
  readonly companion_number: number | null;
}

/** Reads the notes of the guest's latest case, oldest first. */
export async function readNotesOfGuest(tx: Tx, reservationId: string): Promise<GuestHelp['notes']> {
  const { rows } = await tx.executeQuery(statement<NoteRow>`
    select n.id, n.note_text, n.photo_width, n.photo_height, n.created_at, q.companion_number
    from (select store_id, id from help_desk_cases
          where reservation_id = ${reservationId} and person_id is null order by opened_at desc, id desc limit 1) c
      join guest_help_notes n on n.store_id = c.store_id and n.case_id = c.id
      left join companion_requests q on q.store_id = c.store_id and q.case_id = c.id and q.note_id = n.id
    order by n.created_at, n.id limit ${MOST_NOTES}`);
  return rows.map(({ id, note_text: text, photo_width: width, photo_height: height, created_at: at, ...note }) => ({
    text,
    photo: width === null || height === null ? null : { id, width, height },
    at: at.toISOString(),
    companion: note.companion_number,
  }));
}

/** Reads a photo of a guest. Throws NOT_FOUND for another reservation's, and for an erased one. */
export async function readPhotoOfGuest(
  tx: Tx,
  { reservationId, photoId }: { readonly reservationId: string; readonly photoId: string },
): Promise<Buffer> {
  const row = await tx
    .selectFrom('guest_help_notes')
    .select('photo')
    .where('reservation_id', '=', reservationId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  if (!row || row.photo.length === 0) throw notFound();
  return personalOf(tx).openBytes(row.photo);
}
