import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/**
 * Detects overruns by power meters (NX-4): after the end of a stay the room keeps drawing at least `overrun_watts`. The
 * server polls the meters of open overruns instead of handling every report, because few rooms are watched and meters
 * report often.
 */

const POLL_MS = 15_000;
/** A reading older than this is stale. Relays report at least every five minutes. */
const FRESH_MS = 15 * 60_000;
/** The watts of the meter `v` with the link `l`. `null`: no reading yet. */
const WATTS = sql`(l.state ->> 'value')::numeric * case v.traits ->> 'unit' when 'kW' then 1000 else 1 end`;

export function nextMeterReviewAt(now: Date): Date {
  return new Date(now.getTime() + POLL_MS);
}

interface Drawing {
  readonly deviceId: string;
  readonly wattsFrom: number;
}

/** Finds an online power meter of the room that reads at least the store's `overrun_watts`; 0 turns the search off. */
export async function findDrawing(
  tx: Tx,
  { storeId, roomId }: { readonly storeId: string; readonly roomId: string },
  now: Date,
): Promise<Drawing | null> {
  const { rows } = await sql<Drawing>`
    select v.id as "deviceId", s.overrun_watts as "wattsFrom"
    from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id join stores s
      on s.product_id = v.product_id and s.id = v.store_id
    where v.store_id = ${storeId} and v.room_id = ${roomId} and v.removed_at is null and v.kind = 'SENSOR'
      and v.traits ->> 'sensorClass' = 'power' and v.traits ->> 'unit' in ('W', 'kW')
      and l.online = 'ONLINE' and l.last_seen_at > ${new Date(now.getTime() - FRESH_MS)} and s.overrun_watts > 0
        and ${WATTS} >= s.overrun_watts
    order by v.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Finds the stores with a due meter review. Runs as `SYSTEM`. */
export async function findStoresWithMeters(tx: Tx, now: Date): Promise<{ product_id: string; store_id: string }[]> {
  return tx.selectFrom('overruns').select(['product_id', 'store_id']).distinct().where('due_at', '<=', now).execute();
}

/** Ends overruns whose meter reads less, is stale, is offline or was removed. Returns whether any ended. */
export async function reviewMeters(tx: Tx, storeId: string, now: Date): Promise<boolean> {
  const fresh = new Date(now.getTime() - FRESH_MS);
  const { rows } = await sql<{ ended_at: Date | null }>`
    with looked as (
      select o.store_id, o.id,
        (v.removed_at is null and l.online <> 'OFFLINE' and l.last_seen_at > ${fresh}
         and ${WATTS} >= o.watts_from) is true as is_drawing
      from overruns o join devices v on v.store_id = o.store_id and v.id = o.device_id join device_links l
        on l.store_id = v.store_id and l.id = v.link_id
      where o.store_id = ${storeId} and o.due_at <= ${now} order by o.id for update of o)
    update overruns o
    set due_at = case when looked.is_drawing then ${nextMeterReviewAt(now)}::timestamptz end,
      ended_at = case when looked.is_drawing then null else greatest(o.since, ${now}::timestamptz) end
    from looked where o.store_id = looked.store_id and o.id = looked.id
    returning o.ended_at`.execute(tx);
  return rows.some((row) => row.ended_at !== null);
}
