import type { Notification, NotificationKind } from '@munjigi/contract';
import { sql } from 'kysely';
import { statement, type Actor, type Database, type Tx } from '../../db/index.ts';
import { matching, shapedNotification, type NotificationFilter, type NotificationRow } from './notifications-search.sql.ts';

/**
 * What the poller asks: a page and the exact counts, of one moment. The counts are those that each change keeps (0002): the cost does not grow with
 * the table.
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
      (select coalesce(sum(total), 0)::bigint as counted_total, coalesce(sum(unconfirmed), 0)::bigint as counted_unconfirmed
       from notification_counts ${ofStore}) as counts
      left join lateral (select * from notifications ${ofStore} order by id desc limit ${limit} offset ${page * limit}) as page on true
    order by page.id desc`,
  );
  return {
    total: rows[0]?.counted_total ?? 0,
    unconfirmedCount: rows[0]?.counted_unconfirmed ?? 0,
    items: rows.flatMap((row) => (row.id === null ? [] : [shapedNotification(row)])),
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
}

/** Gives its id, which is above that of every notification of the product that anybody can see; others wait for the commit to add theirs. */
export async function insertNotification(tx: Tx, it: NewNotification): Promise<string> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    insert into notifications (product_id, store_id, id, kind, reservation_id, amount, text, created_at)
    values (${it.productId}, ${it.storeId}, next_notification_id(), ${it.kind}, ${it.reservationId}, ${it.amount}, ${it.text}, ${it.at})
    returning id`);
  const [row] = rows;
  if (!row) throw new Error('An inserted notification has no id');
  return row.id;
}

/**
 * Confirms what matches and waits. Rows are locked in one order, so that two people confirming at once wait for each other instead of
 * failing; what the first has confirmed stays his. An `upToId` that the actor cannot see was never shown to him: nothing is confirmed.
 */
export async function confirmRows(tx: Tx, filter: NotificationFilter, by: { readonly now: Date; readonly userId: string }): Promise<{ id: string; store_id: string }[]> {
  const wasShown = filter.upToId === undefined ? sql`` : sql`and exists (select from notifications shown where shown.id = ${filter.upToId})`;
  const { rows } = await sql<{ id: string; store_id: string }>`
    with due as (
      select n.store_id, n.id from notifications n
      where n.confirmed_at is null and ${matching(filter)} ${wasShown}
      order by n.store_id, n.id for update of n)
    update notifications as n set confirmed_at = ${by.now}, confirmed_by = ${by.userId}
    from due where n.store_id = due.store_id and n.id = due.id
    returning n.id, n.store_id`.execute(tx);
  return rows;
}
