import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { statement, storeActor, type Database, type Tx } from '../../db/index.ts';
import { enqueueJob, type JobHandlers } from '../../jobs/index.ts';
import { findReservationByCodeSlot, findReservationOfCodeSlot, type CodeSlotMatch } from '../access-codes/index.ts';
import type { ReceivedReport, LinkRow, LinkWatcher, Report } from '../devices/index.ts';
import { EMERGENCY_REQUEST_KEY } from '../doors/index.ts';
import { LONGEST_STAY_MS, checkInAtEntry } from '../reservations/index.ts';

/**
 * Checks guests in when they enter (RV-10): at the first use of their code, or at the first opening of their room's
 * door while no other access window is open there. The lock's report and the check-in job commit together.
 */

const ENTRY_JOB = 'automation.entered';
/** An unlock within this time after an open command counts as its result. */
const ORDER_MS = 60_000;

const entry = z.object({
  productId: z.string(),
  storeId: z.string(),
  reservationId: z.string(),
  by: z.enum(['keypad', 'door']),
  doorName: z.string(),
});

export const entryWatcher: Pick<LinkWatcher, 'reported' | 'causeOf'> = {
  async reported(tx, link, report) {
    if (link.target_kind !== 'DOOR' || report.isRetained) return;
    const found = await findGuest(tx, link, report);
    if (!found || !(await mayArrive(tx, link, found.by))) return;
    const payload = { productId: link.product_id, storeId: link.store_id, ...found, doorName: link.target_name };
    await enqueueJob(tx, { kind: ENTRY_JOB, dedupeKey: found.reservationId, payload, dueAt: report.at });
  },
  async causeOf(tx, link, { report, at }) {
    if (link.target_kind !== 'DOOR') return null;
    const entering =
      report.kind === 'event' ? await codeRefused(tx, link, report) : await codeUsed(tx, link, report, at);
    return entering && { kind: 'RESERVATION', id: entering.reservationId, label: entering.reservationCode };
  },
};

/**
 * An opening during a lockdown is an alarm, and no arrival. In a fire release the doors open by themselves and people leave
 * through them, so only who enters a code has come (DR-8).
 */
async function mayArrive(tx: Tx, link: LinkRow, by: Guest['by']): Promise<boolean> {
  const door = await tx
    .selectFrom('doors')
    .select(['door_mode', 'emergency_id'])
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .executeTakeFirst();
  if (door?.door_mode === 'LOCKED_DOWN') return false;
  return by === 'keypad' || door?.door_mode !== 'HELD_OPEN' || door.emergency_id === null;
}

export function entryJobs({ db, clock }: { readonly db: Database; readonly clock: Clock }): JobHandlers {
  return {
    [ENTRY_JOB]: {
      lane: 'timers',
      run: async (raw) => {
        const item = entry.parse(raw);
        await db.withActor(storeActor(item.productId, item.storeId), (tx) =>
          checkInAtEntry(tx, clock, item.reservationId, { by: item.by, doorName: item.doorName }),
        );
      },
    },
  };
}

type Guest = Pick<z.infer<typeof entry>, 'reservationId' | 'by'>;

async function findGuest(tx: Tx, link: LinkRow, { report, at }: ReceivedReport): Promise<Guest | null> {
  if (report.kind === 'lock' && (report.state === 'UNLOCKED' || report.state === 'UNLATCHED')) {
    const entering = await codeUsed(tx, link, report, at);
    if (entering?.isDue) return { reservationId: entering.reservationId, by: 'keypad' };
    // A manual unlock may come from inside the room.
    if (report.source !== undefined && report.source !== 'REMOTE') return null;
    const order = await findOrder(tx, link, at);
    if (!order) return null;
    const guest = await onlyGuest(tx, link, at);
    // Locks repeat their state. One whose report that it locked was lost also reports nothing new when its guest opens it.
    const isNews = link.lock_state !== report.state;
    return isNews || (order.cause_kind === 'GUEST' && order.cause_id === guest?.reservationId) ? guest : null;
  }
  return report.kind === 'leaf' && report.state === 'OPEN' && link.leaf_state !== 'OPEN'
    ? onlyGuest(tx, link, at)
    : null;
}

/** Finds the guest whose code was entered at the lock's keypad. */
async function codeUsed(tx: Tx, link: LinkRow, report: Report, at: Date): Promise<CodeSlotMatch | null> {
  if (report.kind !== 'lock' || report.source !== 'KEYPAD' || report.user === undefined) return null;
  const slot = Number(report.user);
  return Number.isInteger(slot)
    ? findReservationByCodeSlot(tx, { storeId: link.store_id, linkId: link.id, slot, at })
    : null;
}

/** Finds the guest whose code the lock refused, also outside the time in which the code opens (NX-60). */
async function codeRefused(
  tx: Tx,
  link: LinkRow,
  report: Extract<Report, { kind: 'event' }>,
): Promise<Pick<CodeSlotMatch, 'reservationId' | 'reservationCode'> | null> {
  const slot = report.action === 'DENIED' && report.user !== undefined ? Number(report.user) : Number.NaN;
  return Number.isInteger(slot)
    ? findReservationOfCodeSlot(tx, { storeId: link.store_id, linkId: link.id, slot })
    : null;
}

/** Finds the command to open whose result a report may be. An emergency opens for no guest. */
async function findOrder(
  tx: Tx,
  link: LinkRow,
  at: Date,
): Promise<{ cause_kind: string; cause_id: string | null } | null> {
  if (link.last_command_id === null) return null;
  const { rows } = await tx.executeQuery(statement<{ cause_kind: string; cause_id: string | null }>`
    select cause_kind, cause_id from device_history
    where store_id = ${link.store_id} and id = ${link.last_command_id} and action = 'OPEN'
      and requested_at > ${new Date(at.getTime() - ORDER_MS)}
      and (request_key is null or not starts_with(request_key, ${EMERGENCY_REQUEST_KEY}))`);
  return rows[0] ?? null;
}

const WIDEST_MS = 4 * 3600_000;

/** Finds the guest of the door's room. `null` unless only one access window is open and it is of a CONFIRMED stay. */
async function onlyGuest(tx: Tx, link: LinkRow, at: Date): Promise<Guest | null> {
  if (link.target_room_id === null) return null;
  const { rows } = await tx.executeQuery(statement<{ id: string; state: string }>`
    select r.id, r.state
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id join doors d
      on d.store_id = r.store_id and d.id = ${link.target_id}
    where r.store_id = ${link.store_id}
      and r.room_id in (select ${link.target_room_id}::uuid union all select p.room_id from room_parts p
        where p.store_id = ${link.store_id} and p.part_room_id = ${link.target_room_id})
      and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE', 'COMPLETED')
      and r.starts_at > ${new Date(at.getTime() - LONGEST_STAY_MS)}
        and r.starts_at < ${new Date(at.getTime() + WIDEST_MS)}
      and r.starts_at - coalesce(d.access_before_minutes, s.access_before_minutes) * interval '1 minute' <= ${at}
      and r.ends_at + coalesce(d.access_after_minutes, s.access_after_minutes) * interval '1 minute' > ${at}
    limit 2`);
  const [only, other] = rows;
  return only && !other && only.state === 'CONFIRMED' ? { reservationId: only.id, by: 'door' } : null;
}
