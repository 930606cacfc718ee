import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import { codesOf, type KeptCodes, type OutgoingMessage } from '../devices/index.ts';
import {
  findCode,
  updatePlace,
  selectPlacesAtLockForUpdate,
  locksWithPushes,
  acquireCodeDrawingLock,
  tryCodeQueueLock,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import {
  byUrgency,
  freeSlot,
  isGone,
  isSpare,
  nextDue,
  pauseMs,
  requestedCodeState,
  type CodeTime,
  type PlaceRow,
} from './places.ts';
import { markForReview } from './review.ts';
import { scheduleSparesReview } from './spares.sql.ts';
import { publishPlaces } from './publish-places.ts';
import { findLockOfCodes, publishLockdownOfLock } from './suspensions.ts';
import { SPARE_AHEAD_MS } from './windows.ts';

/**
 * Pushes codes to locks, one message at a time per lock, until the lock acknowledges. Unlike an unlock, a push is
 * idempotent, so it is retried for as long as the code is wanted. The push is committed before it is sent; if the
 * process dies in between, the push times out.
 */

type PushDeps = Pick<AccessDeps, 'db' | 'clock' | 'devices' | 'seal' | 'log'>;

/** Retry delays by obstacle. A lock that comes online again is pushed to at once. */
const PAUSES_MS = { DEVICE_OFFLINE: 30_000, BROKER_UNREACHABLE: 5000, NO_PLACE_FREE: 60_000, UNREADABLE: 5000 };
const ANSWER_MARGIN_MS = 1000;
/** Locks handled in parallel: enough that guests do not wait for other locks, and few enough to spare the database. */
const LOCKS_AT_ONCE = 6;

interface LockKey {
  readonly productId: string;
  readonly storeId: string;
  readonly linkId: string;
}

export async function pushDue(deps: PushDeps): Promise<void> {
  const locks = await deps.db.withActor(SYSTEM, (tx) => locksWithPushes(tx, deps.clock.now()));
  const failed: unknown[] = [];
  const next = locks.values();
  const work = async () => {
    for (const { product_id: productId, store_id: storeId, link_id: linkId } of next) {
      await pushNext(deps, { productId, storeId, linkId }).catch((error: unknown) => failed.push(error));
    }
  };
  await Promise.all(Array.from({ length: LOCKS_AT_ONCE }, work));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} locks did not get their codes`);
}

/** Pushes the next due code of one lock. Does nothing while another process works on it. */
async function pushNext(deps: PushDeps, lock: LockKey): Promise<void> {
  const actor = storeActor(lock.productId, lock.storeId);
  const decided = await deps.db.withActor(actor, async (tx) =>
    (await tryCodeQueueLock(tx, lock.linkId)) ? decide(deps, tx, lock) : null,
  );
  // In a separate transaction: a review locks the reservation before its places.
  const toReview = decided?.toReview ?? [];
  if (toReview.length > 0) await deps.db.withActor(actor, (tx) => markAll(tx, lock.storeId, toReview));
  if (!decided?.message) return;
  await deps.devices.publish(decided.message).catch((error: unknown) => {
    // Logs no message, because it contains the code. The push times out and is retried.
    deps.log.warn(
      { reason: error instanceof Error ? error.name : 'unknown', linkId: lock.linkId },
      'a code could not be sent to its lock',
    );
  });
}

interface Decision {
  readonly message: OutgoingMessage | null;
  /** Places whose code cannot be decrypted and must be replaced, and places whose guest may need a spare code. */
  readonly toReview: readonly PlaceRow[];
}

async function markAll(tx: Tx, storeId: string, rows: readonly PlaceRow[]): Promise<void> {
  const reservationIds = new Set(rows.map((row) => row.reservation_id).filter((id) => id !== null));
  // Sorted, so that all writers lock reviews in the same order.
  for (const id of [...reservationIds].sort()) markForReview(tx, storeId, id);
  const spares = rows.filter(isSpare);
  if (spares.length > 0) await acquireCodeDrawingLock(tx, storeId);
  for (const row of spares) scheduleSparesReview(tx, row);
}

async function decide(deps: PushDeps, tx: Tx, lock: LockKey): Promise<Decision> {
  const now = deps.clock.now();
  const before = await selectPlacesAtLockForUpdate(tx, lock);
  // Read while the places are locked: a lockdown that begins later makes them due again (DR-8).
  const link = await findLockOfCodes(tx, lock);
  const at: CodeTime = { now, isSuspended: link?.is_locked_down ?? false };
  const rows = before.map((row) => settled(row, at));
  const codes = link ? codesOf(link) : null;
  // A fire release opens the door before its lock gets any code.
  const isFree = link?.is_opening === false && !rows.some((row) => row.pushed !== null);
  const unreadable: PlaceRow[] = [];
  let message: OutgoingMessage | null = null;
  for (const row of codes && isFree ? waitingOf(rows, at) : []) {
    const obstacle = !deps.devices.isConnected()
      ? 'BROKER_UNREACHABLE'
      : link?.online === 'OFFLINE'
        ? 'DEVICE_OFFLINE'
        : null;
    const next = obstacle ?? (codes ? await prepared(deps, tx, { row, rows, codes, at }) : 'NO_PLACE_FREE');
    if (next === 'UNREADABLE') unreadable.push(row);
    rows[rows.indexOf(row)] =
      typeof next === 'string'
        ? { ...row, error: next === 'UNREADABLE' ? null : next, retry_at: new Date(now.getTime() + PAUSES_MS[next]) }
        : next.row;
    if (typeof next === 'string') continue;
    message = next.message;
    break;
  }
  const troubled = await keepChanges(tx, before, rows, at);
  if (at.isSuspended && troubled.changed.length > 0) await publishLockdownOfLock(tx, now, lock);
  return { message, toReview: [...unreadable, ...troubled.toReview] };
}

/** The places whose state in the lock differs from the wanted state, most urgent first. */
function waitingOf(rows: readonly PlaceRow[], at: CodeTime): PlaceRow[] {
  const isDue = (row: PlaceRow) =>
    row.gone_at === null &&
    requestedCodeState(row, at) !== row.acknowledged &&
    (row.retry_at === null || row.retry_at <= at.now);
  return rows.filter(isDue).sort(byUrgency(at));
}

interface KeptChanges {
  /** The places that people see in another state. */
  readonly changed: readonly PlaceRow[];
  /** The places that a guest needs soon and whose push failed again. */
  readonly toReview: readonly PlaceRow[];
}

/** Stores the changed places. */
async function keepChanges(
  tx: Tx,
  before: readonly PlaceRow[],
  after: readonly PlaceRow[],
  at: CodeTime,
): Promise<KeptChanges> {
  const { now } = at;
  const changedPlaces: PlaceRow[] = [];
  const changes = after.flatMap((row, index) => {
    const old = before[index];
    const next = { ...row, due_at: nextDue(row, at) };
    return !old || isSame(old, next) ? [] : [{ old, next }];
  });
  // Ended pushes are stored before the new one, because a lock has one open push at a time.
  const isPush = ({ next }: { readonly next: PlaceRow }) => Number(next.pushed !== null);
  for (const { old, next } of changes.sort((a, b) => isPush(a) - isPush(b))) {
    await updatePlace(tx, next).execute();
    if (old.error !== next.error || old.pushed !== next.pushed || old.gone_at !== next.gone_at)
      changedPlaces.push(next);
  }
  await publishPlaces(tx, changedPlaces, now);
  const isTroubled = ({ old, next }: { readonly old: PlaceRow; readonly next: PlaceRow }) =>
    next.is_wanted &&
    next.error !== null &&
    next.retry_at?.getTime() !== old.retry_at?.getTime() &&
    next.opens_at.getTime() - SPARE_AHEAD_MS <= now.getTime();
  const toReview = changes.filter((change) => !isSpare(change.next) && isTroubled(change)).map(({ next }) => next);
  return { changed: changedPlaces, toReview };
}

/** Ends a push that timed out, and marks a place as gone if its code is neither wanted nor in the lock. */
function settled(row: PlaceRow, at: CodeTime): PlaceRow {
  const { now } = at;
  let placeRow = row;
  if (placeRow.push_until !== null && placeRow.push_until <= now) {
    const attempts = placeRow.attempts + 1;
    placeRow = {
      ...placeRow,
      pushed: null,
      push_until: null,
      is_written: false,
      acknowledged: 'UNKNOWN',
      attempts,
      error: 'NO_ANSWER',
      retry_at: new Date(now.getTime() + pauseMs(attempts, at)),
    };
  }
  return isGone(placeRow, now) ? { ...placeRow, gone_at: now, error: null } : placeRow;
}

interface Push {
  readonly row: PlaceRow;
  readonly message: OutgoingMessage;
}

interface PlacePush {
  readonly row: PlaceRow;
  readonly rows: readonly PlaceRow[];
  readonly codes: KeptCodes;
  readonly at: CodeTime;
}

async function prepared(
  { seal }: PushDeps,
  tx: Tx,
  { row, rows, codes, at }: PlacePush,
): Promise<Push | 'NO_PLACE_FREE' | 'UNREADABLE'> {
  const requestedState = requestedCodeState(row, at);
  const used = new Set(rows.flatMap((other) => (other.gone_at === null && other.slot !== null ? [other.slot] : [])));
  const slot = row.slot ?? freeSlot(codes.slots, used, { isUrgent: requestedState === 'ENABLED' && !isSpare(row) });
  if (slot === null) return 'NO_PLACE_FREE';
  const text = requestedState === 'ABSENT' ? null : await readCode(seal, tx, row);
  if (requestedState !== 'ABSENT' && text === null) return 'UNREADABLE';
  const pushUntil = new Date(at.now.getTime() + codes.timeoutMs + ANSWER_MARGIN_MS);
  return {
    message: text === null ? codes.clear(slot) : codes.set(slot, text, requestedState === 'ENABLED'),
    row: { ...row, slot, pushed: requestedState, push_until: pushUntil, is_written: false, retry_at: null },
  };
}

async function readCode(seal: PushDeps['seal'], tx: Tx, row: PlaceRow): Promise<string | null> {
  const code = await findCode(tx, row.store_id, row.code_id);
  return code?.sealed == null ? null : seal.open(code.sealed, code.id);
}

function isSame(a: PlaceRow, b: PlaceRow): boolean {
  const changing = ['acknowledged', 'slot', 'pushed', 'is_written', 'attempts', 'error'] as const;
  const times = ['push_until', 'retry_at', 'due_at', 'gone_at'] as const;
  return (
    changing.every((name) => a[name] === b[name]) && times.every((name) => a[name]?.getTime() === b[name]?.getTime())
  );
}
