import type { CalendarFeed, listCalendarFeeds, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';

export type FeedRow = Selectable<Tables['calendar_feeds']>;

export function toCalendarFeed(row: FeedRow): CalendarFeed {
  return {
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    createdAt: row.created_at.toISOString(),
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  };
}

/** Active feeds, newest first. */
export async function findFeeds(
  tx: Tx,
  { storeId, page, limit, sort }: QueryOf<typeof listCalendarFeeds>,
): Promise<{ total: number; items: CalendarFeed[] }> {
  const living = tx
    .selectFrom('calendar_feeds')
    .where('revoked_at', 'is', null)
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''));
  const { total, rows } = await readNumberedPage(living.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { createdAt: 'created_at' }, 'id', sql`created_at desc, id`),
  });
  return { total, items: rows.map(toCalendarFeed) };
}

/** Finds a feed by its id in the product of this slug, for a request without a person. Runs as the system. */
export async function findFeedOf(tx: Tx, productSlug: string, feedId: string): Promise<FeedRow | null> {
  const { rows } = await sql<FeedRow>`
    select f.* from calendar_feeds f join products p on p.id = f.product_id where f.id = ${feedId}
      and p.slug = ${productSlug}`.execute(tx);
  return rows[0] ?? null;
}

/** The reservations that a feed shows. */
interface Scope {
  readonly storeId: string;
  readonly roomId: string | null;
  readonly now: Date;
}

/**
 * The feed of a room also shows reservations of its parts and of the composite rooms it belongs to, because they occupy
 * the room.
 */
const roomsOf = ({ storeId, roomId }: Scope) => sql`(
  select id, name from rooms where store_id = ${storeId} and (${roomId}::uuid is null or id = ${roomId} or id in (
    select part_room_id from room_parts where store_id = ${storeId} and room_id = ${roomId}
    union select room_id from room_parts where store_id = ${storeId} and part_room_id = ${roomId})))`;

const shows = ({ storeId, now }: Scope) => sql`
  r.store_id = ${storeId} and r.starts_at >= ${now}::timestamptz - interval '30 days'
  and r.starts_at < ${now}::timestamptz + (select horizon_days * interval '1 day' from stores where id = ${storeId})`;

export interface FeedState {
  readonly storeName: string;
  readonly roomName: string | null;
  readonly timeZone: string;
  /** Changes whenever anything that the feed shows changes. */
  readonly digest: string;
}

/** A digest of the content of a feed, enough to answer 304. */
export async function readFeedState(tx: Tx, scope: Scope): Promise<FeedState> {
  const { rows } = await sql<FeedState>`
    select s.name as "storeName", s.time_zone as "timeZone",
      (select name from rooms where store_id = s.id and id = ${scope.roomId}) as "roomName",
      md5(concat_ws('|', s.name, s.time_zone,
        (select string_agg(its.id || its.name, '|' order by its.id) from ${roomsOf(scope)} as its),
        (select string_agg(r.id || '.' || r.version, '|' order by r.id)
         from reservations r join ${roomsOf(scope)} as its on its.id = r.room_id where ${shows(scope)}))) as digest
    from stores s where s.id = ${scope.storeId}`.execute(tx);
  const state = rows[0];
  if (!state) throw new Error('the store of a calendar feed is not there');
  return state;
}

export interface ShownReservation extends Pick<
  Selectable<Tables['reservations']>,
  'id' | 'code' | 'kind' | 'state' | 'block_reason' | 'starts_at' | 'ends_at' | 'version'
> {
  readonly room_name: string;
  readonly changed_at: Date;
}

/** Reservations by start, without data of the guest. */
export async function findShown(tx: Tx, scope: Scope): Promise<ShownReservation[]> {
  const { rows } = await sql<ShownReservation>`
    select r.id, r.code, r.kind, r.state, r.block_reason, r.starts_at, r.ends_at, r.version, its.name as room_name,
      coalesce((select e.at from reservation_events e
                where e.store_id = r.store_id and e.reservation_id = r.id
                  and e.kind not in ('REVEALED', 'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT') order by e.id desc
                  limit 1), r.created_at) as changed_at
    from reservations r join ${roomsOf(scope)} as its on its.id = r.room_id
    where ${shows(scope)} order by r.starts_at, r.id`.execute(tx);
  return rows;
}
