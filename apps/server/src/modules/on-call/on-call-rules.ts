import {
  escalationStep,
  ON_CALL_CONDITIONS,
  type BodyOf,
  type EscalationStep,
  type IncidentKind,
  type OnCallCondition,
  type OnCallConditionRule,
  type OnCallRules,
  type setOnCallRules,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Tables, Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { invalidInput, notFound, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { findPeople } from './on-call-people.ts';

/** The conditions that notify at any hour unless the store sets others (OC-1). */
const URGENT: ReadonlySet<OnCallCondition> = new Set(['READINESS', 'DOOR_OFFLINE', 'OVERRUN', 'ALARM']);

const DEFAULTS = {
  isEnabled: false,
  conditions: ON_CALL_CONDITIONS.map((condition) => ({ condition, isEnabled: true, isUrgent: URGENT.has(condition) })),
  steps: [],
  quietFrom: null,
  quietUntil: null,
  changedAt: null,
  changedBy: null,
  version: null,
};

type RulesRow = Selectable<Tables['on_call_rules']>;

const storedConditions = z.array(
  z.object({ condition: z.enum(ON_CALL_CONDITIONS), isEnabled: z.boolean(), isUrgent: z.boolean() }),
);
const storedSteps = z.array(escalationStep);

export function toOnCallRules(row: RulesRow): OnCallRules {
  return {
    storeId: row.store_id,
    isEnabled: row.is_enabled,
    conditions: addNewConditions(storedConditions.parse(row.conditions)),
    steps: storedSteps.parse(row.steps),
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}

/** Rules that were saved before a condition existed have it as a first edit does. */
function addNewConditions(stored: readonly OnCallConditionRule[]): OnCallConditionRule[] {
  const isNew = ({ condition }: OnCallConditionRule) => !stored.some((rule) => rule.condition === condition);
  return [...stored, ...DEFAULTS.conditions.filter(isNew)];
}

/** Whether the rules begin incidents of this kind. */
export function isConditionEnabled(rules: OnCallRules, kind: IncidentKind): boolean {
  return rules.isEnabled && (kind === 'TEST' || findCondition(rules, kind)?.isEnabled === true);
}

/** Whether incidents of this kind notify in the quiet hours too (OC-4). A person waits for the notices of a test. */
export function isKindUrgent(rules: OnCallRules, kind: IncidentKind): boolean {
  return kind === 'TEST' || findCondition(rules, kind)?.isUrgent === true;
}

function findCondition(rules: OnCallRules, kind: IncidentKind): OnCallConditionRule | undefined {
  return rules.conditions.find(({ condition }) => condition === kind);
}

/** Reads the rules of a store, or the defaults (OC-1). Throws NOT_FOUND for a store that the actor does not see. */
export async function readOnCallRules(tx: Tx, storeId: string): Promise<OnCallRules> {
  const [store, row] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    tx.selectFrom('on_call_rules').selectAll().where('store_id', '=', storeId).executeTakeFirst(),
  ]);
  if (!store) throw notFound();
  return row ? toOnCallRules(row) : { storeId, ...DEFAULTS };
}

/** Sets the rules of a store (OC-1). Throws STALE for an outdated version and INVALID_INPUT for a person without access. */
export async function changeOnCallRules(
  work: UnitOfWork,
  storeId: string,
  body: BodyOf<typeof setOnCallRules>,
): Promise<OnCallRules> {
  const { tx, actor, clock } = work;
  // Two people who set them for the first time wait for each other at the row of the store. The review, which holds the
  // row of the rules, can still insert incidents of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().executeTakeFirst();
  const before = await readOnCallRules(tx, storeId);
  if (before.version !== body.version) throw staleProblem(before);
  const steps = body.steps.map(toDistinctStep);
  await refuseOthers(work, storeId, steps);
  const values = {
    is_enabled: body.isEnabled,
    conditions: JSON.stringify(body.conditions),
    steps: JSON.stringify(steps),
    quiet_from: body.quietFrom,
    quiet_until: body.quietUntil,
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: (before.version ?? 0) + 1,
  };
  const row = await tx
    .insertInto('on_call_rules')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(tx, { productId: actor.productId, storeId, name: 'on-call.changed', data: { storeId } });
  await recordChange(work, {
    storeId,
    action: 'on-call.set',
    subject: { kind: 'on-call', id: null },
    detail: { ...body, steps },
  });
  return toOnCallRules(row);
}

function toDistinctStep({ userIds, channels, afterMinutes }: EscalationStep): EscalationStep {
  return { userIds: [...new Set(userIds)], channels: [...new Set(channels)], afterMinutes };
}

/** Refuses people who are not active or have no access to the store now. */
async function refuseOthers(
  { tx, clock, actor }: UnitOfWork,
  storeId: string,
  steps: readonly EscalationStep[],
): Promise<void> {
  const people = await findPeople(tx, { productId: actor.productId, storeId, now: clock.now() });
  const allowedIds = new Set(people.map(({ id }) => id));
  const errors = steps.flatMap(({ userIds }, index) =>
    userIds
      .filter((userId) => !allowedIds.has(userId))
      .map(() => ({ path: `steps.${index}.userIds`, code: 'no_access', message: 'names a person without access' })),
  );
  if (errors.length > 0) throw invalidInput(errors);
}
