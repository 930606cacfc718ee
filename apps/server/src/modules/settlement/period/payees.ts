import type {
  BodyOf,
  listSettlementPayees,
  PayeeData,
  QueryOf,
  ReplyOf,
  setSettlementPayee,
  SettlementPayee,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { selectStoreForUpdate } from '../../stores/index.ts';
import { recordSettlementChange } from './publish-settlement.ts';

/** Reads the payee of a store; `null` before head office has entered it. */
export async function readPayee(tx: Tx, storeId: string): Promise<PayeeData | null> {
  const row = await tx.selectFrom('settlement_payees').selectAll().where('store_id', '=', storeId).executeTakeFirst();
  return row ? toPayeeData(row) : null;
}

export async function listPayees(
  tx: Tx,
  { storeId }: QueryOf<typeof listSettlementPayees>,
): Promise<ReplyOf<typeof listSettlementPayees>> {
  const all = tx.selectFrom('settlement_payees').selectAll().orderBy('store_id');
  const rows = await (storeId === undefined ? all : all.where('store_id', '=', storeId)).execute();
  return { items: rows.map(toPayee) };
}

/** Saves the payee of a store. Throws NOT_FOUND for another store, and STALE for an outdated version. */
export async function savePayee(
  work: UnitOfWork,
  { storeId, version, ...data }: BodyOf<typeof setSettlementPayee>,
): Promise<SettlementPayee> {
  const { tx, clock, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const before = await tx
    .selectFrom('settlement_payees')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  if (before?.version !== version) throw staleProblem(before ? toPayee(before) : null);
  const values = {
    representative: data.representative,
    bank: data.bank,
    account_number: data.accountNumber,
    account_holder: data.accountHolder,
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: (version ?? 0) + 1,
  };
  const row = await tx
    .insertInto('settlement_payees')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSettlementChange(work, {
    storeId,
    action: 'settlement.payee-set',
    subjectId: storeId,
    detail: { before: before ? toPayeeData(before) : null, after: data },
  });
  return toPayee(row);
}

/** The account in one line, as it is on a statement and in the record of a payout; `null` without an account. */
export function accountLine(payee: PayeeData | null): string | null {
  return payee === null || payee.bank === '' ? null : `${payee.bank} ${payee.accountNumber} ${payee.accountHolder}`;
}

type PayeeRow = Selectable<Tables['settlement_payees']>;

function toPayeeData(row: PayeeRow): PayeeData {
  return {
    representative: row.representative,
    bank: row.bank,
    accountNumber: row.account_number,
    accountHolder: row.account_holder,
  };
}

function toPayee(row: PayeeRow): SettlementPayee {
  return {
    ...toPayeeData(row),
    storeId: row.store_id,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}
