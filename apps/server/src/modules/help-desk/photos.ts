import type { addHelpPhoto, ParamsOf, readHelpPhoto, ReplyOf } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { Problem, type FileReply, type GuestCaller, type UnitOfWork } from '../../http/index.ts';
import { encodePicture } from '../rooms/index.ts';
import { keyOf, publishCaseChange } from './cases.ts';
import { selectCaseOfGuestForUpdate } from './cases.sql.ts';
import { addNote, checkPhotoCount, insertCompanionRequest, readPhotoOfGuest } from './notes.sql.ts';
import { readGuest } from './page.ts';

type GuestWork = UnitOfWork<GuestCaller>;
type ActForGuest = <T>(act: (work: GuestWork) => Promise<T>) => Promise<T>;

/**
 * Adds a photo to the open case of a guest (GT-9). Re-encodes it between two transactions, which `act` opens for the
 * store. Throws STATE_NOT_ALLOWED without an open case.
 */
export async function addPhotoOfGuest(act: ActForGuest, bytes: Buffer): Promise<ReplyOf<typeof addHelpPhoto>> {
  await act(findCaseWithSpace);
  const { width, height, large } = await encodePicture(bytes);
  return act(async (work) => {
    const { tx, clock, actor } = work;
    const { caseId, reservation } = await findCaseWithSpace(work);
    const photo = { width, height, bytes: large };
    const of = { caseId, reservation, now: clock.now() };
    const photoId = await addNote(tx, of, { photo });
    if (actor.companion) await insertCompanionRequest(tx, of, { companion: actor.companion, noteId: photoId });
    await publishCaseChange(tx, reservation);
    return { reservationId: actor.reservationId, storeId: actor.storeId, photoId };
  });
}

async function findCaseWithSpace({ tx, actor }: GuestWork) {
  const { row: reservation } = await readGuest(tx, actor.reservationId);
  const caseId = await selectCaseOfGuestForUpdate(tx, keyOf(reservation));
  if (caseId === null) throw new Problem('STATE_NOT_ALLOWED');
  await checkPhotoCount(tx, { caseId, storeId: reservation.store_id });
  return { caseId, reservation };
}

/** A photo of a guest for the help desk. It never changes; `vary` keeps it to requests with the same token. */
export async function readGuestPhotoForDesk(
  tx: Tx,
  { reservationId, photoId }: ParamsOf<typeof readHelpPhoto>,
): Promise<FileReply> {
  return {
    type: 'image/webp',
    body: await readPhotoOfGuest(tx, { reservationId, photoId }),
    headers: { 'cache-control': 'private, max-age=86400, immutable', vary: 'authorization' },
  };
}
