import { storeActor, SYSTEM, statement, type Tx } from '../../db/index.ts';
import { enqueueEmergencyProgress } from '../doors/index.ts';
import type { AccessDeps } from './deps.ts';
import { selectPlacesAtLockForUpdate, updatePlace, type DueStore } from './access-codes.sql.ts';
import { DUE_AT_ONCE } from './places.ts';

/**
 * The codes in the locks of a lockdown (DR-8). The database marks each door whose lockdown begins or ends, in the same
 * transaction. This work follows the commit and makes all codes of the lock due; the push queue then reads the mode of
 * the door and suspends or restores them.
 */

type SuspensionDeps = Pick<AccessDeps, 'db' | 'clock'>;

const MOST_DOORS = 200;

export async function reviewSuspensionsDue({ db, clock }: SuspensionDeps): Promise<void> {
  const dueDoors = await db.withActor(SYSTEM, (tx) => findDueSuspensions(tx, clock.now()));
  const failed: unknown[] = [];
  for (const { product_id: productId, store_id: storeId, id } of dueDoors) {
    const review = db.withActor(storeActor(productId, storeId), (tx) => reviewSuspension(tx, storeId, id));
    await review.catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `The codes of ${failed.length} doors could not be suspended or restored`);
}

async function findDueSuspensions(tx: Tx, now: Date): Promise<(DueStore & { id: string })[]> {
  const { rows } = await tx.executeQuery(statement<DueStore & { id: string }>`
    select product_id, store_id, id from access_suspensions where due_at <= ${now} order by due_at, id
      limit ${MOST_DOORS}`);
  return rows;
}

/** Makes all codes in the lock of a door due. Their failed pushes count no more. */
async function reviewSuspension(tx: Tx, storeId: string, doorId: string): Promise<void> {
  const { rows } = await tx.executeQuery(statement<{ link_id: string }>`
    select d.link_id from access_suspensions s join doors d on d.store_id = s.store_id and d.id = s.id
    where s.store_id = ${storeId} and s.id = ${doorId} and s.due_at is not null for update of s skip locked`);
  const [door] = rows;
  if (!door) return;
  for (const row of await selectPlacesAtLockForUpdate(tx, { storeId, linkId: door.link_id })) {
    const isFree = row.pushed === null;
    await updatePlace(tx, {
      ...row,
      retry_at: null,
      attempts: isFree ? 0 : row.attempts,
      due_at: isFree ? DUE_AT_ONCE : row.push_until,
    }).execute();
  }
  await tx
    .updateTable('access_suspensions')
    .set({ due_at: null })
    .where('store_id', '=', storeId)
    .where('id', '=', doorId)
    .execute();
}

interface LockOfCodes {
  readonly driver: string;
  readonly settings: unknown;
  readonly online: string;
  readonly is_locked_down: boolean;
  /** A fire release has not opened the door yet. */
  readonly is_opening: boolean;
}

interface LockKey {
  readonly storeId: string;
  readonly linkId: string;
}

/** Reads a lock that keeps codes, and what an emergency asks of its door. `null`: there is no such lock. */
export async function findLockOfCodes(tx: Tx, { storeId, linkId }: LockKey): Promise<LockOfCodes | null> {
  const { rows } = await tx.executeQuery(statement<LockOfCodes>`
    select l.driver, l.settings, l.online, coalesce(d.door_mode = 'LOCKED_DOWN', false) as is_locked_down,
      coalesce(d.door_mode = 'HELD_OPEN' and d.emergency_id is not null, false) and exists (
        select from emergency_doors p left join device_history h on h.store_id = p.store_id and h.id = p.command_id
        where p.store_id = d.store_id and p.emergency_id = d.emergency_id and p.door_id = d.id and p.action = 'OPEN'
          and (p.command_id is null or h.status in ('QUEUED', 'SENT', 'ACCEPTED'))) as is_opening
    from device_links l left join doors d on d.store_id = l.store_id and d.link_id = l.id and d.removed_at is null
    where l.store_id = ${storeId} and l.id = ${linkId}`);
  return rows[0] ?? null;
}

/** Publishes the progress of the lockdown that the door of the lock is in, after this transaction. */
export async function publishLockdownOfLock(tx: Tx, now: Date, { storeId, linkId }: LockKey): Promise<void> {
  const door = await tx
    .selectFrom('doors')
    .select(['product_id', 'emergency_id'])
    .where('store_id', '=', storeId)
    .where('link_id', '=', linkId)
    .where('removed_at', 'is', null)
    .where('door_mode', '=', 'LOCKED_DOWN')
    .executeTakeFirst();
  if (!door?.emergency_id) return;
  await enqueueEmergencyProgress(tx, { productId: door.product_id, storeId, emergencyId: door.emergency_id }, now);
}
