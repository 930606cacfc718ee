import type { listOverruns, QueryOf, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { statement, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { LinkWatcher } from '../devices/index.ts';
import { PEOPLE_CLASSES } from '../rooms/index.ts';
import { findDrawing, nextMeterReviewAt } from './meters.ts';
import { leavesAt, type RoomStay } from './stages.ts';

/**
 * Overruns (NX-4): an occupancy sensor of the room is active at the end of a stay and has stayed active since, or
 * another one of the rooms of the stay took over (decision 110). A cleaner who enters later does not count, because the
 * sensors were clear in between. Offline sensors do not count.
 * Without an online occupancy sensor a power meter decides, if the store sets a limit in watts (`meters.ts`).
 */

/** Time for packing up, which does not count as an overrun. */
const GRACE_MS = 5 * 60_000;
const MOST = 500;

interface Room {
  readonly productId: string;
  readonly storeId: string;
  readonly roomId: string;
}

/**
 * Records an overrun if the room is occupied at the end of a stay. Assumes that its guest is in the room. An overrun of
 * an earlier end, before the stay was extended, begins again at this one.
 */
export async function recordOverrun(tx: Tx, room: Room, stay: RoomStay, now: Date): Promise<void> {
  const { productId, storeId, roomId } = room;
  const { rows } = await tx.executeQuery(statement<{ id: string; is_active: boolean }>`
    select v.id, coalesce(l.state @> '{"isActive": true}', false) as is_active from devices v join device_links l
      on l.store_id = v.store_id and l.id = v.link_id
    where v.store_id = ${storeId} and v.room_id = ${roomId} and v.removed_at is null and v.kind = 'BINARY_SENSOR'
      and v.traits ->> 'sensorClass' = any (${PEOPLE_CLASSES}) and l.online = 'ONLINE'
    order by is_active desc, v.id limit 1`);
  const [sensor] = rows;
  const drawing = sensor ? null : await findDrawing(tx, room, now);
  const seenBy = sensor?.is_active ? sensor.id : drawing?.deviceId;
  if (seenBy === undefined) return;
  const since = leavesAt(stay);
  const row = {
    product_id: productId,
    store_id: storeId,
    id: stay.id,
    room_id: roomId,
    device_id: seenBy,
    since,
    told_from: new Date(since.getTime() + GRACE_MS),
    watts_from: drawing?.wattsFrom ?? null,
    due_at: drawing === null ? null : nextMeterReviewAt(now),
  };
  await tx
    .insertInto('overruns')
    .values(row)
    .onConflict((builder) =>
      builder
        .columns(['store_id', 'id'])
        .doUpdateSet({
          room_id: roomId,
          device_id: seenBy,
          since,
          told_from: row.told_from,
          watts_from: row.watts_from,
          due_at: row.due_at,
          ended_at: null,
        })
        .where('overruns.since', '<', since),
    )
    .execute();
  await publishOverruns(tx, { product_id: productId, store_id: storeId });
}

/** Settles the overruns of the stores whose sensors of people changed, or whose power meter was lost. */
export function createOverrunWatcher({ clock }: { readonly clock: Clock }): Pick<LinkWatcher, 'linksChanged'> {
  return {
    async linksChanged(tx, links) {
      const own = links.filter((link) => link.target_kind === 'DEVICE');
      if (own.length === 0) return;
      const storeIds = own.map((link) => link.store_id);
      const deviceIds = own.map((link) => link.target_id);
      // The lock makes two sensors that become clear at once see each other's report.
      const { rows } = await tx.executeQuery(statement<{ product_id: string; store_id: string }>`
        select o.product_id, o.store_id from overruns o
        where o.store_id = any (${storeIds}::uuid[]) and o.ended_at is null and exists (
          select from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id
          where v.store_id = o.store_id and v.id = any (${deviceIds}::uuid[])
            and (v.kind = 'BINARY_SENSOR' and v.traits ->> 'sensorClass' = any (${PEOPLE_CLASSES}) or v.id = o.device_id
              and l.online = 'OFFLINE'))
        order by o.store_id, o.id for update of o`);
      const stores = new Map(rows.map((row) => [row.store_id, row.product_id]));
      for (const [storeId, productId] of stores) await settleOverruns(tx, { productId, storeId }, clock.now());
    },
  };
}

/**
 * Ends the open overruns of a store whose guest has left: no online sensor of the rooms of the stay sees a person. If
 * another sensor sees one when the sensor of the overrun is clear or lost, the overrun continues with it. A room in
 * which a later guest has checked in does not count. A power meter is read by its timer (`meters.ts`).
 */
export async function settleOverruns(
  tx: Tx,
  { productId, storeId }: Pick<Room, 'productId' | 'storeId'>,
  now: Date,
): Promise<void> {
  await tx.executeQuery(
    statement<object>`select from overruns where store_id = ${storeId} and ended_at is null order by id for update`,
  );
  const { rows } = await tx.executeQuery(statement<object>`
    with settled as (
      select o.store_id, o.id, seen.room_id, seen.device_id
      from overruns o join reservations r on r.store_id = o.store_id and r.id = o.id left join lateral (
        select v.room_id, v.id as device_id from devices v join device_links l on l.store_id = v.store_id
          and l.id = v.link_id
        where v.store_id = o.store_id and v.removed_at is null and case
          when o.watts_from is not null then v.id = o.device_id and l.online <> 'OFFLINE'
          else (v.room_id = r.room_id or v.room_id in
            (select p.part_room_id from room_parts p where p.store_id = r.store_id and p.room_id = r.room_id))
            and v.kind = 'BINARY_SENSOR' and v.traits ->> 'sensorClass' = any (${PEOPLE_CLASSES})
            and l.online = 'ONLINE' and l.state @> '{"isActive": true}' end
          and not exists (
            select from reservations later where later.store_id = v.store_id and later.room_id in (
              select v.room_id union all select p.room_id from room_parts p where p.store_id = v.store_id
                and p.part_room_id = v.room_id
              union all select p.part_room_id from room_parts p where p.store_id = v.store_id and p.room_id = v.room_id)
            and later.id <> r.id and later.kind = 'GUEST'
              and (later.state = 'IN_USE' or (later.state = 'COMPLETED' and later.starts_at >= r.ends_at)))
        order by v.id = o.device_id desc, v.room_id, v.id limit 1
      ) as seen on not (r.state = 'IN_USE' and (r.extension_ends_at is not null or r.ends_at > ${now}))
      where o.store_id = ${storeId} and o.ended_at is null)
    update overruns o
    set room_id = coalesce(settled.room_id, o.room_id), device_id = coalesce(settled.device_id, o.device_id),
      ended_at = case when settled.device_id is null then greatest(o.since, ${now}::timestamptz) end,
      due_at = case when settled.device_id is not null then o.due_at end
    from settled where o.store_id = settled.store_id and o.id = settled.id and settled.device_id is distinct
      from o.device_id
    returning o.id`);
  if (rows.length > 0) await publishOverruns(tx, { product_id: productId, store_id: storeId });
}

/** Lists the overruns of the period: the open ones, and the ended ones that lasted at least the grace time. */
export async function findOverruns(
  tx: Tx,
  { storeId, from, to }: QueryOf<typeof listOverruns>,
): Promise<ReplyOf<typeof listOverruns>> {
  const rows = await tx
    .selectFrom('overruns')
    .innerJoin('devices', (on) =>
      on.onRef('devices.store_id', '=', 'overruns.store_id').onRef('devices.id', '=', 'overruns.device_id'),
    )
    .select([
      'overruns.id',
      'overruns.room_id',
      'overruns.since',
      'overruns.told_from',
      'overruns.ended_at',
      'overruns.watts_from',
      'devices.name',
    ])
    .where('overruns.store_id', '=', storeId)
    .where('overruns.since', '<', new Date(to))
    .where((eb) =>
      eb.or([
        eb('overruns.ended_at', 'is', null),
        eb.and([
          eb('overruns.ended_at', '>', new Date(from)),
          eb('overruns.ended_at', '>=', eb.ref('overruns.told_from')),
        ]),
      ]),
    )
    .orderBy('overruns.since')
    .orderBy('overruns.id')
    .limit(MOST)
    .execute();
  const items = rows.map((row) => ({
    reservationId: row.id,
    storeId,
    roomId: row.room_id,
    since: row.since.toISOString(),
    reportedFrom: row.told_from.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    seenBy: row.name,
    seenAs: row.watts_from === null ? ('PERSON' as const) : ('POWER' as const),
  }));
  return { total: items.length, items };
}

export async function publishOverruns(
  tx: Tx,
  { product_id: productId, store_id: storeId }: { readonly product_id: string; readonly store_id: string },
): Promise<void> {
  await publish(tx, { productId, storeId, name: 'overruns.changed', data: { storeId } });
}
