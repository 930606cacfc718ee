import { mustGiveReason, type Command, type CommandErrorCode } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { notFound, Problem, type GuestCaller, type Person, type UnitOfWork } from '../../http/index.ts';
import {
  guestAuditActor,
  labelOfGuest,
  personAuditActor,
  recordAudit,
  recordChange,
  type AuditRecord,
} from '../audit/index.ts';
import { isStaleRowsError, type Devices, type WrittenCommand } from '../devices/index.ts';
import { expectDoor, selectDoorForUpdate, type LockedDoor } from './doors.sql.ts';
import { endHold } from './holding.ts';
import type { DoorCache } from './door-cache.ts';
import { relockJob } from './relock.ts';

interface OpenRequest {
  readonly actor: Person;
  readonly body: { readonly doorId: string; readonly reason?: string | undefined };
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

interface OperateDeps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
  readonly doorCache?: DoorCache;
}

/**
 * Opens or locks a door and resolves with the finished command, successful or not (DR-2). The command and its audit
 * record commit before anything is sent. No transaction is open while the device moves.
 */
export async function operateDoor(
  deps: OperateDeps,
  action: 'OPEN' | 'LOCK',
  { actor, body, requestKey, signal }: OpenRequest,
): Promise<Command> {
  checkReason(actor, body.reason);
  const { doorId, reason = null } = body;
  const command = { doorId, reason, requestKey };
  const written =
    (await writeFromMemory(deps, actor, action, command)) ?? (await writeAfterReading(deps, actor, action, command));
  return deps.devices.sendAndWait(written, signal);
}

/**
 * Writes the command of a door that this process knows in one round trip. `null`: it does not know the door, or not as
 * it is now.
 */
async function writeFromMemory(
  { db, devices, clock, doorCache }: OperateDeps,
  actor: Person,
  action: 'OPEN' | 'LOCK',
  command: DoorCommand,
): Promise<WrittenCommand | null> {
  const door = doorCache?.find(command.doorId);
  if (!door) return null;
  try {
    return await db.withActor(actor, async (tx) => {
      expectDoor(tx, door);
      return writeDoorCommand({ devices }, { tx, clock, actor }, { action, door, isFromMemory: true }, command);
    });
  } catch (error) {
    if (!isStaleRowsError(error)) throw error;
    doorCache?.forget(command.doorId);
    return null;
  }
}

async function writeAfterReading(
  { db, devices, clock, doorCache }: OperateDeps,
  actor: Person,
  action: 'OPEN' | 'LOCK',
  command: DoorCommand,
): Promise<WrittenCommand> {
  const { door, written } = await db.withActor(actor, async (tx) => {
    const door = await selectDoorForUpdate(tx, command.doorId);
    if (!door) throw notFound();
    return { door, written: await writeDoorCommand({ devices }, { tx, clock, actor }, { action, door }, command) };
  });
  doorCache?.remember(door);
  return written;
}

interface DoorCommand {
  readonly doorId: string;
  readonly reason: string | null;
  readonly requestKey: string | null;
}

/**
 * Writes the command of a person, or of a guest for the reservation of the token, and its audit record. The caller has
 * checked the right to it, and sends it after the commit.
 */
export async function commandDoor(
  deps: { readonly devices: Devices },
  work: UnitOfWork<Person | GuestCaller>,
  action: 'OPEN' | 'LOCK',
  command: DoorCommand,
): Promise<WrittenCommand> {
  const door = await selectDoorForUpdate(work.tx, command.doorId);
  if (!door) throw notFound();
  return writeDoorCommand(deps, work, { action, door }, command);
}

interface DoorAct {
  readonly action: 'OPEN' | 'LOCK';
  readonly door: LockedDoor;
  /** `expectDoor` was called instead of reading the door. */
  readonly isFromMemory?: boolean;
}

async function writeDoorCommand(
  { devices }: { readonly devices: Devices },
  { tx, clock, actor }: UnitOfWork<Person | GuestCaller>,
  { action, door, isFromMemory = false }: DoorAct,
  { doorId, reason, requestKey }: DoorCommand,
): Promise<WrittenCommand> {
  const command = await devices.writeCommand(tx, {
    link: door.link,
    isLinkFromMemory: isFromMemory,
    action,
    cause: causeOf(actor),
    source: 'REMOTE',
    reason,
    requestKey,
    openSeconds: door.openSeconds,
    refusal: refuseOperation(door, action),
    jobs: (commandId, device) =>
      action === 'OPEN' && !device.opensMomentarily ? [relockJob(door, commandId, clock.now())] : [],
  });
  if (!command.isNew) return command;
  if (action === 'LOCK' && isHeldByPerson(door)) await endHold(tx, { devices, clock }, door);
  await recordAudit(tx, {
    productId: actor.productId,
    storeId: door.link.store_id,
    at: clock.now(),
    actor: auditActorOf(actor),
    action: action === 'OPEN' ? 'door.open-requested' : 'door.lock-requested',
    subject: { kind: 'door', id: doorId },
    detail: { commandId: command.command.id, reason },
  });
  return command;
}

function causeOf(actor: Person | GuestCaller): Command['cause'] {
  return actor.kind === 'person'
    ? { kind: 'PERSON', id: actor.userId, label: actor.name }
    : { kind: 'GUEST', id: actor.reservationId, label: labelOfGuest(actor) };
}

function auditActorOf(actor: Person | GuestCaller): AuditRecord['actor'] {
  return actor.kind === 'person' ? personAuditActor(actor) : guestAuditActor(actor);
}

/** Throws `REASON_REQUIRED` if support opens a door, or sees or replaces an access code, without a reason (AC-6). */
export function checkReason({ roles }: Person, reason: string | undefined): void {
  if (reason === undefined && mustGiveReason(roles)) throw new Problem('REASON_REQUIRED');
}

/** The error that forbids the action in the door's present mode, for every person. `null`: allowed (DR-8). */
export function refuseOperation(door: LockedDoor, action: 'OPEN' | 'LOCK'): CommandErrorCode | null {
  if (action === 'OPEN') return door.doorMode === 'LOCKED_DOWN' ? 'DOOR_LOCKED_DOWN' : null;
  return door.doorMode === 'HELD_OPEN' && door.emergencyId !== null ? 'FIRE_RELEASE' : null;
}

function isHeldByPerson(door: LockedDoor): boolean {
  return door.doorMode === 'HELD_OPEN' && door.emergencyId === null;
}

/** Records in the audit log which person requested which command for which door. */
export async function recordDoorCommand(
  work: UnitOfWork,
  item: { door: LockedDoor; action: AuditRecord['action']; commandId: string; reason: string | null; detail?: object },
): Promise<void> {
  await recordChange(work, {
    storeId: item.door.link.store_id,
    action: item.action,
    subject: { kind: 'door', id: item.door.link.target_id },
    detail: { commandId: item.commandId, reason: item.reason, ...item.detail },
  });
}
