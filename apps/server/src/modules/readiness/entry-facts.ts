import type { EntryFacts } from '@munjigi/contract';
import { maskName } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { LONGEST_STAY_MS, readReservation } from '../reservations/index.ts';
import { ACCESS_WINDOW_OF_R } from './access-window.sql.ts';

interface FactsRow {
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly has_code: boolean;
  readonly is_code_given: boolean;
}

/** Reads what staff need to know before they let the guest of a reservation in (RV-60). Throws NOT_FOUND. */
export async function readReservationEntry(tx: Tx, clock: Clock, reservationId: string): Promise<EntryFacts> {
  const { row } = await readReservation(tx, reservationId);
  const now = clock.now();
  const [facts, inside] = await Promise.all([readFacts(tx, row, now), findInside(tx, row, now)]);
  const isBlock = row.kind === 'BLOCK';
  return {
    reservationId,
    opensAt: (isBlock ? row.starts_at : facts.opens_at).toISOString(),
    closesAt: (isBlock ? row.ends_at : facts.closes_at).toISOString(),
    hasCode: facts.has_code,
    isCodeGiven: facts.is_code_given,
    inside,
  };
}

interface RoomOf {
  readonly id: string;
  readonly store_id: string;
  readonly room_id: string;
}

/**
 * The guest has the code when a message with it or with a valid link arrived, when a person read it since it was made,
 * or when the guest opened the page that shows it.
 */
async function readFacts(tx: Tx, of: RoomOf, now: Date): Promise<FactsRow> {
  const { rows } = await sql<FactsRow>`
    select w.opens_at, w.closes_at, c.id is not null as has_code,
      c.id is not null and (
        exists (select from reservation_events e
          where e.store_id = r.store_id and e.reservation_id = r.id and e.kind = 'CODE_REVEALED' and e.at >= c.made_at)
        or exists (select from messages m where m.store_id = r.store_id and m.reservation_id = r.id
          and m.subject_id = c.id
          and (m.state = 'DELIVERED' or (m.state = 'ACCEPTED' and m.channel = 'EMAIL')))
        or exists (select from guest_tokens t
          where t.store_id = r.store_id and t.reservation_id = r.id and t.revoked_at is null and t.expires_at > ${now}
            and (t.last_used_at is not null or exists (select from messages m
              where m.store_id = r.store_id and m.reservation_id = r.id and m.has_link and t.issued_at <= m.ended_at
                and (m.state = 'DELIVERED' or (m.state = 'ACCEPTED' and m.channel = 'EMAIL')))))) as is_code_given
    from reservations r
      cross join lateral (${ACCESS_WINDOW_OF_R}) w
      left join access_codes c on c.store_id = r.store_id and c.reservation_id = r.id and c.withdrawn_at is null
    where r.store_id = ${of.store_id} and r.id = ${of.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`The reservation ${of.id} has no store`);
  return row;
}

interface InsideRow {
  readonly id: string;
  readonly code: string;
  readonly guest_name: string;
  readonly ends_at: Date;
  readonly is_overrun: boolean;
}

/** Finds the guest who is in the room or in one that shares its space: in use, else still there after the end. */
async function findInside(tx: Tx, of: RoomOf, now: Date): Promise<EntryFacts['inside']> {
  const { rows } = await sql<InsideRow>`
    select o.id, o.code, o.guest_name, o.ends_at, late.id is not null as is_overrun
    from reservations o
      left join overruns late on late.store_id = o.store_id and late.id = o.id and late.ended_at is null
        and late.told_from <= ${now}
    where o.store_id = ${of.store_id} and o.kind = 'GUEST' and (o.state = 'IN_USE' or late.id is not null)
      and o.starts_at > ${new Date(now.getTime() - 2 * LONGEST_STAY_MS)} and o.starts_at <= ${now}
      and (o.room_id = ${of.room_id} or exists (select from room_parts part where part.store_id = o.store_id
        and (part.room_id, part.part_room_id) in ((o.room_id, ${of.room_id}::uuid), (${of.room_id}::uuid, o.room_id))))
    order by o.state = 'IN_USE' desc, o.starts_at desc, o.id limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined
    ? null
    : {
        reservationId: row.id,
        code: row.code,
        guestName: maskName(row.guest_name),
        endsAt: row.ends_at.toISOString(),
        isOverrun: row.is_overrun,
      };
}
