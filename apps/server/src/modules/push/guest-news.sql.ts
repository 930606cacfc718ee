import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { LONGEST_STAY_MS } from '../reservations/index.ts';
import type { NoticeRow } from './notice-row.ts';

/** The notices about guests and incidents. They name the room and the code of the reservation, and no guest (PD-1). */

const HOUR_MS = 3600_000;
/** The first check is 24 hours before the start. */
const CHECKED_MS = 25 * HOUR_MS;

type GuestNotice = 'READINESS' | 'OVERRUN' | 'WAITLIST';

interface Current {
  readonly rows: readonly NoticeRow[];
  readonly waiting: number;
}

/** Reads the notices of guests that are still current, newest first. */
export async function readGuestNotices(tx: Tx, kind: GuestNotice, ids: readonly string[], now: Date): Promise<Current> {
  return readCurrent(tx, ids, CURRENT[kind](now));
}

/** Reads the incidents that are still open, newest first (OC-3). */
export async function readIncidentNotices(tx: Tx, ids: readonly string[]): Promise<Current> {
  return readCurrent(
    tx,
    ids,
    sql`
    select i.id, case i.kind when 'ALARM' then i.details[1] else i.kind end as what, s.name as store,
      nullif(concat_ws(' · ', coalesce(d.name, m.name), r.code), '') as about
    from incidents i join stores s on s.id = i.store_id
    left join doors d on d.store_id = i.store_id and d.id = i.door_id
    left join rooms m on m.store_id = i.store_id and m.id = i.room_id
    left join reservations r on r.store_id = i.store_id and r.id = i.reservation_id
    where i.acknowledged_at is null and i.resolved_at is null order by i.opened_at desc, i.id desc limit 1000`,
  );
}

async function readCurrent(tx: Tx, ids: readonly string[], query: RawBuilder<unknown>): Promise<Current> {
  const { rows } = await sql<NoticeRow>`select found.*, null::bigint as amount from (${query}) found`.execute(tx);
  return { rows: rows.filter(({ id }) => ids.includes(id)), waiting: rows.length };
}

const CURRENT: Readonly<Record<GuestNotice, (now: Date) => RawBuilder<unknown>>> = {
  READINESS: (now) => sql`
    select r.id, 'READINESS' as what, s.name as store, concat_ws(' · ', m.name, r.code) as about
    from reservations r join stores s on s.id = r.store_id join rooms m on m.store_id = r.store_id and m.id = r.room_id
    join lateral (
      select c.obstacles from readiness_checks c where c.store_id = r.store_id and c.reservation_id = r.id
        and c.starts_at = r.starts_at
        and c.room_id = r.room_id order by c.minutes_before limit 1) c on true
    where r.kind = 'GUEST' and r.state = 'CONFIRMED' and r.ends_at > ${now}
      and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
        and r.starts_at < ${new Date(now.getTime() + CHECKED_MS)}
      and exists (select from jsonb_array_elements(c.obstacles) as o
        where coalesce(o ->> 'severity', 'BLOCKING') = 'BLOCKING')
    order by r.starts_at, r.id limit 1000`,
  OVERRUN: (now) => sql`
    select o.id, 'OVERRUN' as what, s.name as store, concat_ws(' · ', m.name, r.code) as about
    from overruns o join stores s on s.id = o.store_id join rooms m on m.store_id = o.store_id and m.id = o.room_id
    join reservations r on r.store_id = o.store_id and r.id = o.id
    where o.ended_at is null and o.told_from <= ${now} order by o.told_from desc, o.id desc limit 1000`,
  WAITLIST: (now) => sql`
    select w.id, 'WAITLIST' as what, s.name as store, m.name as about
    from waitlist w join stores s on s.id = w.store_id join rooms m on m.store_id = w.store_id and m.id = w.free_room_id
    where w.state = 'FREE' and w.starts_at > ${now} order by w.free_since desc, w.id desc limit 1000`,
};
