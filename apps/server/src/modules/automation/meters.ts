import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/**
 * Meters that tell that a guest stays (NX-4): at the end of his stay his room draws at least what its store says nobody's room does,
 * and goes on. Looked at from time to time instead of with each word of each sensor: there are many, and few rooms that are watched.
 */

const LOOK_EVERY_MS = 15_000;
/** A meter that has said nothing for longer tells nothing any more; relays tell theirs at least every five minutes. */
const FRESH_MS = 15 * 60_000;
/** Of the meter `v` by its link `l`; null: it has told nothing yet. */
const WATTS = sql`(l.state ->> 'value')::numeric * case v.traits ->> 'unit' when 'kW' then 1000 else 1 end`;

export function nextMeterLook(now: Date): Date {
  return new Date(now.getTime() + LOOK_EVERY_MS);
}

interface Drawing {
  readonly deviceId: string;
  readonly wattsFrom: number;
}

/** The room's meter that measures enough now, if its store wants that to be seen. */
export async function findDrawing(tx: Tx, { storeId, roomId }: { readonly storeId: string; readonly roomId: string }, now: Date): Promise<Drawing | null> {
  const { rows } = await sql<Drawing>`
    select v.id as "deviceId", s.overrun_watts as "wattsFrom"
    from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id join stores s on s.product_id = v.product_id and s.id = v.store_id
    where v.store_id = ${storeId} and v.room_id = ${roomId} and v.removed_at is null and v.kind = 'SENSOR'
      and v.traits ->> 'sensorClass' = 'power' and v.traits ->> 'unit' in ('W', 'kW')
      and l.online = 'ONLINE' and l.last_seen_at > ${new Date(now.getTime() - FRESH_MS)} and s.overrun_watts > 0 and ${WATTS} >= s.overrun_watts
    order by v.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Stores in which a meter is to be looked at; found by who works on none. */
export async function findStoresWithMeters(tx: Tx, now: Date): Promise<{ product_id: string; store_id: string }[]> {
  return tx.selectFrom('overruns').select(['product_id', 'store_id']).distinct().where('due_at', '<=', now).execute();
}

/** Ends those whose meter measures less, is lost or was taken away. Answers whether there were any. */
export async function lookAtMeters(tx: Tx, storeId: string, now: Date): Promise<boolean> {
  const fresh = new Date(now.getTime() - FRESH_MS);
  const { rows } = await sql<{ ended_at: Date | null }>`
    with looked as (
      select o.store_id, o.id,
        (v.removed_at is null and l.online <> 'OFFLINE' and l.last_seen_at > ${fresh}
         and ${WATTS} >= o.watts_from) is true as is_drawing
      from overruns o join devices v on v.store_id = o.store_id and v.id = o.device_id join device_links l on l.store_id = v.store_id and l.id = v.link_id
      where o.store_id = ${storeId} and o.due_at <= ${now} order by o.id for update of o)
    update overruns o
    set due_at = case when looked.is_drawing then ${nextMeterLook(now)}::timestamptz end,
      ended_at = case when looked.is_drawing then null else greatest(o.since, ${now}::timestamptz) end
    from looked where o.store_id = looked.store_id and o.id = looked.id
    returning o.ended_at`.execute(tx);
  return rows.some((row) => row.ended_at !== null);
}
