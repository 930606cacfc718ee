import {
  LIST_COUNTS_TO,
  type listNotifications,
  type Notification,
  type QueryOf,
  type ReplyOf,
} from '@munjigi/contract';
import { normaliseReservationCode } from '@munjigi/rules';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { toGrowingTotal, type Actor, type Database, type Tables } from '../../../db/index.ts';

export type NotificationQuery = QueryOf<typeof listNotifications>;
/** The query without paging, sorting and details. */
export type NotificationFilter = Omit<NotificationQuery, 'page' | 'limit' | 'sort' | 'include'>;

export type NotificationRow = Selectable<Tables['notifications']>;
interface NamedRow extends NotificationRow {
  readonly store_name: string;
  readonly reservation_code: string | null;
  readonly room_id: string | null;
  readonly room_name: string | null;
  readonly starts_at: Date | null;
  readonly confirmed_by_name: string | null;
}
interface Counted {
  readonly counted_total: number;
  readonly is_limited: boolean;
  readonly counted_unconfirmed: number;
  readonly newest_id: string | null;
}

export interface SearchDeps {
  readonly db: Database;
  readonly searchTimeoutMs: number;
}

/**
 * Reads a page of a filter and its counts in one statement. A text search has no index: its counts read all
 * notifications of the actor, within a time-out.
 */
export async function searchNotifications(
  { db, searchTimeoutMs }: SearchDeps,
  actor: Actor,
  query: NotificationQuery,
): Promise<ReplyOf<typeof listNotifications>> {
  const { page, limit, sort, include, ...filter } = query;
  const order = (table: string) =>
    sort === 'newest'
      ? sql`${sql.ref(`${table}.id`)} desc`
      : sql`(${sql.ref(`${table}.confirmed_at`)} is null) desc, ${sql.ref(`${table}.id`)} desc`;
  const found = sql`select n.* from notifications n where ${matchNotifications(filter)} order by ${order('n')}
    limit ${limit} offset ${page * limit}`;
  const rows = await db.doAtOnce(
    actor,
    sql<Counted & (NotificationRow | NamedRow | { readonly id: null })>`
    select counts.*, (select id from notifications order by id desc limit 1) as newest_id, page.*
    from (${countsOf(filter)}) as counts
    left join lateral (${include === undefined ? found : named(found)}) as page on true
    order by ${order('page')}`,
    query.q === undefined ? {} : { timeoutMs: searchTimeoutMs },
  );
  const [first] = rows;
  return {
    ...(first?.is_limited === true ? toGrowingTotal(first.counted_total) : { total: first?.counted_total ?? 0 }),
    unconfirmedCount: first?.counted_unconfirmed ?? 0,
    items: rows.flatMap((row) =>
      row.id === null
        ? []
        : 'store_name' in row
          ? [{ ...toNotification(row), details: detailsOf(row) }]
          : [toNotification(row)],
    ),
    ...(include !== undefined && { newestId: first?.newest_id ?? null }),
  };
}

/**
 * Uses the stored counts for filters by store and state. For every other filter it counts the rows up to a limit, and
 * all unconfirmed ones, which are few.
 */
function countsOf(filter: NotificationFilter): RawBuilder<unknown> {
  const { storeId, state, ...more } = filter;
  if (Object.values(more).some((value) => value !== undefined)) {
    const matching = sql`from notifications n where ${matchNotifications(filter)}`;
    return sql`select
      (select count(*)::bigint from (select ${matching} order by n.id desc limit ${LIST_COUNTS_TO + 1}) as counted)
        as counted_total, true as is_limited,
      (select count(*)::bigint ${matching} and n.confirmed_at is null) as counted_unconfirmed`;
  }
  const [unconfirmed, total] = [sql`coalesce(sum(unconfirmed), 0)::bigint`, sql`coalesce(sum(total), 0)::bigint`];
  const counted = state === undefined ? total : state === 'unconfirmed' ? unconfirmed : sql`${total} - ${unconfirmed}`;
  return sql`
    select ${counted} as counted_total, false as is_limited,
      ${state === 'confirmed' ? sql`0::bigint` : unconfirmed} as counted_unconfirmed
    from notification_counts ${storeId === undefined ? sql`` : sql`where store_id = ${storeId}`}`;
}

/** The condition of a filter on `notifications n`. */
export function matchNotifications(filter: NotificationFilter): RawBuilder<SqlBool> {
  const { storeId, state, kind, q, from, to, ids, afterId, upToId } = filter;
  const conditions = [
    sql`true`,
    storeId === undefined ? null : sql`n.store_id = ${storeId}`,
    state === undefined
      ? null
      : state === 'unconfirmed'
        ? sql`n.confirmed_at is null`
        : sql`n.confirmed_at is not null`,
    kind === undefined ? null : sql`n.kind = ${kind}`,
    from === undefined ? null : sql`n.created_at >= ${new Date(from)}`,
    to === undefined ? null : sql`n.created_at < ${new Date(to)}`,
    ids === undefined ? null : sql`n.id = any (${ids}::uuid[])`,
    afterId === undefined ? null : sql`n.id > ${afterId}`,
    upToId === undefined ? null : sql`n.id <= ${upToId}`,
    q === undefined ? null : said(q),
  ];
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`;
}

/** `35,000`, `₩35000` or `35000원`. */
const AMOUNT = /^₩?\s*[\d,]+\s*원?$/;

function said(q: string): RawBuilder<SqlBool> {
  const text = q.normalize('NFC');
  const code = normaliseReservationCode(q) ?? text.toUpperCase();
  const begins =
    AMOUNT.test(text) && /\d/.test(text) ? sql`or starts_with(n.amount::text, ${text.replace(/\D/g, '')})` : sql``;
  return sql<SqlBool>`(position(lower(${text}::text) in lower(n.text)) > 0
    or n.reservation_id in (select r.id from reservations r where r.code = ${code}) ${begins})`;
}

function named(found: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select n.*, s.name as store_name, r.code as reservation_code, r.room_id, m.name as room_name, r.starts_at,
      u.name as confirmed_by_name
    from (${found}) n
    join stores s on s.id = n.store_id
    left join reservations r on r.store_id = n.store_id and r.id = n.reservation_id
    left join rooms m on m.store_id = r.store_id and m.id = r.room_id
    left join users u on u.id = n.confirmed_by`;
}

export function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    storeId: row.store_id,
    reservationId: row.reservation_id,
    amount: row.amount,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: row.confirmed_by,
  };
}

function detailsOf(row: NamedRow): NonNullable<Notification['details']> {
  const { reservation_code: code, room_id: roomId, room_name: roomName, starts_at: startsAt } = row;
  return {
    storeName: row.store_name,
    reservation:
      code === null || roomId === null || roomName === null || startsAt === null
        ? null
        : { code, roomId, roomName, startsAt: startsAt.toISOString() },
    confirmedByName: row.confirmed_by_name,
  };
}
