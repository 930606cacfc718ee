import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { deleteInPages, prepareStatement, storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { listStoreKeys } from '../stores/index.ts';
import {
  changeReservation,
  selectReservationForUpdate,
  type ReservationChange,
  type ReservationRecord,
} from './stay/change.ts';
import { expiryOf } from './lifecycle/expire.ts';
import { endExtensionHold } from './extensions/guest-extension.ts';
import { endMoveHolds } from './moves/held-move-end.ts';
import { SERVER_ACTOR } from './stay/history.ts';

/**
 * Timed transitions of reservations. The database derives `due_at` of each row from its state and times, so no writer
 * can forget it. After a downtime, due transitions run in order.
 */
export function reservationTimers(deps: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'reservations.due': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from reservations where due_at <= $1)',
      run: () => settleDue(deps),
    },
    'reservations.held-moves': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from held_moves where expires_at <= $1)',
      run: () => endMoveHolds(deps),
    },
    'reservations.sweep-holds': { lane: 'upkeep', everyMs: 6 * 3600_000, run: () => sweepHolds(deps) },
  };
}

interface Due {
  product_id: string;
  store_id: string;
  id: string;
}

const MOST = 200;
const DUE = prepareStatement<Due>(
  `select product_id, store_id, id from reservations where due_at <= $1 order by due_at, id limit ${MOST}`,
);
const AT_ONCE = 4;

/**
 * Settles all due reservations. A failure does not stop the others; the errors are thrown at the end, and the next run
 * retries.
 */
export async function settleDue({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const failed = new Map<string, unknown>();
  for (;;) {
    const due = (await db.withActor(SYSTEM, (tx) => DUE.read(tx, clock.now().toISOString()))).filter(
      ({ id }) => !failed.has(id),
    );
    const next = due.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const due of next) await settle(db, clock, due).catch((error: unknown) => failed.set(due.id, error));
      }),
    );
    if (due.length === 0) break;
  }
  if (failed.size > 0)
    throw new AggregateError(
      [...failed.values()],
      `${failed.size} reservations could not be settled: ${[...failed.keys()].slice(0, 20).join(', ')}`,
    );
}

async function settle(
  db: Database,
  clock: Clock,
  { product_id: productId, store_id: storeId, id }: Due,
): Promise<void> {
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    let record = await selectReservationForUpdate(tx, id);
    const findChange = (at: ReservationRecord) => dueChange(tx, at, clock.now());
    for (let change = await findChange(record); change; change = await findChange(record))
      record = await changeReservation(tx, clock, record, change);
  });
}

/** The due change of a reservation; a block that started and ended during a downtime has two in a row. */
async function dueChange(tx: Tx, record: ReservationRecord, now: Date): Promise<ReservationChange | null> {
  const by = SERVER_ACTOR;
  const { row } = record;
  // A stay whose end has passed stays open while its guest pays for more time (GT-12).
  if (row.extension_expires_at !== null)
    return row.extension_expires_at <= now ? endExtensionHold(tx, record, now) : null;
  switch (row.state) {
    case 'PENDING':
      return row.hold_expires_at && row.hold_expires_at <= now ? expiryOf(record) : null;
    case 'CONFIRMED':
      if (row.kind === 'BLOCK')
        return row.starts_at <= now ? { by, kind: 'CHECKED_IN', set: { state: 'IN_USE' } } : null;
      return row.ends_at <= now ? { by, kind: 'NO_SHOW', set: { state: 'NO_SHOW' } } : null;
    case 'IN_USE':
      return row.ends_at <= now ? { by, kind: 'COMPLETED', set: { state: 'COMPLETED' } } : null;
    default:
      return null;
  }
}

/** Nothing can be booked in the past, so holds that ended more than a week ago are no longer needed. */
const GUARDED_DAYS = 7;

export async function sweepHolds({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - GUARDED_DAYS * 24 * 3600_000);
  for (const { productId, storeId } of await listStoreKeys(db)) {
    await deleteInPages(db, {
      actor: storeActor(productId, storeId),
      table: 'reservation_holds',
      where: sql`store_id = ${storeId} and ends_at < ${before}`,
    });
  }
}
