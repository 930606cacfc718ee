import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { reviewAlarms } from '../alarms/index.ts';
import type { Devices } from '../devices/index.ts';
import { findDoorOfLink, type LockedDoor } from './doors.sql.ts';
import { publishDoorChanged } from './publish-door.ts';

/** Stores the beginning and the end of a hold, which keeps a door open. */

export interface HoldDeps {
  readonly devices: Devices;
  readonly clock: Clock;
}

/** Delay before the timer checks the result of a command. */
const CHECK_SOON_MS = 2000;

interface Hold {
  readonly until: Date;
  readonly reservationId: string | null;
  readonly commandId: string;
}

/** Begins a hold. From its commit on no timer locks the door. */
export async function beginHold(tx: Tx, deps: HoldDeps, door: LockedDoor, hold: Hold): Promise<void> {
  const soon = new Date(deps.clock.now().getTime() + CHECK_SOON_MS);
  await change(tx, deps, door, {
    door_mode: 'HELD_OPEN',
    held_until: hold.until,
    held_for_reservation_id: hold.reservationId,
    held_by_command_id: hold.commandId,
    relock_attempts: 0,
    due_at: soon < hold.until ? soon : hold.until,
  });
}

/** Ends a hold. The row keeps the opening command until `settleHold` has locked the door. */
export async function endHold(tx: Tx, deps: HoldDeps, door: LockedDoor): Promise<void> {
  const soon = new Date(deps.clock.now().getTime() + CHECK_SOON_MS);
  await change(tx, deps, door, {
    door_mode: 'NORMAL',
    held_until: null,
    held_for_reservation_id: null,
    relock_attempts: 0,
    due_at: soon,
  });
}

interface ModeChange {
  readonly door_mode: 'NORMAL' | 'HELD_OPEN';
  readonly held_until: Date | null;
  readonly held_for_reservation_id: string | null;
  readonly held_by_command_id?: string;
  readonly relock_attempts: number;
  readonly due_at: Date;
}

async function change(tx: Tx, { devices, clock }: HoldDeps, { link }: LockedDoor, to: ModeChange): Promise<void> {
  await tx
    .updateTable('doors')
    .set(to)
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .execute();
  const door = await findDoorOfLink(tx, link);
  if (door) await publishDoorChanged(tx, devices, door);
  await reviewAlarms(tx, clock.now(), link);
}
