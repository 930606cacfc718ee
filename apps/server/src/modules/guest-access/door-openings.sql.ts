import { v7 as uuidv7 } from 'uuid';
import { statement, type Tx } from '../../db/index.ts';
import type { StoredDoorState } from '../doors/index.ts';

/** How long the page says that a person opened a door. */
const SHOWN_MS = 10 * 60_000;
/** How much the clocks of processes may differ. An id contains the time of the process that wrote the row. */
const CLOCKS_DIFFER_MS = 60_000;

interface OpeningsOf {
  readonly storeId: string;
  readonly reservationId: string;
  readonly doors: readonly { readonly id: string; readonly room_id: string | null }[];
  readonly now: Date;
}

/**
 * Finds when a person last opened each of these doors, within ten minutes and after the guest's own last opening (GP-4).
 * Persons open the doors into the store for other guests too, so these doors need a case of this guest at the help desk.
 */
export async function findOpeningsByStaff(
  tx: Tx,
  { storeId, reservationId, doors, now }: OpeningsOf,
): Promise<ReadonlyMap<string, Date>> {
  const from = new Date(now.getTime() - SHOWN_MS);
  const firstId = uuidv7({ msecs: from.getTime() - CLOCKS_DIFFER_MS, seq: 0, random: new Uint8Array(16) });
  const entranceIds = doors.filter((door) => door.room_id === null).map(({ id }) => id);
  const { rows } = await tx.executeQuery(statement<{ door_id: string; opened_at: Date }>`
    select d.id as door_id, h.at as opened_at
    from unnest(${doors.map(({ id }) => id)}::uuid[]) as d (id)
      cross join lateral (
        select cause_kind, coalesce(finished_at, requested_at) as at from device_history
        where store_id = ${storeId} and target_id = d.id and id >= ${firstId} and requested_at > ${from}
          and ((cause_kind = 'PERSON' and action = 'OPEN' and status = 'EXECUTED')
            or (cause_id = ${reservationId} and (action = 'UNLOCKED' or status = 'EXECUTED')))
        order by id desc limit 1) h
    where h.cause_kind = 'PERSON' and (d.id <> all (${entranceIds}::uuid[]) or exists (
      select from help_desk_cases c where c.store_id = ${storeId} and c.reservation_id = ${reservationId}
        and c.opened_at <= h.at and (c.resolved_at is null or c.resolved_at > ${from})))`);
  return new Map(rows.map((row) => [row.door_id, row.opened_at]));
}

/** How long an opened door counts as open whose lock reports no state after it was opened. */
export const UNREPORTED_OPEN_MS = 5000;

/** Whether a door that staff opened is still open. */
export function isOpenSince({ lockState, reportedAt }: StoredDoorState, openedAt: Date, now: Date): boolean {
  // A command ends before the state of its lock is written.
  const isFromBefore = lockState === 'LOCKED' && (reportedAt === null || reportedAt < openedAt);
  if (lockState === 'UNKNOWN' || isFromBefore) return now.getTime() < openedAt.getTime() + UNREPORTED_OPEN_MS;
  return lockState !== 'LOCKED';
}
