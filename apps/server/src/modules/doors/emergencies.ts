import type { BodyOf, Emergency, startEmergency } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { publish, publishAll } from '../../events/index.ts';
import { notFound, Problem, type Person, type UnitOfWork } from '../../http/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { reviewAlarms } from '../alarms/index.ts';
import { personAuditActor, recordAudit, type AuditRecord } from '../audit/index.ts';
import { findDoors, selectDoorsOfStoreForUpdate, type LockedDoor } from './doors.sql.ts';
import { readEmergency, selectEmergencyForUpdate } from './emergencies.sql.ts';
import { emergencyJob } from './emergency-commands.ts';
import type { HoldDeps } from './holding.ts';

/**
 * Starts a lockdown or a fire release of a store (DR-8). The transaction changes the modes of all doors, so from the
 * commit on every opening (or locking) is refused. A job then gives the commands door by door and can continue at
 * another process.
 */
export async function beginEmergency(
  deps: HoldDeps,
  work: UnitOfWork,
  body: BodyOf<typeof startEmergency>,
): Promise<Emergency> {
  const { tx, actor } = work;
  const store = await tx.selectFrom('stores').select('id').where('id', '=', body.storeId).executeTakeFirst();
  if (!store) throw notFound();
  const now = work.clock.now();
  const created = await insert(deps, work, body);
  if ('inForce' in created) return created.inForce;
  const inserted = created.id;
  const doors = await selectDoorsOfStoreForUpdate(tx, body.storeId);
  if (created.replaces !== null) await giveUpDoors(deps, work, { storeId: body.storeId, id: created.replaces });
  if (doors.length > 0) {
    const before = await modesBefore(tx, doors);
    await tx
      .insertInto('emergency_doors')
      .values(
        doors.map((door) => ({
          product_id: actor.productId,
          store_id: body.storeId,
          emergency_id: inserted,
          door_id: door.link.target_id,
          action: body.kind === 'LOCKDOWN' ? 'LOCK' : 'OPEN',
          ...before(door),
        })),
      )
      .execute();
    await tx
      .updateTable('doors')
      .set({
        door_mode: body.kind === 'LOCKDOWN' ? 'LOCKED_DOWN' : 'HELD_OPEN',
        emergency_id: inserted,
        held_until: null,
        held_for_reservation_id: null,
        held_by_command_id: null,
        relock_attempts: 0,
        due_at: null,
      })
      .where('store_id', '=', body.storeId)
      .where('removed_at', 'is', null)
      .execute();
  }
  return completeEmergencyChange(deps, work, {
    storeId: body.storeId,
    id: inserted,
    doors,
    action: 'emergency.started',
    now,
    detail: { kind: body.kind, reason: body.reason },
  });
}

/** `inForce`: an emergency of the same kind exists already. `replaces`: the lockdown that this fire release ended. */
type StartedEmergency = { readonly id: string; readonly replaces: string | null } | { readonly inForce: Emergency };

