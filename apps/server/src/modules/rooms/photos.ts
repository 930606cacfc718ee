import {
  MOST_PHOTOS,
  type ParamsOf,
  type PHOTO_SIZES,
  type readRoomPhoto,
  type removeRoomPhoto,
  type Room,
} from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../db/index.ts';
import { notFound, Problem, type FileReply, type Person, type UnitOfWork } from '../../http/index.ts';
import { encodePicture } from './pictures.ts';
import { selectRoomForUpdate, publishRoom } from './rooms.ts';

export interface RoomDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Adds a picture as the last of the room. Re-encodes it between two transactions. */
export async function addPhoto({ db, clock }: RoomDeps, actor: Person, roomId: string, bytes: Buffer): Promise<Room> {
  await db.withActor(actor, async (tx) => {
    if (!(await tx.selectFrom('rooms').select('id').where('id', '=', roomId).executeTakeFirst())) throw notFound();
    await nextPlace(tx, roomId);
  });
  const { width, height, large, small } = await encodePicture(bytes);
  return db.withActor(actor, async (tx) => {
    const { store_id: storeId } = await selectRoomForUpdate(clock, tx, roomId);
    const id = uuidv7();
    await tx
      .insertInto('room_photos')
      .values({
        product_id: actor.productId,
        store_id: storeId,
        id,
        room_id: roomId,
        sort_order: await nextPlace(tx, roomId),
        width,
        height,
        small,
        large,
        created_at: clock.now(),
      })
      .execute();
    await grow(tx, storeId, roomId);
    return publishRoom({ tx, clock, actor }, { storeId, id: roomId }, 'room-photo.added', {
      photoId: id,
      width,
      height,
    });
  });
}

export async function removePhoto(
  work: UnitOfWork,
  { roomId, photoId }: ParamsOf<typeof removeRoomPhoto>,
): Promise<Room> {
  const { tx, clock } = work;
  const { store_id: storeId } = await selectRoomForUpdate(clock, tx, roomId);
  const gone = await tx
    .deleteFrom('room_photos')
    .where('store_id', '=', storeId)
    .where('room_id', '=', roomId)
    .where('id', '=', photoId)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw notFound();
  await grow(tx, storeId, roomId);
  return publishRoom(work, { storeId, id: roomId }, 'room-photo.removed', { photoId });
}

/** A picture never changes, so a browser may cache it; `vary` keeps it to requests with the same token. */
export async function readPhoto(
  { db }: RoomDeps,
  actor: Person,
  { roomId, photoId }: ParamsOf<typeof readRoomPhoto>,
  size: (typeof PHOTO_SIZES)[number],
): Promise<FileReply> {
  const row = await db.withActor(actor, (tx) =>
    tx
      .selectFrom('room_photos')
      .select(`${size} as bytes`)
      .where('room_id', '=', roomId)
      .where('id', '=', photoId)
      .executeTakeFirst(),
  );
  if (!row) throw notFound();
  return {
    type: 'image/webp',
    body: row.bytes,
    headers: { 'cache-control': 'private, max-age=31536000, immutable', vary: 'authorization' },
  };
}

async function nextPlace(tx: Tx, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number; next: number }>`
    select count(*) as count, coalesce(max(sort_order), 0) + 1 as next from room_photos
      where room_id = ${roomId}`.execute(tx);
  const { count, next } = rows[0] ?? { count: 0, next: 1 };
  if (count >= MOST_PHOTOS) throw new Problem('TOO_MANY_PHOTOS', { detail: `At most ${MOST_PHOTOS}` });
  return next;
}

async function grow(tx: Tx, storeId: string, roomId: string): Promise<void> {
  await tx
    .updateTable('rooms')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('store_id', '=', storeId)
    .where('id', '=', roomId)
    .execute();
}
