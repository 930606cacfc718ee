import { acknowledgeAlarm, acknowledgeEndedAlarms, listAlarms, type Alarm } from '@munjigi/contract';
import { publish, publishAll } from '../../events/index.ts';
import { notFound, route, type Route, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { findAlarms, selectAlarmForUpdate, selectEndedAlarmsForUpdate, toAlarm } from './alarms.sql.ts';

export function alarmRoutes(): Route[] {
  return [
    route(listAlarms, ({ tx, query }) => findAlarms(tx, query)),
    route(acknowledgeEndedAlarms, ({ work, body }) => acknowledgeEnded(work, body.ids)),
    route(acknowledgeAlarm, ({ work, params }) => acknowledge(work, params.alarmId)),
  ];
}

/** Acknowledges an alarm. A later request gets the first acknowledgement. */
async function acknowledge(work: UnitOfWork, alarmId: string): Promise<Alarm> {
  const { tx, clock, actor } = work;
  const row = await selectAlarmForUpdate(tx, alarmId);
  if (!row) throw notFound();
  if (row.acknowledged_at !== null) return toAlarm(row);
  const now = clock.now();
  const acknowledgement = { acknowledged_at: now, acknowledged_by: actor.userId, acknowledged_by_name: actor.name };
  await tx
    .updateTable('alarms')
    .set(acknowledgement)
    .where('store_id', '=', row.store_id)
    .where('id', '=', alarmId)
    .execute();
  const alarm = toAlarm({ ...row, ...acknowledgement });
  await publish(tx, { productId: actor.productId, storeId: row.store_id, name: 'alarm.changed', data: alarm });
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'alarm.acknowledged',
    subject: { kind: 'alarm', id: alarmId },
    detail: { doorId: row.door_id, kind: row.kind },
  });
  return alarm;
}

/** An audit entry names at most so many alarms. */
const MOST_NAMED = 200;

/**
 * Acknowledges those of the alarms that are over and have no acknowledgement. The caller names what the person was
 * shown, so an alarm that began meanwhile rings on.
 */
async function acknowledgeEnded(work: UnitOfWork, alarmIds: readonly string[]): Promise<{ acknowledged: number }> {
  const { tx, clock, actor } = work;
  const rows = await selectEndedAlarmsForUpdate(tx, alarmIds);
  if (rows.length === 0) return { acknowledged: 0 };
  const now = clock.now();
  const acknowledgement = { acknowledged_at: now, acknowledged_by: actor.userId, acknowledged_by_name: actor.name };
  await tx
    .updateTable('alarms')
    .set(acknowledgement)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  await publishAll(
    tx,
    rows.map((row) => ({
      productId: actor.productId,
      storeId: row.store_id,
      name: 'alarm.changed',
      data: toAlarm({ ...row, ...acknowledgement }),
    })),
  );
  for (const storeId of new Set(rows.map((row) => row.store_id))) {
    const ids = rows.filter((row) => row.store_id === storeId).map(({ id }) => id);
    await recordChange(work, {
      storeId,
      at: now,
      action: 'alarm.ended-acknowledged',
      subject: { kind: 'alarm', id: ids.length === 1 ? (ids[0] ?? null) : null },
      detail: { count: ids.length, ids: ids.slice(0, MOST_NAMED) },
    });
  }
  return { acknowledged: rows.length };
}
