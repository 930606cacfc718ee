import type { DoorSpares, listDoorSpares, QueryOf, ReplyOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../clock.ts';
import { orderOf, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { LONGEST_STAY_MS } from '../reservations/index.ts';

/** The spare codes of doors in numbers, and until when a door works offline (NX-3). Never contains a code. */

interface SparesRow {
  door_id: string;
  store_id: string;
  size: number;
  ready: number;
  given: number;
  /** Window starts of guests without an enabled code, soonest first; at most one more than the largest pool. */
  without_code: string[];
}

const MOST_SPARES = 5;

export async function readDoorSpares(
  tx: Tx,
  clock: Clock,
  { storeId, page, limit, sort }: QueryOf<typeof listDoorSpares>,
): Promise<ReplyOf<typeof listDoorSpares>> {
  const { total } = await tx
    .selectFrom('access_pools')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .innerJoin('doors', (on) =>
      on.onRef('doors.store_id', '=', 'access_pools.store_id').onRef('doors.id', '=', 'access_pools.id'),
    )
    .where('size', 'is not', null)
    .where('doors.removed_at', 'is', null)
    .$if(storeId !== undefined, (query) => query.where('access_pools.store_id', '=', storeId ?? ''))
    .executeTakeFirstOrThrow();
  const ofStore = storeId === undefined ? sql`` : sql`and o.store_id = ${storeId}`;
  return {
    total,
    items: await findSpares(
      tx,
      clock.now(),
      sql`${ofStore} order by ${orderOf(sort, { doorName: 'd.name' }, 'd.id', sql`o.store_id, d.created_at, d.id`)}
        limit ${limit} offset ${page * limit}`,
    ),
  };
}

/** Publishes the spare codes of doors. Call it after all writes to them in the transaction. */
export async function publishSpares(
  tx: Tx,
  { productId, storeId }: { readonly productId: string; readonly storeId: string },
  doorIds: readonly string[],
  now: Date,
): Promise<void> {
  if (doorIds.length === 0) return;
  for (const data of await findSpares(tx, now, sql`and o.store_id = ${storeId} and o.id = any (${doorIds}::uuid[])`)) {
    await publish(tx, { productId, storeId, name: 'door-spares.changed', data });
  }
}

async function findSpares(tx: Tx, now: Date, which: RawBuilder<unknown>): Promise<DoorSpares[]> {
  const { rows } = await sql<SparesRow>`
    select o.id as door_id, o.store_id, o.size, kept.ready, kept.given,
      coalesce(coming.without_code, '[]') as without_code
    from access_pools o join doors d on d.store_id = o.store_id and d.id = o.id join stores s
      on s.product_id = o.product_id and s.id = o.store_id
    cross join lateral (
      select count(*) filter (where c.given_to is not null)::integer as given,
        count(*) filter (where c.given_to is null and p.is_wanted and p.acknowledged = 'ENABLED')::integer as ready
      from access_codes c
      left join access_code_places p on p.store_id = c.store_id and p.code_id = c.id and p.link_id = d.link_id
        and p.gone_at is null
      where c.store_id = o.store_id and c.spare_door_id = o.id and c.withdrawn_at is null) kept
    cross join lateral (
      select json_agg(it.opens_at order by it.opens_at) as without_code from (
        select r.starts_at - coalesce(d.access_before_minutes, s.access_before_minutes) * interval '1 minute'
          as opens_at
        from reservations r
        where r.store_id = o.store_id and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
          and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
          and r.ends_at + coalesce(d.access_after_minutes, s.access_after_minutes) * interval '1 minute' > ${now}
          and (d.room_id is null or r.room_id = d.room_id or r.room_id in (
            select part.room_id from room_parts part where part.store_id = d.store_id
              and part.part_room_id = d.room_id))
          and not exists (
            select from access_code_places p
            where p.store_id = r.store_id and p.reservation_id = r.id and p.door_id = d.id and p.link_id = d.link_id
              and p.gone_at is null
              and p.is_wanted and p.acknowledged = 'ENABLED')
          and not exists (
            select from access_codes c where c.store_id = r.store_id and c.given_to = r.id and c.spare_door_id = d.id
              and c.withdrawn_at is null)
        order by r.starts_at limit ${MOST_SPARES + 1}) it) coming
    where o.size is not null and d.removed_at is null ${which}`.execute(tx);
  return rows.map(shaped);
}

function shaped(row: SparesRow): DoorSpares {
  const at = (place: number) =>
    row.without_code[place] === undefined ? null : new Date(row.without_code[place]).toISOString();
  return {
    doorId: row.door_id,
    storeId: row.store_id,
    size: row.size,
    ready: row.ready,
    given: row.given,
    lastsUntil: at(0),
    lastsWithSparesUntil: at(row.ready),
  };
}
