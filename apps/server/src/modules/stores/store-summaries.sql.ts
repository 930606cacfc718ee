import type { listStoreSummaries, QueryOf, StoreLack, StoreOrder, StoreSummary } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';

interface SummaryRow extends Omit<StoreSummary, 'closedAt' | 'pausedUntil' | 'createdAt' | 'lacks'> {
  readonly closedAt: Date | null;
  readonly pausedUntil: Date | null;
  readonly createdAt: Date;
  readonly lacksHours: boolean;
  readonly lacksRooms: boolean;
  readonly lacksPrices: boolean;
  readonly total: number;
}

const ORDERS: Readonly<Record<StoreOrder, RawBuilder<unknown>>> = {
  name: sql`name, id`,
  newest: sql`"createdAt" desc, id desc`,
  rooms: sql`"roomCount" desc, name, id`,
  offline: sql`"offlineDoorCount" + "offlineDeviceCount" desc, name, id`,
  royalty: sql`(terms ->> 'royaltyRate')::integer desc nulls last, name, id`,
};

/** A page of the product's stores with their counts, in one statement. */
export async function findStoreSummaries(
  tx: Tx,
  now: Date,
  { page, limit, q, state, sort }: QueryOf<typeof listStoreSummaries>,
): Promise<{ total: number; items: StoreSummary[] }> {
  const sought = q?.toLowerCase() ?? null;
  const digits = q !== undefined && /^[\d\s()+-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  const { rows } = await sql<SummaryRow>`
    with counted as materialized (
      select s.id, s.name, s.mqtt_prefix as "mqttPrefix", s.address, s.phone, s.time_zone as "timeZone",
        s.day_cutoff as "dayCutoff", s.hours,
        s.closed_at as "closedAt", s.closed_reason as "closedReason", s.created_at as "createdAt", s.version,
        s.hours = '[]' as "lacksHours", coalesce(r.count, 0) = 0 as "lacksRooms",
          not exists (select from price_policies p where p.store_id = s.id and p.deleted_at is null) as "lacksPrices",
        coalesce(r.count, 0)::integer as "roomCount", coalesce(r.closed, 0)::integer as "closedRoomCount",
        coalesce(d.doors, 0)::integer as "doorCount", coalesce(d.doors_offline, 0)::integer as "offlineDoorCount",
        coalesce(d.devices, 0)::integer as "deviceCount",
          coalesce(d.devices_offline, 0)::integer as "offlineDeviceCount",
        coalesce(o.owners, '[]') as owners, t.terms, c.until as "pausedUntil"
      from stores s
      left join (
        select r.store_id, count(*), count(*) filter (where exists (
          select from closures c where c.store_id = r.store_id and c.withdrawn_at is null and c.starts_at <= ${now}
            and c.ends_at > ${now}
            and closes_room(c.store_id, c.room_ids, r.id))) as closed
        from rooms r where r.archived_at is null group by r.store_id) as r on r.store_id = s.id
      left join (
        select l.store_id, count(*) filter (where l.target_kind = 'DOOR') as doors,
          count(*) filter (where l.target_kind = 'DOOR' and l.online = 'OFFLINE') as doors_offline,
          count(*) filter (where l.target_kind = 'DEVICE') as devices,
            count(*) filter (where l.target_kind = 'DEVICE' and l.online = 'OFFLINE') as devices_offline
        from device_links l where l.removed_at is null group by l.store_id) as d on d.store_id = s.id
      left join (
        select us.store_id, jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id) as owners
        from user_stores us join users u on u.id = us.user_id
        where u.state = 'ACTIVE' and 'FRANCHISEE' = any (roles_at(u.roles, u.role_ends, ${now})) group by us.store_id)
          as o on o.store_id = s.id
      left join lateral (
        select jsonb_build_object('royaltyRate', t.royalty_rate, 'cycle', t.cycle) as terms from settlement_terms t
        where t.store_id = s.id and t.valid_from <= (${now}::timestamptz at time zone s.time_zone)::date
          order by t.valid_from desc limit 1) as t on true
      left join lateral (
        select max(c.ends_at) as until from closures c
        where c.store_id = s.id and c.withdrawn_at is null and not c.is_for_good and c.room_ids = '{}'
          and c.starts_at <= ${now} and c.ends_at > ${now}) as c on true),
    told as (
      select *, case when "closedAt" is not null then 'CLOSED' when "lacksHours" or "lacksRooms" or "lacksPrices"
        then 'PREPARING' else 'OPEN' end as state from counted)
    select *, count(*) over () as total from told
    where (${state ?? null}::text is null or state = ${state ?? null})
      and (${sought}::text is null or position(${sought} in lower(name || ' ' || address || ' ' || "mqttPrefix")) > 0
           or exists (select from jsonb_array_elements(owners) as owner
             where position(${sought} in lower(owner ->> 'name')) > 0)
           or (${digits} <> '' and position(${digits} in regexp_replace(phone, '\\D', '', 'g')) > 0))
    order by state = 'CLOSED', ${ORDERS[sort]} limit ${limit} offset ${page * limit}`.execute(tx);
  return { total: rows[0]?.total ?? 0, items: rows.map(shaped) };
}

function shaped({
  total: _total,
  lacksHours,
  lacksRooms,
  lacksPrices,
  closedAt,
  pausedUntil,
  createdAt,
  ...row
}: SummaryRow): StoreSummary {
  const lacks: StoreLack[] = [];
  if (lacksHours) lacks.push('HOURS');
  if (lacksRooms) lacks.push('ROOMS');
  if (lacksPrices) lacks.push('PRICES');
  return {
    ...row,
    lacks,
    closedAt: closedAt?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
