import type { Notification, NotificationKind } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import type { Actor, Database, Tables, Tx } from '../../db/index.ts';

type Row = Selectable<Tables['notifications']>;

/**
 * A page and the exact counts, of one moment. The counts are those that each change keeps (0002): the cost does not grow with
 * the table.
 */
export async function findNotifications(
  db: Database,
  actor: Actor,
  { storeId, page, limit }: { readonly storeId?: string | undefined; readonly page: number; readonly limit: number },
): Promise<{ total: number; unconfirmedCount: number; items: Notification[] }> {
  const ofStore = storeId === undefined ? sql`` : sql`where store_id = ${storeId}`;
  const rows = await db.readAtOnce(
    actor,
    sql<{ counted_total: number; counted_unconfirmed: number } & (Row | { readonly id: null })>`
    select counts.*, page.* from
      (select coalesce(sum(total), 0)::bigint as counted_total, coalesce(sum(unconfirmed), 0)::bigint as counted_unconfirmed
       from notification_counts ${ofStore}) as counts
      left join lateral (select * from notifications ${ofStore} order by id desc limit ${limit} offset ${page * limit}) as page on true
    order by page.id desc`,
  );
  return {
    total: rows[0]?.counted_total ?? 0,
    unconfirmedCount: rows[0]?.counted_unconfirmed ?? 0,
    items: rows.flatMap((row) => (row.id === null ? [] : [shaped(row as Row)])),
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

export async function insertNotification(tx: Tx, id: string, it: NewNotification): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({
      product_id: it.productId,
      store_id: it.storeId,
      id,
      kind: it.kind,
      reservation_id: it.reservationId,
      amount: it.amount,
      text: it.text,
      created_at: it.at,
      confirmed_by: null,
    })
    .execute();
}

interface Which {
  readonly ids?: readonly string[] | undefined;
  readonly upToId?: string | undefined;
  readonly storeId?: string | undefined;
  readonly now: Date;
  readonly userId: string;
}

/** Rows are locked in one order, so that two people confirming at once wait for each other instead of failing. */
export async function confirmRows(tx: Tx, it: Which): Promise<{ id: string; store_id: string }[]> {
  const { rows } = await sql<{ id: string; store_id: string }>`
    with due as (
      select store_id, id from notifications
      where confirmed_at is null
        ${it.ids === undefined ? sql`` : sql`and id = any (${it.ids}::uuid[])`}
        ${it.upToId === undefined ? sql`` : sql`and id <= ${it.upToId}`}
        ${it.storeId === undefined ? sql`` : sql`and store_id = ${it.storeId}`}
      order by store_id, id for update)
    update notifications as n set confirmed_at = ${it.now}, confirmed_by = ${it.userId}
    from due where n.store_id = due.store_id and n.id = due.id
    returning n.id, n.store_id`.execute(tx);
  return rows;
}

function shaped(row: Row): Notification {
  return {
    id: row.id,
    kind: row.kind as Notification['kind'],
    storeId: row.store_id,
    reservationId: row.reservation_id,
    amount: row.amount,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: row.confirmed_by,
  };
}
