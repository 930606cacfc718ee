import { acknowledgeAlarm, listAlarms, type Alarm } from '@munjigi/contract';
import { publish } from '../../events/index.ts';
import { notFound, route, type Route, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { findAlarms, toAlarm, selectAlarmForUpdate } from './alarms.sql.ts';

export function alarmRoutes(): Route[] {
  return [
    route(listAlarms, ({ tx, query }) => findAlarms(tx, query)),
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
