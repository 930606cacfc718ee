import type { listWaitlist, QueryOf, WaitlistEntry } from '@munjigi/contract';
import { maskEmail, maskName, maskPhone } from '@munjigi/rules';
import { sql, type Selectable } from 'kysely';
import { orderOf, readGrowingPage, type GrowingTotal, type Tables, type Tx } from '../../../db/index.ts';

export type WaitlistRow = Selectable<Tables['waitlist']>;

/** The entry with the guest masked (PD-1). */
export function toWaitlistEntry(row: WaitlistRow): WaitlistEntry {
  return {
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    headCount: row.head_count,
    guestName: maskName(row.guest_name),
    guestPhone: maskPhone(row.guest_phone),
    guestEmail: row.guest_email === '' ? '' : maskEmail(row.guest_email),
    guestLanguage: row.guest_language,
    memo: row.memo,
    origin: row.origin,
    state: row.state,
    freeSince: row.free_since?.toISOString() ?? null,
    freeRoomId: row.free_room_id,
    offeredReservationId: row.offered_reservation_id,
    offerUntil: row.offer_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** FREE entries first, then OFFERED, then WAITING, then the rest; each by start. */
export async function findWaitlist(
  tx: Tx,
  { storeId, state, page, limit, sort }: QueryOf<typeof listWaitlist>,
): Promise<GrowingTotal & { items: WaitlistEntry[] }> {
  const entries = tx
    .selectFrom('waitlist')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .where((eb) => eb.and({ ...(state !== undefined && { state }) }));
  const { rows, ...count } = await readGrowingPage(tx, entries.selectAll(), {
    page,
    limit,
    order: orderOf(
      sort,
      { startsAt: 'starts_at' },
      'id',
      sql`case state when 'FREE' then 0 when 'OFFERED' then 1 when 'WAITING' then 2 else 3 end, starts_at, id`,
    ),
  });
  return { ...count, items: rows.map(toWaitlistEntry) };
}

export async function findEntry(tx: Tx, entryId: string): Promise<WaitlistRow | null> {
  return (await tx.selectFrom('waitlist').selectAll().where('id', '=', entryId).executeTakeFirst()) ?? null;
}

/**
 * Whether the room `r` can be booked for the entry `w` in the store `s`: no hold during the time and the buffer after it,
 * and no closure during the time.
 */
const IS_FREE_FOR_W = sql`
        r.store_id = w.store_id and (w.room_id is null or r.id = w.room_id) and r.archived_at is null
          and r.capacity >= w.head_count
        and not exists (
          select from rooms_kept_by(r.store_id, r.id) as kept join reservation_holds h on h.store_id = r.store_id
            and h.room_id = kept
          where h.ends_at > w.starts_at and h.starts_at < w.ends_at + s.buffer_minutes * interval '1 minute')
        and not exists (
          select from closures c
          where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > w.starts_at
            and c.starts_at < w.ends_at
            and closes_room(c.store_id, c.room_ids, r.id))`;

export interface ReviewedWaitlistRow extends WaitlistRow {
  /** A room that could be booked now for the entry's time. */
  readonly free_now: string | null;
  /** The setting of its store; 0: the server offers nothing. */
  readonly offer_minutes: number;
}

/**
 * Locks the open entries of a store whose time, buffer included, overlaps this period, and finds a room that is free
 * for each: with no hold during the time and the buffer after it, and no closure during the time. Prefers the room that
 * was free before, then `roomId`, then the smallest.
 */
export async function reviewEntries(
  tx: Tx,
  {
    storeId,
    roomId,
    startsAt,
    endsAt,
    now,
  }: {
    readonly storeId: string;
    readonly roomId: string | null;
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly now: Date;
  },
): Promise<ReviewedWaitlistRow[]> {
  const { rows } = await sql<ReviewedWaitlistRow>`
    select w.*, f.id as free_now, s.waitlist_offer_minutes as offer_minutes
    from waitlist w join stores s on s.id = w.store_id left join lateral (
      select r.id from rooms r
      where ${IS_FREE_FOR_W}
      order by coalesce(r.id = w.free_room_id, false) desc, coalesce(r.id = ${roomId}::uuid, false) desc, r.capacity,
        r.sort_order, r.id
      limit 1) as f on true
    where w.store_id = ${storeId} and w.state in ('WAITING', 'FREE') and w.starts_at > ${now}
      and w.starts_at < ${endsAt} and w.ends_at + s.buffer_minutes * interval '1 minute' > ${startsAt}
    order by w.id for update of w`.execute(tx);
  return rows;
}

/** Makes the offers of a store wait for each other until the transaction ends. */
export async function selectOffersForUpdate(tx: Tx, storeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waitlist offers ${storeId}`}, 0))`.execute(tx);
}

export interface FirstToOffer {
  readonly id: string;
  /** The free rooms, the smallest first. */
  readonly room_ids: readonly [string, ...string[]];
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly head_count: number;
}

/**
 * Finds the entry that has waited longest among those of a period that have a phone number and a free room. Entries that are FREE belong to staff.
 */
export async function findFirstToOffer(
  tx: Tx,
  of: { readonly storeId: string; readonly startsAt: Date; readonly endsAt: Date; readonly now: Date },
): Promise<FirstToOffer | undefined> {
  const { rows } = await sql<FirstToOffer>`
    select w.id, w.starts_at, w.ends_at, w.head_count, f.room_ids
    from waitlist w join stores s on s.id = w.store_id cross join lateral (
      select array_agg(r.id order by r.capacity, r.sort_order, r.id) as room_ids from rooms r where ${IS_FREE_FOR_W})
        as f
    where f.room_ids is not null and w.store_id = ${of.storeId} and w.state = 'WAITING' and w.starts_at > ${of.now}
      and length(w.guest_phone) > 0
      and s.waitlist_offer_minutes > 0
      and w.starts_at < ${of.endsAt} and w.ends_at + s.buffer_minutes * interval '1 minute' > ${of.startsAt}
    order by w.created_at, w.id limit 1`.execute(tx);
  return rows[0];
}
