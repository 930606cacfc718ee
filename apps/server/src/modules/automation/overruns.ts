import type { listOverruns, QueryOf, ReplyOf } from '@munjigi/contract';
import { statement, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { LinkWatcher } from '../devices/index.ts';
import { PEOPLE_CLASSES } from '../rooms/index.ts';
import { findDrawing, nextMeterReviewAt } from './meters.ts';
import { leavesAt, type RoomStay } from './stages.ts';

/**
 * Overruns (NX-4): an occupancy sensor of the room is active at the end of a stay and has stayed active since. A
 * cleaner who enters later does not count, because the sensor was clear in between. Offline sensors do not count.
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
    select v.id, coalesce(l.state @> '{"isActive": true}', false) as is_active from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id
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

export const overrunWatcher: Pick<LinkWatcher, 'reported'> = {
  async reported(tx, link, { report, at }) {
    if (link.target_kind !== 'DEVICE') return;
    const hasLeft = report.kind === 'state' && report.state.isActive === false;
    const isLost = report.kind === 'availability' && !report.isAvailable;
    if (!hasLeft && !isLost) return;
    const { rows } = await tx.executeQuery(statement<object>`
      update overruns set ended_at = greatest(since, ${at}), due_at = null where store_id = ${link.store_id} and device_id = ${link.target_id} and ended_at is null returning id`);
    if (rows.length > 0) await publishOverruns(tx, link);
  },
};

/** Ends the room's open overruns, because the next guest is in the room. */
export async function endOverruns(tx: Tx, { productId, storeId, roomId }: Room, at: Date): Promise<void> {
  const { rows } = await tx.executeQuery(statement<object>`
    update overruns set ended_at = greatest(since, ${at}), due_at = null where store_id = ${storeId} and room_id = ${roomId} and ended_at is null returning id`);
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
    toldFrom: row.told_from.toISOString(),
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
