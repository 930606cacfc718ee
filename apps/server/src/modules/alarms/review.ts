import type { AlarmKind } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { evaluateAlarms, NEW_WATCH, type Watch } from './alarm-rules.ts';
import { findWatched, toAlarm, wasOpenedBetween, type WatchedDoor } from './alarms.sql.ts';

/**
 * An opening of the lock up to this long before the leaf opened explains it, even if the bolt was locked again when the
 * contact reported.
 */
const OPENED_BEFORE_MS = 10_000;

/**
 * Reviews the doors of links, because their state changed or an alarm is due: opens and closes alarms. The caller must
 * hold the locks of the links, so that no door is reviewed concurrently. Costs one query for any number of doors if
 * nothing is new.
 */
export async function reviewAlarms(
  tx: Tx,
  now: Date,
  ...links: readonly { readonly store_id: string; readonly id: string }[]
): Promise<void> {
  if (links.length === 0) return;
  for (const door of await findWatched(tx, links, now)) await reviewDoor(tx, now, door);
}

/** Closes the alarms of a door that loses its device, and resets its watch. The caller holds the lock of the link. */
export async function endAlarms(tx: Tx, now: Date, door: EndedDoor): Promise<void> {
  const rows = await tx
    .updateTable('alarms')
    .set({ closed_at: now })
    .where('store_id', '=', door.storeId)
    .where('door_id', '=', door.doorId)
    .where('closed_at', 'is', null)
    .returningAll()
    .execute();
  for (const row of rows) await publishAlarm(tx, door, row);
  keepWatch(tx, door, NEW_WATCH);
}

type EndedDoor = Pick<WatchedDoor, 'productId' | 'storeId' | 'doorId' | 'name' | 'roomId'>;

async function reviewDoor(tx: Tx, now: Date, door: WatchedDoor): Promise<void> {
  const before = door.watch ?? NEW_WATCH;
  const { watch, rings, isReviewDue } = evaluateAlarms(door.facts, before, door.ringing, now);
  if (door.watch === null || !isSame(before, watch)) keepWatch(tx, door, watch);
  if (isReviewDue && before.suspectedAt)
    await reviewSuspicion(
      tx,
      door,
      { suspectedAt: before.suspectedAt, isLeafStillOpen: watch.leafOpenSince !== null },
      now,
    );
  for (const [kind, since] of [
    ['UNKNOWN_OPENING', door.unknownOpeningAt],
    ['LOCKDOWN_OPENING', door.lockdownOpeningAt],
  ] as const)
    if (since !== null) await openAlarm(tx, door, { kind, since, openedAt: now, closedAt: now });
  for (const [kind, since] of Object.entries(rings) as [AlarmKind, Date | null][]) {
    if (since !== null && !door.ringing.has(kind))
      await openAlarm(tx, door, { kind, since, openedAt: now, closedAt: null });
    if (since === null && door.ringing.has(kind)) await stop(tx, door, kind, now);
  }
}

/** A leaf that opened while the door was locked. */
interface Suspicion {
  readonly suspectedAt: Date;
  readonly isLeafStillOpen: boolean;
}

/**
 * Raises FORCED for a leaf that opened while the door was locked, unless the history has an opening. If the leaf is
 * closed again, the alarm is raised and closed at once.
 */
async function reviewSuspicion(
  tx: Tx,
  door: WatchedDoor,
  { suspectedAt, isLeafStillOpen }: Suspicion,
  now: Date,
): Promise<void> {
  if (
    door.ringing.has('FORCED') ||
    (await wasOpenedBetween(tx, door, new Date(suspectedAt.getTime() - OPENED_BEFORE_MS), now))
  )
    return;
  await openAlarm(tx, door, {
    kind: 'FORCED',
    since: suspectedAt,
    openedAt: now,
    closedAt: isLeafStillOpen ? null : now,
  });
}

interface NewAlarm {
  readonly kind: AlarmKind;
  readonly since: Date;
  readonly openedAt: Date;
  /** `null`: it stays open. */
  readonly closedAt: Date | null;
}

async function openAlarm(tx: Tx, door: WatchedDoor, { kind, since, openedAt, closedAt }: NewAlarm): Promise<void> {
  const row = await tx
    .insertInto('alarms')
    .values({
      product_id: door.productId,
      store_id: door.storeId,
      id: uuidv7(),
      door_id: door.doorId,
      kind,
      since,
      opened_at: openedAt,
      closed_at: closedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishAlarm(tx, door, row);
}

async function stop(tx: Tx, door: WatchedDoor, kind: AlarmKind, now: Date): Promise<void> {
  const row = await tx
    .updateTable('alarms')
    .set({ closed_at: now })
    .where('store_id', '=', door.storeId)
    .where('door_id', '=', door.doorId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row) await publishAlarm(tx, door, row);
}

async function publishAlarm(
  tx: Tx,
  door: EndedDoor,
  row: Omit<Parameters<typeof toAlarm>[0], 'door_name' | 'room_id'>,
): Promise<void> {
  const data = toAlarm({ ...row, door_name: door.name, room_id: door.roomId });
  await publish(tx, { productId: door.productId, storeId: door.storeId, name: 'alarm.changed', data });
}

function keepWatch(tx: Tx, door: EndedDoor, watch: Watch): void {
  const values = {
    is_leaf_closed: watch.isLeafClosed,
    leaf_open_since: watch.leafOpenSince,
    suspected_at: watch.suspectedAt,
    offline_since: watch.offlineSince,
    due_at: watch.dueAt,
  };
  pipelineStatement(
    tx,
    tx
      .insertInto('alarm_watches')
      .values({ product_id: door.productId, store_id: door.storeId, door_id: door.doorId, ...values })
      .onConflict((conflict) => conflict.columns(['store_id', 'door_id']).doUpdateSet(values)),
  );
}

function isSame(a: Watch, b: Watch): boolean {
  return (
    a.isLeafClosed === b.isLeafClosed &&
    (['leafOpenSince', 'suspectedAt', 'offlineSince', 'dueAt'] as const).every(
      (key) => a[key]?.getTime() === b[key]?.getTime(),
    )
  );
}
