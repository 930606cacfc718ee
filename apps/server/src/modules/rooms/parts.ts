import type { FieldProblem } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { refuseToStrand, reservationsOf } from '../stores/index.ts';

/** The rooms that a room consists of. One level: a part has no parts. The caller has locked the store. */

interface RequestedParts {
  readonly storeId: string;
  readonly roomId: string;
  readonly partRoomIds: readonly string[];
}

/** Refuses an invalid part, at its index in the list. */
export async function checkParts(tx: Tx, { storeId, roomId, partRoomIds }: RequestedParts): Promise<void> {
  if (partRoomIds.length === 0) return;
  const { rows } = await sql<{ id: string; isArchived: boolean; hasParts: boolean }>`
    select id, archived_at is not null as "isArchived",
      exists (select from room_parts p where p.store_id = r.store_id and p.room_id = r.id) as "hasParts"
    from rooms r where store_id = ${storeId} and id = any (${partRoomIds}::uuid[])`.execute(tx);
  const rowsByKey = new Map(rows.map((row) => [row.id, row]));
  const errors = partRoomIds.flatMap((id, at): FieldProblem[] => {
    const part = rowsByKey.get(id);
    const refuse = (code: string, message: string) => [{ path: `partRoomIds.${at}`, code, message }];
    if (id === roomId) return refuse('itself', 'A room does not consist of itself');
    if (partRoomIds.indexOf(id) !== at) return refuse('named_twice', 'This room is named twice');
    if (!part) return refuse('unknown_room', 'There is no such room in this store');
    if (part.isArchived) return refuse('archived', 'This room is archived');
    return part.hasParts ? refuse('has_parts', 'This room consists of others itself') : [];
  });
  if (await isPartOfAny(tx, { storeId, roomId, isInUse: false })) {
    errors.push({
      path: 'partRoomIds',
      code: 'is_a_part',
      message: 'Another room consists of this one, so that it cannot consist of others',
    });
  }
  if (errors.length > 0) throw new Problem('ROOM_PARTS_INVALID', { errors });
}

/** Whether another room has this one as a part. With `isInUse`, only rooms that are not archived count. */
export async function isPartOfAny(
  tx: Tx,
  { storeId, roomId, isInUse }: { readonly storeId: string; readonly roomId: string; readonly isInUse: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from room_parts p join rooms r on r.store_id = p.store_id and r.id = p.room_id
    where p.store_id = ${storeId} and p.part_room_id = ${roomId} and (r.archived_at is null or not ${isInUse})
      limit 1`.execute(tx);
  return rows.length > 0;
}

/** Inserts the parts of a room that has none yet. */
export async function setParts(
  tx: Tx,
  { productId, storeId, roomId, partRoomIds }: RequestedParts & { readonly productId: string },
): Promise<void> {
  if (partRoomIds.length === 0) return;
  await tx
    .insertInto('room_parts')
    .values(partRoomIds.map((id) => ({ product_id: productId, store_id: storeId, room_id: roomId, part_room_id: id })))
    .execute();
}

/**
 * Replaces the parts of a room. Its reservations occupy the new parts from now on; if two would then overlap in one
 * room, both are listed and nothing changes. Locks the table against writers of reservations, because they may have
 * read the old parts.
 */
export async function replaceParts(
  tx: Tx,
  { now, ...request }: RequestedParts & { readonly productId: string; readonly now: Date },
): Promise<void> {
  const { storeId, roomId } = request;
  await checkParts(tx, request);
  await sql`lock table reservations in share row exclusive mode`.execute(tx);
  const meeting = await wouldMeet(tx, request, now);
  if (meeting.length > 0) refuseToStrand(await reservationsOf(tx, storeId, meeting), false);
  await tx.deleteFrom('room_parts').where('store_id', '=', storeId).where('room_id', '=', roomId).execute();
  await setParts(tx, request);
  await sql`select rebuild_holds(${storeId}, ${[roomId]}::uuid[], ${now})`.execute(tx);
}

/** Finds reservations of the room and of its new parts that would then overlap in one room. */
async function wouldMeet(tx: Tx, { storeId, roomId, partRoomIds }: RequestedParts, now: Date): Promise<string[]> {
  const kept = partRoomIds.length > 0 ? partRoomIds : [roomId];
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[mine.id, h.reservation_id]) as id
    from reservations mine join reservation_holds h on h.store_id = mine.store_id and h.room_id = any (${kept}::uuid[])
      and h.reservation_id <> mine.id
      and h.starts_at < room_kept_until(mine.buffer_ends_at, mine.extension_buffer_ends_at)
        and h.ends_at > coalesce(mine.keeps_from, mine.starts_at)
    where mine.store_id = ${storeId} and mine.room_id = ${roomId} and keeps_room(mine.state)
      and room_kept_until(mine.buffer_ends_at, mine.extension_buffer_ends_at) > ${now}`.execute(tx);
  return rows.map((row) => row.id);
}
