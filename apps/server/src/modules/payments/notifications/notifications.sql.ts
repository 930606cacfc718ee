import type { Notification, NotificationKind } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { statement, pipelineStatement, type Actor, type Database, type Tx } from '../../../db/index.ts';
import {
  matchNotifications,
  toNotification,
  type NotificationFilter,
  type NotificationRow,
} from './notifications-search.sql.ts';

/**
 * Answers the poller: a page and the exact counts in one statement. Each change updates the stored counts (0002), so
 * the cost does not grow with the table.
 */
export async function findNotifications(
  db: Database,
  actor: Actor,
  { storeId, page, limit }: { readonly storeId?: string | undefined; readonly page: number; readonly limit: number },
): Promise<{ total: number; unconfirmedCount: number; items: Notification[] }> {
  const ofStore = storeId === undefined ? sql`` : sql`where store_id = ${storeId}`;
  const rows = await db.doAtOnce(
    actor,
    sql<{ counted_total: number; counted_unconfirmed: number } & (NotificationRow | { readonly id: null })>`
    select counts.*, page.* from
      (select coalesce(sum(total), 0)::bigint as counted_total,
        coalesce(sum(unconfirmed), 0)::bigint as counted_unconfirmed
       from notification_counts ${ofStore}) as counts
      left join lateral (select * from notifications ${ofStore} order by id desc limit ${limit} offset ${page * limit})
        as page on true
    order by page.id desc`,
  );
  return {
    total: rows[0]?.counted_total ?? 0,
    unconfirmedCount: rows[0]?.counted_unconfirmed ?? 0,
    items: rows.flatMap((row) => (row.id === null ? [] : [toNotification(row)])),
  };
}

export interface NewNotification {
  readonly productId: string;
  readonly storeId: string;
  readonly kind: NotificationKind;
  readonly reservationId: string | null;
  /** Won. */
  readonly amount: number | null;
  readonly text: string;
  readonly at: Date;
  /** The deposit that a person has to decide about. The decision also confirms this notification. */
  readonly depositId?: string;
  /** It reports what happened and needs no person: the system confirms it if the product has that rule (NT-1). */
  readonly isRoutine?: boolean;
}

/**
 * Inserts a notification. Returns its id, which is above the id of every visible notification of the product. Other
 * transactions wait for the commit before they add theirs.
 */
export async function insertNotification(
  tx: Tx,
  newNotification: NewNotification,
): Promise<{ readonly id: string; readonly isConfirmed: boolean }> {
  const { rows } = await tx.executeQuery(statement<{ id: string; isConfirmed: boolean }>`
    insert into notifications (product_id, store_id, id, kind, reservation_id, amount, text, created_at, deposit_id,
      confirmed_at)
    values (${newNotification.productId}, ${newNotification.storeId}, next_notification_id(), ${newNotification.kind},
      ${newNotification.reservationId}, ${newNotification.amount}, ${newNotification.text}, ${newNotification.at},
      ${newNotification.depositId ?? null},
      case when ${newNotification.isRoutine ?? false}::boolean and coalesce(
        (select confirms_routine from notification_rules where product_id = ${newNotification.productId}), true)
          then ${newNotification.at}::timestamptz end)
    returning id, confirmed_at is not null as "isConfirmed"`);
  const [row] = rows;
  if (!row) throw new Error('An inserted notification has no id');
  return row;
}

/** An unconfirmed notification that is locked until the transaction ends. */
export interface LockedNotification {
  readonly id: string;
  readonly store_id: string;
}

/**
 * Locks the unconfirmed notifications of a filter. The fixed order makes concurrent confirmations wait for each other
 * instead of failing; the first one keeps its person. An `upToId` that the actor cannot see was never shown to them, so
 * nothing is locked.
 */
export function selectNotificationsForUpdate(tx: Tx, filter: NotificationFilter): Promise<LockedNotification[]> {
  const wasShown =
    filter.upToId === undefined
      ? sql``
      : sql`and exists (select from notifications shown where shown.id = ${filter.upToId})`;
  return lockWaiting(tx, sql`${matchNotifications(filter)} ${wasShown}`);
}

/**
 * Locks the notifications that wait for a decision about a deposit. Call it before the deposit's reservation is locked.
 */
export function selectNotificationsOfDepositForUpdate(
  tx: Tx,
  deposit: { readonly store_id: string; readonly id: string },
): Promise<LockedNotification[]> {
  return lockWaiting(tx, sql`n.store_id = ${deposit.store_id} and n.deposit_id = ${deposit.id}`);
}

async function lockWaiting(tx: Tx, which: RawBuilder<unknown>): Promise<LockedNotification[]> {
  const { rows } = await sql<LockedNotification>`
    select n.store_id, n.id from notifications n where n.confirmed_at is null and ${which} order by n.store_id, n.id for
      update of n`.execute(tx);
  return rows;
}

/**
 * Confirms the locked notifications. Call it last: a transaction that adds a notification locks the audit log before
 * the counts, which this update changes.
 */
export function confirmLockedNotifications(
  tx: Tx,
  notifications: readonly LockedNotification[],
  by: { readonly now: Date; readonly userId: string },
): void {
  const [stores, ids] = [
    notifications.map((lockedNotification) => lockedNotification.store_id),
    notifications.map((lockedNotification) => lockedNotification.id),
  ];
  pipelineStatement(
    tx,
    sql`
    update notifications as n set confirmed_at = ${by.now}, confirmed_by = ${by.userId}
    from unnest(${stores}::uuid[], ${ids}::uuid[]) as due (store_id, id) where n.store_id = due.store_id
      and n.id = due.id`,
  );
}
