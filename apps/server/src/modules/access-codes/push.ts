import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import { codesOf, type KeptCodes, type OutgoingMessage } from '../devices/index.ts';
import { findCode, keepPlace, lockPlacesAt, locksWithPushes, takeDrawing, tryLock } from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import { byUrgency, freeSlot, isGone, isSpare, nextDue, pauseMs, wantedAt, type PlaceRow } from './places.ts';
import { markForReview } from './review.ts';
import { markPool } from './spares.sql.ts';
import { tellPlaces } from './telling.ts';
import { SPARE_AHEAD_MS } from './windows.ts';

/**
 * Tells locks what they should have, one word at a time each, until they say that they have it. Unlike an unlock this is the same done
 * twice, so it is tried again for as long as it is wanted. It is written down before it is sent; a process that is killed in between
 * leaves a push that its time ends.
 */

type PushDeps = Pick<AccessDeps, 'db' | 'clock' | 'devices' | 'seal' | 'log'>;

/** Before what stood in the way is looked at again; a lock that comes back is told at once. */
const PAUSES_MS = { DEVICE_OFFLINE: 30_000, BROKER_UNREACHABLE: 5000, NO_PLACE_FREE: 60_000, UNREADABLE: 5000 };
const ANSWER_MARGIN_MS = 1000;
/** So that a guest does not wait for the locks of all others, and the database for nobody else. */
const LOCKS_AT_ONCE = 6;

interface LockKey {
  readonly productId: string;
  readonly storeId: string;
  readonly linkId: string;
}

