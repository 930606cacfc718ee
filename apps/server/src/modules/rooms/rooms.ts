import { isDeepStrictEqual } from 'node:util';
import type { archiveRoom, BodyOf, createRoom, createRooms, editRoom, orderRooms, Room } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { publishAll } from '../../events/index.ts';
import { invalidInput, notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { refuseToStrand, strandedBy, selectStoreForUpdate } from '../stores/index.ts';
import { checkParts, isPartOfAny, replaceParts, setParts } from './parts.ts';
import { findRoom, findRoomsOf, type RoomRow } from './rooms.sql.ts';

/** Creates a room as the last of its store. */
export async function addRoom(
  work: UnitOfWork,
  { storeId, partRoomIds, guestDirections, guestDirectionsEn, descriptionEn, ...details }: BodyOf<typeof createRoom>,
): Promise<Room> {
  const { tx, clock, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const id = uuidv7();
  await checkParts(tx, { storeId, roomId: id, partRoomIds });
  await tx
    .insertInto('rooms')
    .values({
      product_id: actor.productId,
      store_id: storeId,
      id,
      ...details,
      description_en: descriptionEn,
      guest_directions: guestDirections,
      guest_directions_en: guestDirectionsEn,
      sort_order: await lastOrder(tx, storeId),
      created_at: clock.now(),
    })
    .execute();
  await setParts(tx, { productId: actor.productId, storeId, roomId: id, partRoomIds });
  const written = { ...details, descriptionEn, guestDirections, guestDirectionsEn };
  return publishRoom(work, { storeId, id }, 'room.created', { ...written, partRoomIds });
}

/** Creates several rooms of a store in one transaction, in the order of their names (RM-20). */
export async function addRooms(
  work: UnitOfWork,
  { storeId, names, capacity }: BodyOf<typeof createRooms>,
): Promise<Room[]> {
  const rooms: Room[] = [];
  for (const name of names) {
    const empty = { description: '', descriptionEn: '', guestDirections: '', guestDirectionsEn: '' };
    rooms.push(await addRoom(work, { storeId, name, capacity, ...empty, amenities: [], partRoomIds: [] }));
  }
  return rooms;
}

/** Changes the details and the parts of a room. Refuses a stale version (AP-4). */
export async function updateRoom(
  work: UnitOfWork,
  roomId: string,
  { version, partRoomIds, guestDirections, guestDirectionsEn, descriptionEn, ...sent }: BodyOf<typeof editRoom>,
): Promise<Room> {
  const { tx, clock, actor } = work;
  const row = await selectRoomForUpdate(clock, tx, roomId, version);
  const before = await readRoom(clock, tx, roomId);
  if (partRoomIds !== undefined && !isDeepStrictEqual([...partRoomIds].sort(), before.partRoomIds)) {
    await replaceParts(tx, {
      productId: actor.productId,
      storeId: row.store_id,
      roomId,
      partRoomIds,
      now: clock.now(),
    });
  }
  await tx
    .updateTable('rooms')
    .set((eb) => ({
      ...sent,
      ...(descriptionEn !== undefined && { description_en: descriptionEn }),
      ...(guestDirections !== undefined && { guest_directions: guestDirections }),
      ...(guestDirectionsEn !== undefined && { guest_directions_en: guestDirectionsEn }),
      version: eb('version', '+', 1),
    }))
    .where('store_id', '=', row.store_id)
    .where('id', '=', roomId)
    .execute();
  return publishRoom(work, { storeId: row.store_id, id: roomId }, 'room.changed', (after) => changed(before, after));
}

/** Sets the order of all rooms of a store that are not archived. The last of several concurrent requests wins. */
export async function setRoomOrder(work: UnitOfWork, { storeId, roomIds }: BodyOf<typeof orderRooms>): Promise<Room[]> {
  const { tx, clock, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const rows = await tx
    .selectFrom('rooms')
    .select('id')
    .where('store_id', '=', storeId)
    .where('archived_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  const present = rows.map((row) => row.id);
  if (!isDeepStrictEqual([...roomIds].sort(), [...present].sort())) {
    throw invalidInput([
      {
        path: 'roomIds',
        code: 'not_all_rooms',
        message: 'Each room of the store that is not archived must be named once',
      },
    ]);
  }
  const { rows: moved } = await sql<{ id: string }>`
    update rooms r set sort_order = it.place, version = version + 1
    from unnest(${roomIds}::uuid[]) with ordinality as it (id, place)
    where r.store_id = ${storeId} and r.id = it.id and r.sort_order <> it.place returning r.id`.execute(tx);
  const rooms = await findRoomsOf(tx, clock.now(), roomIds);
  const ids = new Set(moved.map((item) => item.id));
  await publishAll(
    tx,
    rooms
      .filter((room) => ids.has(room.id))
      .map((data) => ({ productId: actor.productId, storeId, name: 'room.changed', data })),
  );
  await recordChange(work, {
    storeId,
    action: 'room.ordered',
    subject: { kind: 'store', id: storeId },
    detail: { before: present, after: roomIds },
  });
  return rooms;
}

/**
 * Archives a room, or restores it as the last of its store. Reservations that have not ended are listed first and stay
 * unchanged (ST-2). A part of a room in use cannot be archived, and a room with an archived part cannot be restored.
 */
export async function setArchived(
  work: UnitOfWork,
  roomId: string,
  { version, isArchived, acceptStranded }: BodyOf<typeof archiveRoom>,
): Promise<Room> {
  const { tx, clock } = work;
  const row = await selectRoomForUpdate(clock, tx, roomId, version);
  const { store_id: storeId } = row;
  if (isArchived === (row.archived_at !== null)) return readRoom(clock, tx, roomId);
  let detail: AuditRecord['detail'] = {};
  if (isArchived) {
    if (await isPartOfAny(tx, { storeId, roomId, isInUse: true }))
      throw partsProblem('is_a_part', 'Another room consists of this one');
    const stranded = await strandedBy(tx, { storeId, now: clock.now(), hit: sql`x.room_id = ${roomId}` });
    refuseToStrand(stranded, acceptStranded);
    if (stranded.count > 0) detail = { strandedCount: stranded.count };
  } else {
    const { rows } = await sql`
      select from room_parts p join rooms r on r.store_id = p.store_id and r.id = p.part_room_id
      where p.store_id = ${storeId} and p.room_id = ${roomId} and r.archived_at is not null`.execute(tx);
    if (rows.length > 0) throw partsProblem('part_archived', 'A room that this one consists of is archived');
  }
  await tx
    .updateTable('rooms')
    .set({
      version: version + 1,
      ...(isArchived ? { archived_at: clock.now() } : { archived_at: null, sort_order: await lastOrder(tx, storeId) }),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', roomId)
    .execute();
  return publishRoom(work, { storeId, id: roomId }, isArchived ? 'room.archived' : 'room.restored', detail);
}

/** Locks the store and returns the room. Refuses a version that differs from the given one. */
export async function selectRoomForUpdate(clock: Clock, tx: Tx, roomId: string, version?: number): Promise<RoomRow> {
  const found = await tx.selectFrom('rooms').select('store_id').where('id', '=', roomId).executeTakeFirst();
  if (!found || !(await selectStoreForUpdate(tx, found.store_id))) throw notFound();
  const row = await tx
    .selectFrom('rooms')
    .selectAll()
    .where('store_id', '=', found.store_id)
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  if (version !== undefined && row.version !== version) throw staleProblem(await readRoom(clock, tx, roomId));
  return row;
}

/** Publishes the room and records the change in the audit log. */
export async function publishRoom(
  work: UnitOfWork,
  { storeId, id }: { readonly storeId: string; readonly id: string },
  action: AuditRecord['action'],
  detail: AuditRecord['detail'] | ((after: Room) => AuditRecord['detail']),
): Promise<Room> {
  const { tx, clock, actor } = work;
  const room = await readRoom(clock, tx, id);
  await publishAll(tx, [{ productId: actor.productId, storeId, name: 'room.changed', data: room }]);
  await recordChange(work, {
    storeId,
    action,
    subject: { kind: 'room', id },
    detail: typeof detail === 'function' ? detail(room) : detail,
  });
  return room;
}

async function readRoom(clock: Clock, tx: Tx, roomId: string): Promise<Room> {
  const room = await findRoom(tx, clock.now(), roomId);
  if (!room) throw notFound();
  return room;
}

async function lastOrder(tx: Tx, storeId: string): Promise<number> {
  const { rows } = await sql<{
    next: number;
  }>`select coalesce(max(sort_order), 0) + 1 as next from rooms where store_id = ${storeId}
    and archived_at is null`.execute(tx);
  return rows[0]?.next ?? 1;
}

function partsProblem(code: string, message: string): Problem {
  return new Problem('ROOM_PARTS_INVALID', { errors: [{ path: 'isArchived', code, message }] });
}

const SAID = [
  'name',
  'capacity',
  'description',
  'descriptionEn',
  'amenities',
  'guestDirections',
  'guestDirectionsEn',
  'partRoomIds',
] as const;

function changed(before: Room, after: Room): AuditRecord['detail'] {
  const fields = SAID.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const of = (room: Room) => Object.fromEntries(fields.map((field) => [field, room[field]]));
  return { before: of(before), after: of(after) };
}
