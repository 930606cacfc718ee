import type { CancellationTier, OpeningHours } from '@munjigi/contract';
import type { PriceRule } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { policiesOf } from '../price-policies/index.ts';
import { keepsOf } from './holds.sql.ts';
import { sqlText } from './sql-text.ts';

/** As the statement gives it. */
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
  /** Who keeps the time, the buffer after it included. */
  kept: { reservationId: string; state: string; holdExpiresAt: string | null }[];
  has_waiting: boolean;
}

const SETTINGS = ['time_zone', 'hours', 'slot_minutes', 'min_minutes', 'max_minutes', 'horizon_days', 'buffer_minutes', 'hold_minutes', 'day_cutoff', 'cancellation_tiers'] as const;
/** And no other column: a timer may read these alone. */
const settingsOf = (store: string) => SETTINGS.map((name) => `${store}.${name}`).join(', ');

/** $1 room, $2 start, $3 end, $4 is it a block, $5 the reservation that it is about or null, $6 from when it would keep the room */
const BOOKING = sqlText<BookingRow>(`
  select r.product_id, r.store_id, r.id as room_id, r.capacity, r.archived_at, ${settingsOf('s')},
    ${policiesOf('r.store_id')} as policies,
    (select coalesce(json_agg(json_build_object('date', h.date, 'isHoliday', h.is_holiday)), '[]')
     from store_holidays h where h.store_id = r.store_id and h.date between $2::timestamptz::date - 2 and $3::timestamptz::date + 2) as holiday_edits,
    (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)), '[]')
     from closures c
     where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > $2 and c.starts_at < $3
       and closes_room(c.store_id, c.room_ids, r.id)) as closures,
    (select coalesce(json_agg(json_build_object('reservationId', k.id, 'state', k.state, 'holdExpiresAt', k.hold_expires_at)), '[]')
     from ${keepsOf('r')}
     where h.ends_at > $6 and h.starts_at < $3::timestamptz + case when $4::boolean then interval '0' else s.buffer_minutes * interval '1 minute' end
       and h.reservation_id is distinct from $5::uuid) as kept,
    -- No buffer is longer than four hours (0006).
    exists (select from waitlist w where w.store_id = r.store_id and w.state in ('WAITING', 'FREE')
            and w.ends_at > $2::timestamptz - interval '4 hours' and w.starts_at < $3::timestamptz + interval '4 hours') as has_waiting
  -- The room first, whatever the planner believes of tables that nobody has counted yet: hence the offset.
  from rooms r cross join lateral (select ${settingsOf('its')} from stores as its where its.product_id = r.product_id and its.id = r.store_id offset 0) as s
  where r.id = $1`);

/** From here on plans are kept: PostgreSQL would make one for each call, which takes five times as long as what is planned. */
const TAKE_ROOMS = sqlText("select take_rooms($1), set_config('plan_cache_mode', 'force_generic_plan', true)");

export interface AskedTime {
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isBlock: boolean;
  /** It does not stand in its own way. */
  readonly reservationId?: string;
  /** Of a guest who is in another room until then. */
  readonly keepsFrom?: Date;
}

/** Keeps other writers out of these rooms until the transaction ends; what is read after it stays true. Before any row is locked. */
export function takeRooms(tx: Tx, roomIds: readonly string[]): void {
  TAKE_ROOMS.write(tx, roomIds);
}

/** All that decides about a time in a room, in one statement; nothing for a room that is not there, or not for this person. */
export async function findBooking(tx: Tx, it: AskedTime): Promise<BookingRow | undefined> {
  const [row] = await BOOKING.read(tx, it.roomId, it.startsAt.toISOString(), it.endsAt.toISOString(), it.isBlock, it.reservationId ?? null, (it.keepsFrom ?? it.startsAt).toISOString());
  return row;
}
