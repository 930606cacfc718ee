import type { BodyOf, CashReceiptSettings, setCashReceiptSettings } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { findRunningMerchantId } from '../payments/index.ts';
import { findSettings, type SettingsRow } from './receipts.sql.ts';

/** What the law asks of a study café in 2026 (docs/domain.md 5); a store can change both. */
const THRESHOLD_WON = 100_000;
const DEADLINE_DAYS = 5;

/** Reads the settings of a store, or the defaults. Throws NOT_FOUND for a store that the actor does not see. */
export async function readReceiptSettings(tx: Tx, storeId: string): Promise<CashReceiptSettings> {
  const [store, row] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    findSettings(tx, storeId),
  ]);
  if (!store) throw notFound();
  return row ? toSettings(row) : { storeId, ...DEFAULTS };
}

/** Sets who issues for a store. Throws STALE for an outdated version, and PROVIDER_NOT_SET. */
export async function changeReceiptSettings(
  work: UnitOfWork,
  storeId: string,
  { version, ...change }: BodyOf<typeof setCashReceiptSettings>,
): Promise<CashReceiptSettings> {
  const { tx, clock, actor } = work;
  // Two people who set them for the first time wait for each other at the row of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  const before = await readReceiptSettings(tx, storeId);
  if (before.version !== version) throw staleProblem(before);
  await requireProvider(tx, storeId, change.issuer);
  const now = clock.now();
  const values = {
    issuer: change.issuer,
    is_self_issue_on: change.isSelfIssueOn,
    threshold_amount: change.thresholdAmount,
    deadline_days: change.deadlineDays,
    issues_since: change.issuer === 'NONE' ? null : before.issuesSince === null ? now : new Date(before.issuesSince),
    changed_at: now,
    changed_by_name: actor.name,
    version: version + 1,
  };
  const row = await tx
    .insertInto('cash_receipt_settings')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId,
    action: 'cash-receipt-settings.set',
    subject: { kind: 'cash-receipt-settings', id: null },
    detail: change,
  });
  return toSettings(row);
}

/** Staff of a store do not read the connection, but whether it exists. */
async function requireProvider(tx: Tx, storeId: string, issuer: CashReceiptSettings['issuer']): Promise<void> {
  if (issuer === 'NONE' || (await findRunningMerchantId(tx, { storeId, provider: issuer })) !== null) return;
  const row = await tx
    .selectFrom('payment_providers')
    .select('provider')
    .where('provider', '=', issuer)
    .executeTakeFirst();
  if (!row) throw new Problem('PROVIDER_NOT_SET');
}

const DEFAULTS = {
  issuer: 'NONE',
  isSelfIssueOn: true,
  thresholdAmount: THRESHOLD_WON,
  deadlineDays: DEADLINE_DAYS,
  issuesSince: null,
  changedAt: null,
  changedBy: null,
  version: 0,
} as const;

function toSettings(row: SettingsRow): CashReceiptSettings {
  return {
    storeId: row.store_id,
    issuer: row.issuer,
    isSelfIssueOn: row.is_self_issue_on,
    thresholdAmount: row.threshold_amount,
    deadlineDays: row.deadline_days,
    issuesSince: row.issues_since?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}
