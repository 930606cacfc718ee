import type { BodyOf, DoorDisplay, issueDoorDisplay } from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { hashOfDisplayToken, newDisplayToken } from './display-token.ts';
import { findLatestDisplay, type DisplayRow } from './displays.sql.ts';

interface LockedRoom {
  readonly id: string;
  readonly store_id: string;
  readonly archived_at: Date | null;
}

export async function readDoorDisplay({ tx }: UnitOfWork, roomId: string): Promise<DoorDisplay> {
  const room = await tx.selectFrom('rooms').select(['id', 'store_id']).where('id', '=', roomId).executeTakeFirst();
  if (!room) throw notFound();
  return toDoorDisplay(room, await latestOf(tx, room));
}

/**
 * Issues the link of the tablet of a room, which only this reply contains, and ends the one that it replaces. Throws
 * `STALE` if another display is active than the person knew (AP-4).
 */
export async function issueDisplay(
  work: UnitOfWork,
  { roomId, replacesDisplayId }: BodyOf<typeof issueDoorDisplay> & { readonly roomId: string },
): Promise<DoorDisplay & { path: string }> {
  const { tx, clock, actor } = work;
  const room = await selectRoomForUpdate(tx, roomId);
  if (room.archived_at !== null) throw new Problem('ROOM_ARCHIVED');
  const latest = await latestOf(tx, room);
  const active = latest?.revoked_at === null ? latest : null;
  if ((active?.id ?? null) !== replacesDisplayId) throw staleProblem(toDoorDisplay(room, latest));
  const now = clock.now();
  await endDisplay(tx, room, now);
  const token = newDisplayToken();
  const row: DisplayRow = {
    product_id: actor.productId,
    store_id: room.store_id,
    id: uuidv7(),
    room_id: room.id,
    issued_at: now,
    issued_by: actor.userId,
    issued_by_name: actor.name,
    revoked_at: null,
    last_seen_at: null,
  };
  await tx
    .insertInto('door_displays')
    .values({ ...row, token_hash: hashOfDisplayToken(token) })
    .execute();
  await recordDisplayChange(work, room, active ? 'door-display.replaced' : 'door-display.issued', {
    displayId: row.id,
    ...(active && { replacedDisplayId: active.id }),
  });
  return { ...toDoorDisplay(room, row), path: `/d/${token}` };
}

/** Ends the active display of a room from its next request on. Throws NOT_FOUND without an active one. */
export async function revokeDisplay(work: UnitOfWork, roomId: string): Promise<DoorDisplay> {
  const { tx, clock } = work;
  const room = await selectRoomForUpdate(tx, roomId);
  const latest = await latestOf(tx, room);
  if (latest?.revoked_at !== null) throw notFound();
  const now = clock.now();
  await endDisplay(tx, room, now);
  await recordDisplayChange(work, room, 'door-display.revoked', { displayId: latest.id });
  return toDoorDisplay(room, { ...latest, revoked_at: now });
}

/** Locks the room, so that two people change its display one after the other. */
async function selectRoomForUpdate(tx: Tx, roomId: string): Promise<LockedRoom> {
  const room = await tx
    .selectFrom('rooms')
    .select(['id', 'store_id', 'archived_at'])
    .where('id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
  if (!room) throw notFound();
  return room;
}

type RoomKey = Pick<LockedRoom, 'id' | 'store_id'>;

function latestOf(tx: Tx, room: RoomKey): Promise<DisplayRow | null> {
  return findLatestDisplay(tx, { storeId: room.store_id, roomId: room.id });
}

async function endDisplay(tx: Tx, room: RoomKey, at: Date): Promise<void> {
  await tx
    .updateTable('door_displays')
    .set({ revoked_at: at })
    .where('store_id', '=', room.store_id)
    .where('room_id', '=', room.id)
    .where('revoked_at', 'is', null)
    .execute();
}

function toDoorDisplay(room: RoomKey, row: DisplayRow | null): DoorDisplay {
  return {
    roomId: room.id,
    storeId: room.store_id,
    state: row === null ? 'NONE' : row.revoked_at === null ? 'ACTIVE' : 'REVOKED',
    displayId: row?.id ?? null,
    issuedAt: row?.issued_at.toISOString() ?? null,
    issuedByName: row?.issued_by_name ?? null,
    lastSeenAt: row?.last_seen_at?.toISOString() ?? null,
    revokedAt: row?.revoked_at?.toISOString() ?? null,
  };
}

function recordDisplayChange(
  work: UnitOfWork,
  room: RoomKey,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordChange(work, { storeId: room.store_id, action, subject: { kind: 'room', id: room.id }, detail });
}
