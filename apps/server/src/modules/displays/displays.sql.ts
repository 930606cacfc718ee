import type { OpeningHours } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { prepareStatement, statement, SYSTEM, type Database, type Tables, type Tx } from '../../db/index.ts';
import { isKeptAt, keepsOf } from '../reservations/index.ts';

/** A row of the table without the hash of the token, which staff never read back. */
export type DisplayRow = Omit<Selectable<Tables['door_displays']>, 'token_hash'>;

const COLUMNS = [
  'product_id',
  'store_id',
  'id',
  'room_id',
  'issued_at',
  'issued_by',
  'issued_by_name',
  'revoked_at',
  'last_seen_at',
] as const satisfies readonly (keyof DisplayRow)[];

interface OfRoom {
  readonly storeId: string;
  readonly roomId: string;
}

/** Finds the display of a room that was issued last, active or not. */
export async function findLatestDisplay(tx: Tx, { storeId, roomId }: OfRoom): Promise<DisplayRow | null> {
  const row = await tx
    .selectFrom('door_displays')
    .select(COLUMNS)
    .where('store_id', '=', storeId)
    .where('room_id', '=', roomId)
    // Of two that were issued in one millisecond, the active one.
    .orderBy('issued_at', 'desc')
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export interface UsedDisplay {
  readonly product_id: string;
  readonly slug: string;
  readonly store_id: string;
  readonly id: string;
  readonly room_id: string;
}

const MINUTE_MS = 60_000;

/** Finds the active display with this hash in one statement, which also writes when it was seen, once a minute. */
export async function useDisplay(
  db: Database,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<UsedDisplay | undefined> {
  const [display] = await db.doAtOnce(
    SYSTEM,
    statement<UsedDisplay>`
    with known as (
      select d.product_id, p.slug, d.store_id, d.id, d.room_id, d.last_seen_at
      from door_displays d join products p on p.id = d.product_id
      where d.token_hash = ${hash} and d.revoked_at is null),
    noted as (
      update door_displays d set last_seen_at = ${now}::timestamptz from known
      where d.store_id = known.store_id and d.id = known.id
        and (known.last_seen_at is null or known.last_seen_at <= ${new Date(now.getTime() - MINUTE_MS)}))
    select product_id, slug, store_id, id, room_id from known`,
  );
  return display;
}

interface StoredPeriod {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The room of a display with its store. Of reservations it has times and kinds only. */
export interface DisplayedRoom {
  readonly storeName: string;
  readonly storePhone: string;
  readonly timeZone: string;
  readonly hours: OpeningHours[];
  readonly bookingIsOpen: boolean;
  readonly roomName: string;
  readonly holds: readonly (StoredPeriod & {
    /** The end of the stay, before its buffer. */
    readonly stayEndsAt: string;
    readonly kind: string;
    readonly blockReason: string | null;
  })[];
  readonly closures: readonly StoredPeriod[];
}

/** Parameters: $1 store, $2 room, $3–$4 the time of the plan, $5 now. */
const PLAN = prepareStatement<DisplayedRoom>(`
  select s.name as "storeName", s.phone as "storePhone", s.time_zone as "timeZone", s.hours,
    s.booking_is_open as "bookingIsOpen", r.name as "roomName",
    (select coalesce(json_agg(json_build_object('startsAt', h.starts_at, 'endsAt', h.ends_at,
        'stayEndsAt', least(k.ends_at, h.ends_at), 'kind', k.kind, 'blockReason', k.block_reason)
        order by h.starts_at, h.ends_at, k.id), '[]') from ${keepsOf('r')}
     where h.ends_at > $3 and h.starts_at < $4 and ${isKeptAt('$5')}) as holds,
    (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)
      order by c.starts_at, c.id), '[]')
     from closures c
     where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > $3 and c.starts_at < $4
       and closes_room(c.store_id, c.room_ids, r.id)) as closures
  from rooms r join stores s on s.id = r.store_id
  where r.store_id = $1 and r.id = $2 and r.archived_at is null and s.closed_at is null`);

/** Reads the room of a display. `null`: the room is archived, or the store is closed for good. */
export async function readDisplayedRoom(
  tx: Tx,
  { storeId, roomId }: OfRoom,
  { from, until, now }: { readonly from: Date; readonly until: Date; readonly now: Date },
): Promise<DisplayedRoom | null> {
  const [room] = await PLAN.read(tx, storeId, roomId, from.toISOString(), until.toISOString(), now.toISOString());
  return room ?? null;
}
