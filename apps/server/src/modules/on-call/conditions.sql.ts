import type { OnCallCondition, Readiness } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { findBlockedGuests } from '../readiness/index.ts';
import { LONGEST_STAY_MS } from '../reservations/index.ts';
import { listKeys } from '../../list-keys.ts';

/** What needs a person now (OC-2): the conditions of some stores of one product. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A door is on the way of a guest who comes within this time. */
const COMING_MS = 2 * HOUR_MS;
/** An overrun needs a person when the next guest comes within this time. */
const NEXT_GUEST_MS = 30 * MINUTE_MS;
/** An undeliverable message needs a person when the stay starts within this time. */
/** The messages of a stay that changed (MS-16); any of them says what holds. */
const CHANGE_KINDS = ['MOVED', 'CHANGED', 'EXTENDED', 'UNAVAILABLE'];
const STARTING_MS = 24 * HOUR_MS;

export interface Finding {
  readonly storeId: string;
  readonly kind: OnCallCondition;
  /** What the incident is about: one is open for it at a time. */
  readonly subjectId: string;
  readonly reservationId: string | null;
  readonly doorId: string | null;
  readonly roomId: string | null;
  readonly details: readonly string[];
  /** Of a condition that depends on a coming guest: now. */
  readonly beganAt: Date;
  /** The doors that alone block a guest by being offline; empty when anything else does as well. */
  readonly offlineDoorIds: readonly string[];
}

/** Only guests have doors that block them. */
type Found = Omit<Finding, 'kind' | 'offlineDoorIds'> & Partial<Pick<Finding, 'offlineDoorIds'>>;
type Finder = (tx: Tx, storeIds: readonly string[], now: Date) => Promise<Found[]>;

/** Finds what needs a person now, in the order in which it began. */
export async function findConditions(tx: Tx, storeIds: readonly string[], now: Date): Promise<Finding[]> {
  const kinds = listKeys(FINDERS);
  const found = await Promise.all(
    kinds.map(async (kind) =>
      (await FINDERS[kind](tx, storeIds, now)).map((one): Finding => ({ offlineDoorIds: [], ...one, kind })),
    ),
  );
  return found.flat().sort((one, other) => one.beganAt.getTime() - other.beganAt.getTime());
}

