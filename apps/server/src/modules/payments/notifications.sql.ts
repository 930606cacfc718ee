import type { Notification, NotificationKind } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { statement, writeBehind, type Actor, type Database, type Tx } from '../../db/index.ts';
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
  /** What a person is to decide about: when that is done, so is this. */
  readonly depositId?: string;
}

/** Gives its id, which is above that of every notification of the product that anybody can see; others wait for the commit to add theirs. */
export async function insertNotification(tx: Tx, it: NewNotification): Promise<string> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    insert into notifications (product_id, store_id, id, kind, reservation_id, amount, text, created_at, deposit_id)
    values (${it.productId}, ${it.storeId}, next_notification_id(), ${it.kind}, ${it.reservationId}, ${it.amount}, ${it.text}, ${it.at}, ${it.depositId ?? null})
    returning id`);
  const [row] = rows;
  if (!row) throw new Error('An inserted notification has no id');
  return row.id;
}

/** One that waits for a confirmation and that nobody else confirms until the transaction ends. */
export interface TakenNotification {
  readonly id: string;
  readonly store_id: string;
}

/**
 * Takes what matches and waits. In one order, so that two people confirming at once wait for each other instead of failing; what the first
 * has confirmed stays his. An `upToId` that the actor cannot see was never shown to him: nothing is taken.
 */
export function takeMatching(tx: Tx, filter: NotificationFilter): Promise<TakenNotification[]> {
  const wasShown = filter.upToId === undefined ? sql`` : sql`and exists (select from notifications shown where shown.id = ${filter.upToId})`;
  return takeWaiting(tx, sql`${matching(filter)} ${wasShown}`);
}

/** Takes what waits for a decision about a deposit, before the deposit's reservation is taken. */
export function takeOfDeposit(tx: Tx, deposit: { readonly store_id: string; readonly id: string }): Promise<TakenNotification[]> {
  return takeWaiting(tx, sql`n.store_id = ${deposit.store_id} and n.deposit_id = ${deposit.id}`);
}

async function takeWaiting(tx: Tx, which: RawBuilder<unknown>): Promise<TakenNotification[]> {
  const { rows } = await sql<TakenNotification>`
    select n.store_id, n.id from notifications n where n.confirmed_at is null and ${which} order by n.store_id, n.id for update of n`.execute(tx);
  return rows;
}

/** Confirms what was taken, last of all: whoever adds a notification holds the audit log before the counts, which this changes. */
export function confirmTaken(tx: Tx, taken: readonly TakenNotification[], by: { readonly now: Date; readonly userId: string }): void {
  const [stores, ids] = [taken.map((it) => it.store_id), taken.map((it) => it.id)];
  writeBehind(
    tx,
    sql`
    update notifications as n set confirmed_at = ${by.now}, confirmed_by = ${by.userId}
    from unnest(${stores}::uuid[], ${ids}::uuid[]) as due (store_id, id) where n.store_id = due.store_id and n.id = due.id`,
  );
}
