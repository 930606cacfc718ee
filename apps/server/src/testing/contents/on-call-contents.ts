import { ON_CALL_CONDITIONS } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

interface Place {
  readonly product_id: string;
  readonly store_id: string;
}

/** Rules under which only a test begins an incident, and a resolved incident with a notice. Ends a test that is open. */
export function fillOnCall(
  tx: Tx,
  row: Place,
  { doorId, userId, now }: { readonly doorId: string; readonly userId: string; readonly now: Date },
): string {
  const id = uuidv7();
  const rules = {
    is_enabled: true,
    conditions: JSON.stringify(
      ON_CALL_CONDITIONS.map((condition) => ({ condition, isEnabled: false, isUrgent: true })),
    ),
    steps: JSON.stringify([{ userIds: [userId], channels: ['PUSH'], afterMinutes: 0 }]),
    quiet_from: null,
    quiet_until: null,
    changed_at: now,
    changed_by_name: 'test',
  };
  pipelineStatement(
    tx,
    tx
      .insertInto('on_call_rules')
      .values({ ...row, id: row.store_id, ...rules })
      .onConflict((builder) => builder.columns(['store_id', 'id']).doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .updateTable('incidents')
      .set({ resolved_at: now })
      .where('store_id', '=', row.store_id)
      .where('resolved_at', 'is', null),
  );
  pipelineStatement(
    tx,
    tx.insertInto('incidents').values({
      ...row,
      id,
      kind: 'ALARM',
      subject_id: id,
      reservation_id: null,
      door_id: doorId,
      room_id: null,
      details: ['FORCED'],
      opened_at: now,
      resolved_at: now,
      step: 1,
      step_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('incident_notices').values({
      ...row,
      id: uuidv7(),
      incident_id: id,
      step: 1,
      user_id: userId,
      channel: 'PUSH',
      state: 'SKIPPED',
      error: 'NO_BROWSER',
      due_at: now,
      message_id: null,
    }),
  );
  return id;
}