const FINDERS: Readonly<Record<OnCallCondition, Finder>> = {
  async READINESS(tx, storeIds, now) {
    const [guests, acknowledged] = await Promise.all([
      findBlockedGuests(tx, storeIds, now),
      findAcknowledgedDoors(tx, storeIds),
    ]);
    // A person who acknowledged the alarm of a door knows of the guests who were coming then.
    const isKnown = ({ obstacles, startsAt }: (typeof guests)[number]) => {
      const doors = findOfflineDoors(obstacles);
      return doors.length > 0 && doors.every((id) => startsAt.getTime() <= (acknowledged.get(id) ?? 0) + COMING_MS);
    };
    const unknown = guests.filter((guest) => !isKnown(guest));
    return unknown.map(({ storeId, reservationId, roomId, obstacles }) => ({
      storeId,
      subjectId: reservationId,
      reservationId,
      doorId: null,
      roomId,
      details: [...new Set(obstacles.map(({ kind }) => kind))].sort(),
      beganAt: now,
      offlineDoorIds: findOfflineDoors(obstacles),
    }));
  },

  async DOOR_OFFLINE(tx, storeIds, now) {
    const { rows } = await sql<Found>`
      select a.store_id as "storeId", a.id as "subjectId", guest.id as "reservationId", d.id as "doorId",
        guest.room_id as "roomId",
        array[a.kind] as details, ${now}::timestamptz as "beganAt"
      from alarms a join doors d on d.store_id = a.store_id and d.id = a.door_id and d.removed_at is null
      join lateral (
        select r.id, r.room_id from reservations r
        where r.store_id = a.store_id and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE') and r.ends_at > ${now}
          and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
            and r.starts_at <= ${new Date(now.getTime() + COMING_MS)}
          and (d.room_id is null or d.room_id = r.room_id or exists (
            select from room_parts part where part.store_id = r.store_id and part.room_id = r.room_id
              and part.part_room_id = d.room_id))
        order by r.starts_at, r.id limit 1) guest on true
      where a.store_id = any (${storeIds}::uuid[]) and a.kind = 'OFFLINE' and a.closed_at is null
        and a.acknowledged_at is null`.execute(tx);
    return rows;
  },

  async OVERRUN(tx, storeIds, now) {
    const { rows } = await sql<Found>`
      select o.store_id as "storeId", o.id as "subjectId", o.id as "reservationId", null as "doorId",
        o.room_id as "roomId",
        array[case when o.watts_from is null then 'ROOM_OCCUPIED' else 'ROOM_DRAWS_POWER' end] as details,
          ${now}::timestamptz as "beganAt"
      from overruns o
      where o.store_id = any (${storeIds}::uuid[]) and o.ended_at is null and o.told_from <= ${now} and exists (
        select from reservations r
        where r.store_id = o.store_id and r.id <> o.id and r.kind = 'GUEST' and r.state = 'CONFIRMED'
          and r.ends_at > ${now}
          and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
            and r.starts_at <= ${new Date(now.getTime() + NEXT_GUEST_MS)}
          and (r.room_id = o.room_id or exists (
            select from room_parts part where part.store_id = r.store_id
              and (part.room_id, part.part_room_id) in ((r.room_id, o.room_id), (o.room_id, r.room_id)))))`.execute(tx);
    return rows;
  },

  async ALARM(tx, storeIds) {
    const { rows } = await sql<Found>`
      select a.store_id as "storeId", a.id as "subjectId", null as "reservationId", d.id as "doorId",
        d.room_id as "roomId",
        array[a.kind] as details, a.opened_at as "beganAt"
      from alarms a join doors d on d.store_id = a.store_id and d.id = a.door_id
      where a.store_id = any (${storeIds}::uuid[]) and a.acknowledged_at is null
        and (a.kind in ('FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING')
          or (a.kind = 'JAMMED' and a.closed_at is null))`.execute(tx);
    return rows;
  },

  REFUND_FAILED: (tx, storeIds) => findUnconfirmed(tx, storeIds, 'REFUND_FAILED'),
  CODE_FLOOD: (tx, storeIds) => findUnconfirmed(tx, storeIds, 'CODE_FLOOD'),

  async MESSAGE_UNDELIVERABLE(tx, storeIds, now) {
    return [...(await findFailedMessages(tx, storeIds, now)), ...(await findUnreachable(tx, storeIds, now))];
  },
};

/**
 * Guests whom a message did not reach: any message of a stay within a day, and until the start every message of a stay
 * that was moved, changed or cancelled. A later message of the kind ends it, and of a change one of any change.
 */
