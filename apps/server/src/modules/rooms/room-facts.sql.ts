import type { BlockReason, ReservationState, Room } from '@munjigi/contract';
import { decideRoom } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';

/** Home Assistant's device classes of sensors that detect people. A sensor of `motion` misses a person who sits still. */
export const PEOPLE_CLASSES = ['occupancy', 'presence', 'motion'];

/** Times are texts, because they come out of JSON. */
interface HoldRow {
  readonly kind: 'GUEST' | 'BLOCK' | 'CLOSURE';
  readonly id: string | null;
  readonly state: ReservationState | null;
  readonly starts_at: string;
  /** `null`: a closure for good. */
  readonly ends_at: string | null;
  readonly kept_until: string | null;
  readonly reason: BlockReason | null;
  readonly is_held_open: boolean;
}

/** The columns of `roomFactsOf`. */
export interface RoomFactsRow {
  readonly next_starts_at: Date | null;
  readonly holds: readonly HoldRow[];
  readonly overruns: readonly { readonly id: string; readonly since: string; readonly told_from: string }[];
  readonly sensors: readonly {
    readonly is_online: boolean;
    readonly is_active: boolean | null;
    readonly sees_still_people: boolean;
  }[];
  readonly is_locked_down: boolean;
  readonly is_fire_released: boolean;
  readonly is_door_open: boolean;
}

/** For a WITH before `roomFactsOf`: the doors of the stores in `page`, summed by room. Doors of the store have no room. */
export const ROOM_DOORS: RawBuilder<unknown> = sql`room_doors as materialized (
  select d.store_id, d.room_id, bool_or(d.door_mode = 'LOCKED_DOWN') as is_locked_down,
    bool_or(d.door_mode = 'HELD_OPEN' and d.emergency_id is not null) as is_fire_released,
    bool_or(l.online <> 'OFFLINE' and l.leaf_state in ('OPEN', 'AJAR', 'FORCED_OPEN')) as is_open
  from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
  where d.removed_at is null and d.store_id in (select store_id from page) group by d.store_id, d.room_id)`;

/**
 * For a lateral join: what decides the state of the room `r` with the ids of its parts in `parts.ids` (RM-7). A joined
 * room is taken by the holds of its parts and seen by their sensors. Reads at most the three holds of each that end
 * next, so the cost does not grow with the number of reservations.
 */
export function roomFactsOf(now: Date): RawBuilder<unknown> {
  return sql`
    select takings.next_starts_at, takings.holds, door.*,
      (select coalesce(json_agg(json_build_object('id', o.id, 'since', o.since, 'told_from', o.told_from)
        order by o.since, o.id), '[]')
       from overruns o
       where o.store_id = r.store_id and o.ended_at is null and (o.room_id = any (array[r.id] || parts.ids)
         or o.room_id in (select p.room_id from room_parts p where p.store_id = r.store_id and p.part_room_id = r.id)))
           as overruns,
      (select coalesce(json_agg(json_build_object(
          -- Without a connection to the broker the last reports are old.
          'is_online', l.online = 'ONLINE' and exists (select from device_listeners where until > clock_timestamp()),
            'is_active', (l.state ->> 'isActive')::boolean,
          'sees_still_people', v.traits ->> 'sensorClass' <> 'motion')), '[]')
       from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id
       where v.store_id = r.store_id and v.room_id = any (array[r.id] || parts.ids) and v.removed_at is null
         and v.kind = 'BINARY_SENSOR'
         and v.traits ->> 'sensorClass' = any (${PEOPLE_CLASSES})) as sensors
    from (
      select min(starts_at) filter (where starts_at > ${now}) as next_starts_at,
        coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'state', state, 'starts_at', starts_at, 'ends_at',
          ends_at,
          'kept_until', kept_until, 'reason', block_reason, 'is_held_open', is_held_open)), '[]') as holds
      from (
        select h.* from unnest(case when parts.ids = '{}' then array[r.id] else parts.ids end) as kept cross
          join lateral (
          select x.kind, x.id, x.state, h.starts_at, x.ends_at, h.ends_at as kept_until, x.block_reason,
            x.extension_ends_at is not null as is_held_open
          from reservation_holds h join reservations x on x.store_id = h.store_id and x.id = h.reservation_id
          where h.store_id = r.store_id and h.room_id = kept and h.ends_at > ${now}
            -- A lapsed unpaid hold does not count, even if its timer is late.
            and (x.hold_expires_at is null or x.hold_expires_at > ${now})
          order by h.ends_at limit 3) as h
        union all
        select 'CLOSURE', null, null, c.starts_at, until.at, until.at, null, false
        from closures c cross join lateral (select case when c.is_for_good then null else c.ends_at end as at) as until
        where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > ${now}
          and closes_room(c.store_id, c.room_ids, r.id)
      ) as taking where r.archived_at is null) as takings
    cross join lateral (
      -- The store's doors decide for a room without a door.
      select coalesce(bool_or(d.is_locked_down), false) as is_locked_down,
        coalesce(bool_or(d.is_fire_released), false) as is_fire_released,
        coalesce(bool_or(d.is_open and d.room_id is not null), false) as is_door_open
      from room_doors d where d.store_id = r.store_id and case
        when exists (select from room_doors own where own.store_id = r.store_id
            and own.room_id = any (array[r.id] || parts.ids))
          then d.room_id = any (array[r.id] || parts.ids)
        else d.room_id is null end) as door`;
}

type PresentState = Pick<
  Room,
  'state' | 'stateUntil' | 'blockReason' | 'presentReservationId' | 'presence' | 'isBookable' | 'overrun'
>;

/** Decides the state of a room from its facts. */
export function toPresentState(row: RoomFactsRow & { readonly archived_at: Date | null }, now: Date): PresentState {
  const present = decideRoom(
    {
      isArchived: row.archived_at !== null,
      holds: row.holds.map((hold) => ({
        kind: hold.kind,
        reservationId: hold.id,
        state: hold.state,
        startsAt: Date.parse(hold.starts_at),
        endsAt: toMoment(hold.ends_at),
        keptUntil: toMoment(hold.kept_until),
        blockReason: hold.reason,
        isHeldOpen: hold.is_held_open,
      })),
      overruns: row.overruns.map(({ id, told_from: countsFrom }) => ({
        reservationId: id,
        countsFrom: Date.parse(countsFrom),
      })),
      sensors: row.sensors.map((sensor) => ({
        isOnline: sensor.is_online,
        isActive: sensor.is_active,
        seesStillPeople: sensor.sees_still_people,
      })),
      doors: { isLockedDown: row.is_locked_down, isFireReleased: row.is_fire_released, isOpen: row.is_door_open },
    },
    now.getTime(),
  );
  return {
    state: present.state,
    stateUntil: present.until === null ? null : new Date(present.until).toISOString(),
    blockReason: present.blockReason,
    presentReservationId: present.reservationId,
    presence: present.presence,
    isBookable: present.isBookable,
    overrun: row.archived_at === null ? toOverrun(row) : null,
  };
}

function toMoment(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function toOverrun({ overruns: [overrun] }: RoomFactsRow): Room['overrun'] {
  if (overrun === undefined) return null;
  const { id: reservationId, since, told_from: reportedFrom } = overrun;
  return { reservationId, since: new Date(since).toISOString(), reportedFrom: new Date(reportedFrom).toISOString() };
}
