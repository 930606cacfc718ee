import type { CancellationTier, OpeningHours } from '@munjigi/contract';
import type { PriceRule } from '@munjigi/rules';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import { policiesOf } from '../../price-policies/index.ts';
import { KEEPS_OF_ONE } from './holds.sql.ts';

/** The row of the statement below. */
export interface BookingRow {
  product_id: string;
  store_id: string;
  room_id: string;
  capacity: number;
  archived_at: Date | null;
  time_zone: string;
  hours: OpeningHours[];
  slot_minutes: number;
  min_minutes: number;
  max_minutes: number;
  horizon_days: number;
  buffer_minutes: number;
  hold_minutes: number;
  day_cutoff: string;
  cancellation_tiers: CancellationTier[];
  policies: PriceRule[];
  holiday_edits: { date: string; isHoliday: boolean }[];
  closures: { startsAt: string; endsAt: string }[];
  /** Reservations that occupy the time or the buffer after it. */
  kept: { reservationId: string; state: string; holdExpiresAt: string | null }[];
  has_waiting: boolean;
}

const SETTINGS = [
  'time_zone',
  'hours',
  'slot_minutes',
  'min_minutes',
  'max_minutes',
  'horizon_days',
  'buffer_minutes',
  'hold_minutes',
  'day_cutoff',
  'cancellation_tiers',
] as const;
/** Names the columns, because the database role of the timers may not read all columns of `stores`. */
const settingsOf = (store: string) => SETTINGS.map((name) => `${store}.${name}`).join(', ');

/**
 * Parameters: $1 room, $2 start, $3 end, $4 whether it is a block, $5 the reservation being changed or null, $6 from
 * when it would occupy the room.
 */
const BOOKING = prepareStatement<BookingRow>(`
  select r.product_id, r.store_id, r.id as room_id, r.capacity, r.archived_at, ${settingsOf('s')},
    ${policiesOf('r.store_id')} as policies,
    (select coalesce(json_agg(json_build_object('date', h.date, 'isHoliday', h.is_holiday)), '[]')
     from store_holidays h where h.store_id = r.store_id and h.date between $2::timestamptz::date - 2
       and $3::timestamptz::date + 2) as holiday_edits,
    (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)), '[]')
     from closures c
     where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > $2 and c.starts_at < $3
       and closes_room(c.store_id, c.room_ids, r.id)) as closures,
    (select coalesce(json_agg(json_build_object('reservationId', k.id, 'state', k.state, 'holdExpiresAt',
      k.hold_expires_at)), '[]')
     from ${KEEPS_OF_ONE}
     where h.ends_at > $6 and h.starts_at < $3::timestamptz + case when $4::boolean then interval '0'
       else s.buffer_minutes * interval '1 minute' end
       and h.reservation_id is distinct from $5::uuid) as kept,
    -- No buffer is longer than four hours (0006).
    exists (select from waitlist w where w.store_id = r.store_id and w.state in ('WAITING', 'FREE')
            and w.ends_at > $2::timestamptz - interval '4 hours' and w.starts_at < $3::timestamptz + interval '4 hours')
              as has_waiting
  -- The offset makes the planner read the room first, even before the tables have statistics.
  from rooms r cross join lateral (select ${settingsOf('its')} from stores as its where its.product_id = r.product_id
    and its.id = r.store_id offset 0) as s
  where r.id = $1`);

/**
 * Also makes PostgreSQL use generic plans for the rest of the transaction: planning each call takes five times as long
 * as running it.
 */
const LOCK_ROOMS = prepareStatement("select take_rooms($1), set_config('plan_cache_mode', 'force_generic_plan', true)");

export interface RequestedTime {
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isBlock: boolean;
  /** The reservation being changed; it does not conflict with itself. */
  readonly reservationId?: string;
  /** For a guest who changes rooms during the stay: when the new room becomes occupied. */
  readonly keepsFrom?: Date;
}

/**
 * Locks these rooms against other writers until the transaction ends, so that later reads stay true. Call it before any
 * row is locked.
 */
export function selectRoomsForUpdate(tx: Tx, roomIds: readonly string[]): void {
  LOCK_ROOMS.write(tx, roomIds);
}

/**
 * Reads everything that decides about a time in a room, in one statement. Returns `undefined` for a room that does not
 * exist or that the person cannot see.
 */
export async function findBooking(tx: Tx, time: RequestedTime): Promise<BookingRow | undefined> {
  const [row] = await BOOKING.read(
    tx,
    time.roomId,
    time.startsAt.toISOString(),
    time.endsAt.toISOString(),
    time.isBlock,
    time.reservationId ?? null,
    (time.keepsFrom ?? time.startsAt).toISOString(),
  );
  return row;
}