async function findFailedMessages(tx: Tx, storeIds: readonly string[], now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select r.store_id as "storeId", r.id as "subjectId", r.id as "reservationId", null as "doorId",
      r.room_id as "roomId",
      array_agg(distinct coalesce(m.error, m.kind)) as details, ${now}::timestamptz as "beganAt"
    from reservations r join messages m on m.store_id = r.store_id and m.reservation_id = r.id and m.state = 'FAILED'
    where r.store_id = any (${storeIds}::uuid[]) and r.ends_at > ${now}
      and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
      and (r.state in ('CONFIRMED', 'IN_USE') and r.starts_at <= ${new Date(now.getTime() + STARTING_MS)}
        or r.state in ('PENDING', 'CONFIRMED') and r.starts_at > ${now} and m.kind = any (${CHANGE_KINDS}::text[])
        or r.state = 'CANCELLED' and r.starts_at > ${now} and m.kind = 'CANCELLED')
      and not exists (
        select from messages later where later.store_id = m.store_id and later.reservation_id = m.reservation_id
          and (later.kind = m.kind
            or later.kind = any (${CHANGE_KINDS}::text[]) and m.kind = any (${CHANGE_KINDS}::text[]))
          and later.seq > m.seq and later.state in ('ACCEPTED', 'DELIVERED'))
    group by r.store_id, r.id`.execute(tx);
  return rows;
}

/**
 * Guests without a phone number and an e-mail address, or of a chain without a provider of messages, whose stay staff moved,
 * extended or cancelled: they had no message at all. Only changes of the last day can begin an incident, and one that
 * lasts ends with the start, or with any message that was sent after the change.
 */
async function findUnreachable(tx: Tx, storeIds: readonly string[], now: Date): Promise<Found[]> {
  const provider = await tx
    .selectFrom('message_providers')
    .select('provider')
    .where('is_enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  const hasProvider = provider !== undefined;
  const { rows } = await sql<Found>`
    select r.store_id as "storeId", r.id as "subjectId", r.id as "reservationId", null as "doorId",
      r.room_id as "roomId",
      array[case when r.guest_phone = '' and r.guest_email = '' then 'NO_CONTACT' else 'NO_CHANNEL' end] as details,
      change.at as "beganAt"
    from reservations r join lateral (
      select e.at from reservation_events e
      where e.store_id = r.store_id and e.reservation_id = r.id and e.actor_kind = 'PERSON'
        and e.kind in ('MOVED', 'EXTENDED', 'CANCELLED')
      order by e.id desc limit 1) change on true
    where r.store_id = any (${storeIds}::uuid[]) and r.kind = 'GUEST' and r.starts_at > ${now}
      and r.state in ('PENDING', 'CONFIRMED', 'CANCELLED') and r.channel <> 'WALK_IN' and r.version > 1
      and ${hasProvider ? sql`r.guest_phone = '' and r.guest_email = ''` : sql`true`}
      and not exists (
        select from messages m where m.store_id = r.store_id and m.reservation_id = r.id
          and m.state in ('ACCEPTED', 'DELIVERED') and m.ended_at > change.at)`.execute(tx);
  return rows;
}

/** The notifications of a kind that no person has confirmed. */
async function findUnconfirmed(
  tx: Tx,
  storeIds: readonly string[],
  kind: 'REFUND_FAILED' | 'CODE_FLOOD',
): Promise<Found[]> {
  const { rows } = await sql<Found>`
      select n.store_id as "storeId", n.id as "subjectId", r.id as "reservationId", null as "doorId",
        r.room_id as "roomId",
        case n.kind when 'CODE_FLOOD' then array[]::text[] else array[n.kind] end as details, n.created_at as "beganAt"
      from notifications n left join reservations r on r.store_id = n.store_id and r.id = n.reservation_id
      where n.store_id = any (${storeIds}::uuid[]) and n.kind = ${kind} and n.confirmed_at is null`.execute(tx);
  return rows;
}

/** The doors whose alarm about being offline is open and acknowledged, with the time of that in milliseconds. */
async function findAcknowledgedDoors(tx: Tx, storeIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('alarms')
    .select(['door_id', 'acknowledged_at'])
    .where('store_id', 'in', [...storeIds])
    .where('kind', '=', 'OFFLINE')
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.door_id, row.acknowledged_at?.getTime() ?? 0]));
}

/** A door that is offline cannot acknowledge a code either. */
function findOfflineDoors(obstacles: readonly Pick<Readiness['obstacles'][number], 'kind' | 'door'>[]): string[] {
  const offline = new Set(obstacles.flatMap(({ kind, door }) => (kind === 'DOOR_OFFLINE' && door ? [door.id] : [])));
  const isExplained = obstacles.every(
    ({ kind, door }) =>
      door !== null && offline.has(door.id) && (kind === 'DOOR_OFFLINE' || kind === 'CODE_NOT_ACKNOWLEDGED'),
  );
  return isExplained ? [...offline] : [];
}
