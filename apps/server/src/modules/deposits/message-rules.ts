import type { DepositRule, listDepositRules, QueryOf, ReplyOf } from '@munjigi/contract';
import { makeTemplateOf, type DepositKind, type DepositTemplate } from '@munjigi/rules';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, pipelineStatement, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import { notFound, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { DepositRow } from './deposit-row.ts';

type RuleRow = Selectable<Tables['deposit_rules']>;

/** The most shapes that the messages of a store are compared with, the newest first. */
const MOST_RULES = 100;

export function toDepositRule(row: RuleRow): DepositRule {
  return {
    id: row.id,
    storeId: row.store_id,
    template: row.template,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Finds the shapes that people taught, newest first. */
export async function findRules(
  tx: Tx,
  { storeId, page, limit, sort }: QueryOf<typeof listDepositRules>,
): Promise<ReplyOf<typeof listDepositRules>> {
  const rules = tx
    .selectFrom('deposit_rules')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''));
  const { total, rows } = await readNumberedPage(rules.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { createdAt: 'created_at' }, 'id', sql`created_at desc, id`),
  });
  return { total, items: rows.map(toDepositRule) };
}

/** Finds the shapes by which the messages of a store are read. */
export async function findTemplates(tx: Tx, storeId: string): Promise<DepositTemplate[]> {
  const rows = await tx
    .selectFrom('deposit_rules')
    .select(['id', 'template', 'kind'])
    .where('store_id', '=', storeId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_RULES)
    .execute();
  return rows.map(({ id, template, kind }) => ({ id, template, kind: kind }));
}

export function markRuleUsed(tx: Tx, storeId: string, ruleId: string, now: Date): void {
  pipelineStatement(
    tx,
    tx.updateTable('deposit_rules').set({ last_used_at: now }).where('store_id', '=', storeId).where('id', '=', ruleId),
  );
}

/**
 * Keeps the shape of a message that a person corrected. A shape that is known already changes its kind. Returns `null`
 * for a text that says too little to recognise another one by.
 */
export async function keepRule(
  work: UnitOfWork,
  row: DepositRow,
  { kind, depositorName, timeZone }: { kind: DepositKind; depositorName: string | null; timeZone: string },
): Promise<DepositRule | null> {
  const { tx, clock, actor } = work;
  const template = makeTemplateOf(row.bank_text, depositorName, row.received_at, timeZone);
  if (template === null) return null;
  const now = clock.now();
  const kept = await tx
    .insertInto('deposit_rules')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      template,
      kind,
      created_at: now,
      created_by_name: actor.name,
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'template']).doUpdateSet({ kind, created_at: now, created_by_name: actor.name }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'deposit-rule.created',
    subject: { kind: 'deposit-rule', id: kept.id },
    detail: { template, kind },
  });
  return toDepositRule(kept);
}

/** Deletes a shape. Throws NOT_FOUND for one that does not exist or that the person cannot see. */
export async function deleteRule(work: UnitOfWork, ruleId: string): Promise<DepositRule> {
  const { tx, clock } = work;
  const row = await tx.deleteFrom('deposit_rules').where('id', '=', ruleId).returningAll().executeTakeFirst();
  if (!row) throw notFound();
  await recordChange(work, {
    storeId: row.store_id,
    at: clock.now(),
    action: 'deposit-rule.deleted',
    subject: { kind: 'deposit-rule', id: row.id },
    detail: { template: row.template, kind: row.kind },
  });
  return toDepositRule(row);
}
