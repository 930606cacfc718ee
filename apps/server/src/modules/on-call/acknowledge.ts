import type { Incident, testOnCall, ReplyOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { publishIncidents, readIncidents } from './incidents.sql.ts';
import { skipNotices } from './notices.ts';
import { toOnCallRules } from './on-call-rules.ts';

/**
 * Acknowledges an incident, which ends its escalation (OC-5). A later request, and one for a resolved incident, gets it
 * unchanged. A test is resolved at once (OC-6). Throws NOT_FOUND.
 */
export async function recordAcknowledgement(work: UnitOfWork, incidentId: string): Promise<Incident> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const row = await tx.selectFrom('incidents').selectAll().where('id', '=', incidentId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.acknowledged_at !== null || row.resolved_at !== null) {
    const [incident] = await readIncidents(tx, [incidentId], now);
    if (!incident) throw notFound();
    return incident;
  }
  await tx
    .updateTable('incidents')
    .set({
      acknowledged_at: now,
      acknowledged_by: actor.userId,
      acknowledged_by_name: actor.name,
      ...(row.kind === 'TEST' && { resolved_at: now }),
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await skipNotices(tx, { incident: row, error: 'ACKNOWLEDGED', now });
  const [incident] = await publishIncidents(tx, actor.productId, [row.id], now);
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'incident.acknowledged',
    subject: { kind: 'incident', id: row.id },
    detail: { kind: row.kind },
  });
  if (!incident) throw notFound();
  return incident;
}

/** Begins an incident of kind TEST (OC-6). Throws STATE_NOT_ALLOWED while one is open, or the rules are off. */
export async function beginTest(work: UnitOfWork, storeId: string): Promise<ReplyOf<typeof testOnCall>> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const store = await tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst();
  if (!store) throw notFound();
  const row = await tx
    .selectFrom('on_call_rules')
    .selectAll()
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !toOnCallRules(row).isEnabled) throw new Problem('STATE_NOT_ALLOWED');
  const begun = await tx
    .insertInto('incidents')
    .values({
      product_id: actor.productId,
      store_id: storeId,
      id: uuidv7(),
      kind: 'TEST',
      subject_id: storeId,
      reservation_id: null,
      door_id: null,
      room_id: null,
      details: [],
      opened_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind', 'subject_id']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!begun) throw new Problem('STATE_NOT_ALLOWED');
  await publishIncidents(tx, actor.productId, [begun.id], now);
  await recordChange(work, {
    storeId,
    at: now,
    action: 'on-call.tested',
    subject: { kind: 'incident', id: begun.id },
    detail: {},
  });
  return { incidentId: begun.id };
}
