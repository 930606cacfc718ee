import type { BodyOf, createPricePolicy, editPricePolicy, PricePolicy } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { findRoomIds } from '../stores/index.ts';
import { fieldProblems } from './policy-fields.ts';
import { findPolicy, insertPolicy, updatePolicy, type PolicyFields } from './price-policies.sql.ts';

export async function addPolicy(
  work: UnitOfWork,
  { storeId, ...fields }: BodyOf<typeof createPricePolicy>,
): Promise<PricePolicy> {
  const { tx } = work;
  await check(tx, storeId, fields);
  const created = await insertPolicy(work, storeId, fields);
  await publishPolicyChange(work, {
    action: 'price-policy.created',
    policy: created,
    detail: { after: fieldsOf(created) },
  });
  return created;
}

/**
 * Throws STALE for another version than the present one (AP-4). Reservations keep the price they were made with (PR-3).
 */
export async function changePolicy(
  work: UnitOfWork,
  policyId: string,
  { version, ...change }: BodyOf<typeof editPricePolicy>,
): Promise<PricePolicy> {
  const { tx } = work;
  const before = await findPolicy(tx, policyId);
  if (!before) throw notFound();
  if (before.version !== version) throw staleProblem(before);
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields: PolicyFields = { ...fieldsOf(before), ...changedFields };
  await check(tx, before.storeId, fields);
  const after = await updatePolicy(tx, before, fields);
  if (!after) throw await overtaken(tx, policyId);
  const of = (policy: PricePolicy) =>
    Object.fromEntries(Object.entries(policy).filter(([name]) => name in changedFields));
  await publishPolicyChange(work, {
    action: 'price-policy.changed',
    policy: after,
    detail: { before: of(before), after: of(after) },
  });
  return after;
}

/**
 * Deletes a policy for prices from now on. Throws `NOT_FOUND` when it is deleted already, and `STALE` for another
 * version than the named one.
 */
export async function deletePolicy(
  work: UnitOfWork,
  { policyId, version }: { readonly policyId: string; readonly version: number | undefined },
): Promise<PricePolicy> {
  const { tx, clock } = work;
  const before = await findPolicy(tx, policyId);
  if (!before) throw notFound();
  if (version !== undefined && before.version !== version) throw staleProblem(before);
  const deleted = await updatePolicy(tx, before, { deletedAt: clock.now() });
  if (!deleted) throw await overtaken(tx, policyId);
  await publishPolicyChange(work, {
    action: 'price-policy.deleted',
    policy: deleted,
    detail: { before: fieldsOf(before) },
  });
  return deleted;
}

/** Returns the error when another transaction changed the policy between reading and writing. */
async function overtaken(tx: Tx, policyId: string): Promise<Problem> {
  const current = await findPolicy(tx, policyId);
  return current ? staleProblem(current) : notFound();
}

async function check(tx: Tx, storeId: string, fields: PolicyFields): Promise<void> {
  const [store, roomIds] = await Promise.all([
    tx.selectFrom('stores').select('slot_minutes').where('id', '=', storeId).executeTakeFirst(),
    findRoomIds(tx, storeId, fields.roomIds),
  ]);
  if (!store) throw notFound();
  const errors = fieldProblems(fields, { slotMinutes: store.slot_minutes, roomIds });
  if (errors.length > 0) throw new Problem('PRICE_POLICY_INVALID', { errors: errors.slice(0, 50) });
}

function fieldsOf({ id: _id, storeId: _storeId, version: _version, ...fields }: PricePolicy): PolicyFields {
  return fields;
}

async function publishPolicyChange(
  work: UnitOfWork,
  {
    action,
    policy,
    detail,
  }: { readonly action: AuditRecord['action']; readonly policy: PricePolicy; readonly detail: AuditRecord['detail'] },
): Promise<void> {
  const { tx, actor } = work;
  const { storeId } = policy;
  await publish(tx, { productId: actor.productId, storeId, name: 'prices.changed', data: { storeId } });
  await recordChange(work, {
    storeId,
    action,
    subject: { kind: 'price-policy', id: policy.id },
    detail,
  });
}
