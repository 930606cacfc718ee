import type { OpeningHours, StrandedCause } from '@munjigi/contract';
import { openPeriods } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { ReservationRow } from './stay/reservation-row.ts';

/** A guest's stay that has not ended and whose room or time was closed after the booking (ST-50). */
export interface StrandedStay {
  readonly row: ReservationRow;
  readonly storeName: string;
  readonly roomName: string;
  readonly cause: StrandedCause;
  readonly closureReason: string;
}

interface StrandedFilter {
  readonly storeId?: string | undefined;
  readonly reservationId?: string;
}

const DAY_MS = 24 * 3600_000;
/** A guest's reservation is never longer than a week, so one that has not ended started after this. */
const LONGEST = sql`interval '8 days'`;
/** Of a stay: time that its guest holds belongs to it (GT-12). */
const STAYS_UNTIL = sql`case when x.extension_ends_at is null then x.ends_at else x.extension_ends_at end`;

/**
 * Finds the guests whose stays collide with a closure, the opening hours or an archived room, soonest first. It
 * compares the reservations as they are now, so the list is empty exactly when no stay is stranded.
 */
export async function findStrandedStays(tx: Tx, now: Date, filter: StrandedFilter = {}): Promise<StrandedStay[]> {
  const open = await readOpenTimes(tx, now, filter);
  if (open.length === 0) return [];
  const { rows } = await sql<
    ReservationRow & { store_name: string; room_name: string; cause: StrandedCause; closure_reason: string | null }
  >`
    select x.*, o.store_name, r.name as room_name, found.cause, closed.reason as closure_reason
    from unnest(${open.map(({ id }) => id)}::uuid[], ${open.map(({ name }) => name)}::text[],
      ${open.map(({ times }) => times)}::text[])
      as o(store_id, store_name, open_times)
    join reservations x on x.store_id = o.store_id
    join rooms r on r.store_id = x.store_id and r.id = x.room_id
    left join lateral (
      select c.reason from closures c
      where c.store_id = x.store_id and c.withdrawn_at is null and c.starts_at < ${STAYS_UNTIL}
        and c.ends_at > greatest(x.starts_at, ${now}::timestamptz)
        and closes_room(c.store_id, c.room_ids, x.room_id)
      order by c.starts_at, c.id limit 1) as closed on true
    cross join lateral (select case
      when r.archived_at is not null then 'ROOM_ARCHIVED'
      when closed.reason is not null then 'CLOSURE'
      when not o.open_times::tstzmultirange @> tstzrange(x.starts_at, ${STAYS_UNTIL}) then 'OUTSIDE_HOURS' end as cause)
        as found
    where x.starts_at > ${now}::timestamptz - ${LONGEST} and ${STAYS_UNTIL} > ${now} and x.kind = 'GUEST'
      and x.state in ('PENDING', 'CONFIRMED', 'IN_USE') and (x.hold_expires_at is null or x.hold_expires_at > ${now})
      and (${filter.reservationId ?? null}::uuid is null or x.id = ${filter.reservationId ?? null}::uuid)
      and found.cause is not null
    order by x.starts_at, x.id`.execute(tx);
  return rows.map(({ store_name: storeName, room_name: roomName, cause, closure_reason: reason, ...row }) => ({
    row,
    storeName,
    roomName,
    cause,
    closureReason: cause === 'CLOSURE' ? (reason ?? '') : '',
  }));
}

interface OpenTimes {
  readonly id: string;
  readonly name: string;
  /** A multirange. */
  readonly times: string;
}

/** The opening periods of each store that has guests to come, up to the last of them. */
async function readOpenTimes(tx: Tx, now: Date, { storeId, reservationId }: StrandedFilter): Promise<OpenTimes[]> {
  const { rows } = await sql<{ id: string; name: string; time_zone: string; hours: OpeningHours[]; last: Date }>`
    select s.id, s.name, s.time_zone, s.hours, last.starts_at as last from stores s
    cross join lateral (
      select x.starts_at from reservations x
      where x.store_id = s.id and x.starts_at > ${now}::timestamptz - ${LONGEST} and x.kind = 'GUEST'
        and x.state in ('PENDING', 'CONFIRMED', 'IN_USE')
        and (${reservationId ?? null}::uuid is null or x.id = ${reservationId ?? null}::uuid)
      order by x.starts_at desc limit 1) as last
    where ${storeId ?? null}::uuid is null or s.id = ${storeId ?? null}::uuid`.execute(tx);
  return rows.map(({ id, name, time_zone: timeZone, hours, last }) => {
    const periods = openPeriods(
      { timeZone, hours },
      new Date(now.getTime() - 8 * DAY_MS),
      new Date(Math.max(now.getTime(), last.getTime()) + 8 * DAY_MS),
    );
    const ranges = periods.map(({ startsAt, endsAt }) => `[${startsAt.toISOString()},${endsAt.toISOString()})`);
    return { id, name, times: `{${ranges.join(',')}}` };
  });
}

/** Whether the stay of the guest is stranded now. */
export async function isStranded(
  tx: Tx,
  now: Date,
  stay: { readonly storeId: string; readonly reservationId: string },
): Promise<boolean> {
  return (await findStrandedStays(tx, now, stay)).length > 0;
}
