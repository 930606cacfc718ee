import { prepareStatement, type Tx } from '../../../db/index.ts';
import { isKeptAt, keepsOf } from '../stay/holds.sql.ts';

export interface RoomAvailabilityRow {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  /** Occupied by reservations and blocks, buffers included. */
  readonly taken: readonly { readonly startsAt: string; readonly endsAt: string }[];
  readonly closures: readonly { readonly startsAt: string; readonly endsAt: string }[];
}

/** Parameters: $1 store, $2 room or null, $3–$4 the time, $5 now, $6 a reservation that does not count, or null. */
const TIMES = prepareStatement<RoomAvailabilityRow>(`
  select r.id, r.name, r.capacity,
    (select coalesce(json_agg(json_build_object('startsAt', h.starts_at, 'endsAt', h.ends_at)), '[]')
      from ${keepsOf('r')}
     where h.ends_at > $3 and h.starts_at < $4 and ${isKeptAt('$5')}
       and h.reservation_id is distinct from $6::uuid) as taken,
    (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)), '[]') from closures c
     where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > $3 and c.starts_at < $4
       and closes_room(c.store_id, c.room_ids, r.id)) as closures
  from rooms r where r.store_id = $1 and r.archived_at is null and ($2::uuid is null or r.id = $2)
    order by r.sort_order, r.id`);

/** Reads when the rooms of a store are unavailable: one room, or all rooms that are not archived. */
export async function findTimes(
  tx: Tx,
  item: {
    readonly storeId: string;
    readonly roomId: string | undefined;
    readonly from: Date;
    readonly to: Date;
    readonly now: Date;
    /** The reservation that is to move: its time counts as free. */
    readonly exceptReservationId?: string | undefined;
  },
): Promise<RoomAvailabilityRow[]> {
  return TIMES.read(
    tx,
    item.storeId,
    item.roomId ?? null,
    item.from.toISOString(),
    item.to.toISOString(),
    item.now.toISOString(),
    item.exceptReservationId ?? null,
  );
}