export async function pushDue(deps: PushDeps): Promise<void> {
  const due = await deps.db.withActor(SYSTEM, (tx) => locksWithPushes(tx, deps.clock.now()));
  const failed: unknown[] = [];
  const next = due.values();
  const work = async () => {
    for (const { product_id: productId, store_id: storeId, link_id: linkId } of next) {
      await pushNext(deps, { productId, storeId, linkId }).catch((error: unknown) => failed.push(error));
    }
  };
  await Promise.all(Array.from({ length: LOCKS_AT_ONCE }, work));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} locks could not be told their codes`);
}

/** What is due at one lock. Another process may be at it: then nothing. */
async function pushNext(deps: PushDeps, lock: LockKey): Promise<void> {
  const actor = storeActor(lock.productId, lock.storeId);
  const decided = await deps.db.withActor(actor, async (tx) => ((await tryLock(tx, lock.linkId)) ? decide(deps, tx, lock) : null));
  // In a transaction of its own: who reviews takes the reservation before its places.
  const toReview = decided?.toReview ?? [];
  if (toReview.length > 0) await deps.db.withActor(actor, (tx) => markAll(tx, lock.storeId, toReview));
  if (!decided?.message) return;
  await deps.devices.publish(decided.message).catch((error: unknown) => {
    // Without the message, in which the code is. The push ends by its time and comes again.
    deps.log.warn({ reason: error instanceof Error ? error.name : 'unknown', linkId: lock.linkId }, 'a code could not be sent to its lock');
  });
}

interface Decision {
  readonly message: OutgoingMessage | null;
  /** Those whose code is sealed under another secret and must be another one, and guests who may need a spare one. */
  readonly toReview: readonly PlaceRow[];
}

async function markAll(tx: Tx, storeId: string, rows: readonly PlaceRow[]): Promise<void> {
  const reservationIds = new Set(rows.map((row) => row.reservation_id).filter((id) => id !== null));
  // In the order in which everybody takes them who takes several.
  for (const id of [...reservationIds].sort()) markForReview(tx, storeId, id);
  const spares = rows.filter(isSpare);
  if (spares.length > 0) await takeDrawing(tx, storeId);
  for (const row of spares) markPool(tx, row);
}

async function decide(deps: PushDeps, tx: Tx, lock: LockKey): Promise<Decision> {
  const now = deps.clock.now();
  const [before, link] = await Promise.all([
    lockPlacesAt(tx, lock),
    tx.selectFrom('device_links').select(['driver', 'settings', 'online']).where('store_id', '=', lock.storeId).where('id', '=', lock.linkId).executeTakeFirst(),
  ]);
  const rows = before.map((row) => settled(row, now));
  const codes = link ? codesOf(link) : null;
  const isFree = !rows.some((row) => row.pushed !== null);
  const unreadable: PlaceRow[] = [];
  let message: OutgoingMessage | null = null;
  for (const row of link && codes && isFree ? waitingOf(rows, now) : []) {
    const obstacle = !deps.devices.isConnected() ? 'BROKER_UNREACHABLE' : link?.online === 'OFFLINE' ? 'DEVICE_OFFLINE' : null;
    const next = obstacle ?? (codes ? await prepared(deps, tx, { row, rows, codes, now }) : 'NO_PLACE_FREE');
    if (next === 'UNREADABLE') unreadable.push(row);
    rows[rows.indexOf(row)] = typeof next === 'string' ? { ...row, error: next === 'UNREADABLE' ? null : next, retry_at: new Date(now.getTime() + PAUSES_MS[next]) } : next.row;
    if (typeof next === 'string') continue;
    message = next.message;
    break;
  }
  const troubled = await keepChanges(tx, before, rows, now);
  return { message, toReview: [...unreadable, ...troubled] };
}

/** What the lock has otherwise than it should, most urgent first. */
function waitingOf(rows: readonly PlaceRow[], now: Date): PlaceRow[] {
  const isDue = (row: PlaceRow) => row.gone_at === null && wantedAt(row, now) !== row.acknowledged && (row.retry_at === null || row.retry_at <= now);
  return rows.filter(isDue).sort(byUrgency(now));
}

/** Answers with the places that a guest needs before long and that could not be told to the lock again. */
async function keepChanges(tx: Tx, before: readonly PlaceRow[], after: readonly PlaceRow[], now: Date): Promise<PlaceRow[]> {
  const told: PlaceRow[] = [];
  const changes = after.flatMap((row, index) => {
    const old = before[index];
    const next = { ...row, due_at: nextDue(row, now) };
    return !old || isSame(old, next) ? [] : [{ old, next }];
  });
  // A push that is over before the next one: the lock is told one thing at a time.
  const isPush = ({ next }: { readonly next: PlaceRow }) => Number(next.pushed !== null);
  for (const { old, next } of changes.sort((a, b) => isPush(a) - isPush(b))) {
    await keepPlace(tx, next).execute();
    if (old.error !== next.error || old.pushed !== next.pushed || old.gone_at !== next.gone_at) told.push(next);
  }
  await tellPlaces(tx, told, now);
  const isTroubled = ({ old, next }: { readonly old: PlaceRow; readonly next: PlaceRow }) =>
    next.is_wanted && next.error !== null && next.retry_at?.getTime() !== old.retry_at?.getTime() && next.opens_at.getTime() - SPARE_AHEAD_MS <= now.getTime();
  return changes.filter((it) => !isSpare(it.next) && isTroubled(it)).map(({ next }) => next);
}

/** A push without an answer is over, and a code that nobody needs and no lock has is gone. */
function settled(row: PlaceRow, now: Date): PlaceRow {
  let it = row;
  if (it.push_until !== null && it.push_until <= now) {
    const attempts = it.attempts + 1;
    it = {
      ...it, pushed: null, push_until: null, is_written: false, acknowledged: 'UNKNOWN', attempts, error: 'NO_ANSWER',
      retry_at: new Date(now.getTime() + pauseMs(attempts)),
    };
  }
  return isGone(it, now) ? { ...it, gone_at: now, error: null } : it;
}

interface Push {
  readonly row: PlaceRow;
  readonly message: OutgoingMessage;
}

interface Asked {
  readonly row: PlaceRow;
  readonly rows: readonly PlaceRow[];
  readonly codes: KeptCodes;
  readonly now: Date;
}

async function prepared({ seal }: PushDeps, tx: Tx, { row, rows, codes, now }: Asked): Promise<Push | 'NO_PLACE_FREE' | 'UNREADABLE'> {
  const wanted = wantedAt(row, now);
  const used = new Set(rows.flatMap((other) => (other.gone_at === null && other.slot !== null ? [other.slot] : [])));
  const slot = row.slot ?? freeSlot(codes.slots, used, { isUrgent: wanted === 'ENABLED' && !isSpare(row) });
  if (slot === null) return 'NO_PLACE_FREE';
  const text = wanted === 'ABSENT' ? null : await readCode(seal, tx, row);
  if (wanted !== 'ABSENT' && text === null) return 'UNREADABLE';
  const pushUntil = new Date(now.getTime() + codes.timeoutMs + ANSWER_MARGIN_MS);
  return {
    message: text === null ? codes.clear(slot) : codes.set(slot, text, wanted === 'ENABLED'),
    row: { ...row, slot, pushed: wanted, push_until: pushUntil, is_written: false, retry_at: null },
  };
}

async function readCode(seal: PushDeps['seal'], tx: Tx, row: PlaceRow): Promise<string | null> {
  const code = await findCode(tx, row.store_id, row.code_id);
  return code?.sealed == null ? null : seal.open(code.sealed, code.id);
}

function isSame(a: PlaceRow, b: PlaceRow): boolean {
  const changing = ['acknowledged', 'slot', 'pushed', 'is_written', 'attempts', 'error'] as const;
  const times = ['push_until', 'retry_at', 'due_at', 'gone_at'] as const;
  return changing.every((name) => a[name] === b[name]) && times.every((name) => a[name]?.getTime() === b[name]?.getTime());
}
