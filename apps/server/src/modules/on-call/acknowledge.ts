import type { Incident, testOnCall, ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
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

/** Every test notifies people, so one store and all stores of a chain have a limit within an hour. */
const MOST_TESTS = { ofStore: 3, ofChain: 20 };
const HOUR_MS = 3600_000;

async function checkTestLimit(tx: Tx, storeId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ is_of_store: boolean; count: number; first: Date }>`
    select store_id = ${storeId} as is_of_store, count(*)::integer as count, min(opened_at) as first from incidents
    where kind = 'TEST' and opened_at > ${new Date(now.getTime() - HOUR_MS)} group by 1`.execute(tx);
  const ofStore = rows.find(({ is_of_store: isOfStore }) => isOfStore);
  const ofChain = rows.reduce((sum, { count }) => sum + count, 0);
  const isChainFull = ofChain >= MOST_TESTS.ofChain;
  if ((ofStore?.count ?? 0) < MOST_TESTS.ofStore && !isChainFull) return;
  const counted = rows.filter((row) => isChainFull || row === ofStore);
  const first = Math.min(...counted.map((row) => row.first.getTime()));
  throw new Problem('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.max(1, Math.ceil((first + HOUR_MS - now.getTime()) / 1000)),
  });
}

/**
 * Begins an incident of kind TEST (OC-6). Throws STATE_NOT_ALLOWED while one is open, or the rules are off, and
 * TOO_MANY_ATTEMPTS above the limit of an hour.
 */
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
  await checkTestLimit(tx, storeId, now);
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