async function insert(
  deps: HoldDeps,
  { tx, clock, actor }: UnitOfWork,
  body: BodyOf<typeof startEmergency>,
): Promise<StartedEmergency> {
  const now = clock.now();
  for (let replaces: string | null = null; ;) {
    const inserted = await tx
      .insertInto('emergencies')
      .values({
        product_id: actor.productId,
        store_id: body.storeId,
        id: uuidv7(),
        kind: body.kind,
        reason: body.reason,
        started_at: now,
        started_by: actor.userId,
        started_by_name: actor.name,
      })
      .onConflict((conflict) => conflict.column('store_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { id: inserted.id, replaces };
    const other = await tx
      .selectFrom('emergencies')
      .select(['id', 'kind'])
      .where('store_id', '=', body.storeId)
      .where('ended_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!other) continue; // It ended between the two statements.
    if (other.kind === body.kind) return { inForce: await read(tx, deps, body.storeId, other.id) };
    if (other.kind === 'FIRE_RELEASE')
      throw new Problem('FIRE_RELEASE_IN_FORCE', { current: await read(tx, deps, body.storeId, other.id) });
    // A fire release ends a lockdown and takes over its doors, because lives come before property.
    await markEnded(tx, actor, now, { storeId: body.storeId, id: other.id });
    replaces = other.id;
  }
}

/** Removes the pending actions of an emergency whose doors another one has taken over. */
async function giveUpDoors(
  deps: HoldDeps,
  { tx, actor }: UnitOfWork,
  { storeId, id }: { storeId: string; id: string },
): Promise<void> {
  await tx
    .updateTable('emergency_doors')
    .set({ action: null, command_id: null })
    .where('store_id', '=', storeId)
    .where('emergency_id', '=', id)
    .execute();
  await publish(tx, {
    productId: actor.productId,
    storeId,
    name: 'emergency.changed',
    data: await read(tx, deps, storeId, id),
  });
}

/** The mode of each door before the emergency. For a door in another emergency, the mode before that one. */
async function modesBefore(tx: Tx, doors: readonly LockedDoor[]) {
  const ids = [...new Set(doors.flatMap((door) => door.emergencyId ?? []))];
  const earlier =
    ids.length === 0
      ? []
      : await tx.selectFrom('emergency_doors').selectAll().where('emergency_id', 'in', ids).execute();
  return (door: LockedDoor) => {
    const row = earlier.find((item) => item.emergency_id === door.emergencyId && item.door_id === door.link.target_id);
    if (row)
      return {
        mode_before: row.mode_before,
        held_until_before: row.held_until_before,
        held_for_reservation_id_before: row.held_for_reservation_id_before,
      };
    const isHeld = door.doorMode === 'HELD_OPEN';
    return {
      mode_before: isHeld ? ('HELD_OPEN' as const) : ('NORMAL' as const),
      held_until_before: door.hold.until,
      held_for_reservation_id_before: door.hold.reservationId,
    };
  };
}

/** Ends an emergency and restores the modes of its doors. Returns an ended emergency unchanged. */
export async function finishEmergency(deps: HoldDeps, work: UnitOfWork, id: string): Promise<Emergency> {
  const { tx, actor } = work;
  const row = await selectEmergencyForUpdate(tx, id);
  if (!row) throw notFound();
  if (row.ended_at !== null) return read(tx, deps, row.store_id, id);
  const now = work.clock.now();
  await markEnded(tx, actor, now, { storeId: row.store_id, id });
  const doors = (await selectDoorsOfStoreForUpdate(tx, row.store_id)).filter((door) => door.emergencyId === id);
  const rows = await tx
    .selectFrom('emergency_doors')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('emergency_id', '=', id)
    .execute();
  for (const door of doors) {
    const before = rows.find((row) => row.door_id === door.link.target_id);
    if (!before) continue;
    const heldUntil =
      before.mode_before === 'HELD_OPEN' && before.held_until_before !== null && before.held_until_before > now
        ? before.held_until_before
        : null;
    const mode = heldUntil === null ? 'NORMAL' : 'HELD_OPEN';
    const action = row.kind === 'LOCKDOWN' ? (heldUntil === null ? null : 'OPEN') : heldUntil === null ? 'LOCK' : null;
    await tx
      .updateTable('doors')
      .set({
        door_mode: mode,
        // The emergency keeps the door until it is locked.
        emergency_id: action === 'LOCK' ? id : null,
        held_until: heldUntil,
        held_for_reservation_id: heldUntil === null ? null : before.held_for_reservation_id_before,
        held_by_command_id: heldUntil === null || action === 'OPEN' ? null : before.command_id,
        due_at: heldUntil === null ? null : now,
      })
      .where('store_id', '=', row.store_id)
      .where('id', '=', door.link.target_id)
      .execute();
    await tx
      .updateTable('emergency_doors')
      .set({ action, command_id: null, attempts: 0 })
      .where('store_id', '=', row.store_id)
      .where('emergency_id', '=', id)
      .where('door_id', '=', door.link.target_id)
      .execute();
  }
  return completeEmergencyChange(deps, work, {
    storeId: row.store_id,
    id,
    doors,
    action: 'emergency.ended',
    now,
    detail: { kind: row.kind },
  });
}

/** Repeats the commands to doors that failed or were offline. */
export async function repeatEmergency(deps: HoldDeps, work: UnitOfWork, id: string): Promise<Emergency> {
  const { tx } = work;
  const row = await selectEmergencyForUpdate(tx, id);
  if (!row) throw notFound();
  const { doors } = await read(tx, deps, row.store_id, id);
  const failed = doors.filter((door) => door.state === 'FAILED' || door.state === 'OFFLINE').map((door) => door.doorId);
  if (failed.length > 0) {
    await tx
      .updateTable('emergency_doors')
      .set({ command_id: null })
      .where('store_id', '=', row.store_id)
      .where('emergency_id', '=', id)
      .where('door_id', 'in', failed)
      .execute();
  }
  return completeEmergencyChange(deps, work, {
    storeId: row.store_id,
    id,
    doors: [],
    action: 'emergency.retried',
    now: work.clock.now(),
    detail: { doors: failed },
  });
}

async function markEnded(
  tx: Tx,
  actor: Person,
  now: Date,
  { storeId, id }: { storeId: string; id: string },
): Promise<void> {
  await tx
    .updateTable('emergencies')
    .set({ ended_at: now, ended_by: actor.userId, ended_by_name: actor.name })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute();
}

interface EmergencyNews {
  readonly storeId: string;
  readonly id: string;
  /** Doors whose mode changed. */
  readonly doors: readonly LockedDoor[];
  readonly action: AuditRecord['action'];
  readonly now: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Publishes the doors and the emergency, enqueues the job that gives the commands, and writes the audit record. */
async function completeEmergencyChange(
  deps: HoldDeps,
  { tx, actor }: UnitOfWork,
  { storeId, id, doors, action, now, detail }: EmergencyNews,
): Promise<Emergency> {
  const { productId } = actor;
  if (doors.length > 0) {
    const isListening = await deps.devices.isListeningSomewhere(tx);
    const changed = new Set(doors.map((door) => door.link.target_id));
    const shown = await findDoors(tx, { isListening, withSettings: false }, { storeId, page: 0, limit: 10_000 });
    await publishAll(
      tx,
      shown
        .filter((door) => changed.has(door.id))
        .map((data) => ({ productId, storeId, name: 'door.changed' as const, data })),
    );
    await reviewAlarms(tx, now, ...doors.map((door) => door.link));
  }
  const emergency = await read(tx, deps, storeId, id);
  await publish(tx, { productId, storeId, name: 'emergency.changed', data: emergency });
  await enqueueJob(tx, emergencyJob({ productId, storeId, emergencyId: id }, now));
  await recordAudit(tx, {
    productId,
    storeId,
    at: now,
    actor: personAuditActor(actor),
    action,
    subject: { kind: 'emergency', id },
    detail,
  });
  return emergency;
}

async function read(tx: Tx, { devices }: HoldDeps, storeId: string, id: string): Promise<Emergency> {
  const emergency = await readEmergency(tx, await devices.isListeningSomewhere(tx), { storeId, id });
  if (!emergency) throw notFound();
  return emergency;
}
