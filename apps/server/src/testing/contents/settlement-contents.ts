import { addDays } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

export interface SettlementContents {
  /** An open settlement of one past day, empty. */
  readonly settlementId: string;
  readonly settlementDate: string;
  /** The settlement of the day before, with one adjustment of 1,000 won. */
  readonly closedSettlementId: string;
}

/** Adds a payee, terms without a royalty, a closed period and the open one after it; closes those of an earlier call first. */
export async function fillSettlement(tx: Tx, row: InStore, now: Date): Promise<SettlementContents> {
  const creation = { created_at: now, created_by_name: 'test' };
  pipelineStatement(
    tx,
    tx
      .insertInto('settlement_terms')
      .values({
        ...row,
        id: uuidv7(),
        valid_from: '1990-01-01',
        royalty_rate: 0,
        royalty_base: 'NET_OF_REFUND',
        royalty_vat: 'EXCLUSIVE',
        cycle: 'MONTHLY',
        pay_after_bank_days: 3,
        ...creation,
      })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('settlement_payees')
      .values({
        ...row,
        id: row.store_id,
        representative: 'test',
        bank: 'test',
        account_number: '123-456-789012',
        account_holder: 'test',
        changed_at: now,
        changed_by_name: 'test',
      })
      .onConflict((builder) => builder.doNothing()),
  );
  const open = await tx
    .selectFrom('settlements')
    .select(['id', 'number', 'ends_on'])
    .where('store_id', '=', row.store_id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  const closed = open ?? (await addPeriod(tx, row, 1, '1990-01-01'));
  const [transactionId, closedSettlementId] = [uuidv7(), closed.id];
  pipelineStatement(
    tx,
    tx.insertInto('ledger_transactions').values({
      ...row,
      id: transactionId,
      kind: 'ADJUSTMENT',
      payment_id: null,
      refund_id: null,
      reverses_id: null,
      reservation_id: null,
      room_id: null,
      method: null,
      provider: null,
      channel: null,
      occurred_at: now,
      business_date: closed.ends_on,
    }),
  );
  const accounts = [
    ['DUE_FROM_HEAD_OFFICE', 1000],
    ['ADJUSTMENTS', -1000],
  ] as const;
  pipelineStatement(
    tx,
    tx.insertInto('ledger_entries').values(
      accounts.map(([account, amount], index) => ({
        ...row,
        transaction_id: transactionId,
        line: index + 1,
        account,
        amount,
      })),
    ),
  );
  pipelineStatement(
    tx,
    tx.insertInto('settlement_adjustments').values({
      ...row,
      id: uuidv7(),
      transaction_id: transactionId,
      dated_on: closed.ends_on,
      amount: 1000,
      reason: 'test',
      ...creation,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('settlement_entries')
      .values({ ...row, transaction_id: transactionId, settlement_id: closedSettlementId }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('settlement_comments').values({
      ...row,
      id: uuidv7(),
      settlement_id: closedSettlementId,
      line: 'GROSS',
      text: 'test',
      at: now,
      by_id: uuidv7(),
      by_name: 'test',
      is_head_office: true,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('settlement_versions')
      .values({
        ...row,
        settlement_id: closedSettlementId,
        number: 1,
        at: now,
        by_name: 'test',
        lines: '[]',
        payout_amount: 0,
      })
      .onConflict((builder) => builder.doNothing()),
  );
  const nothing = { gross_amount: 0, refund_amount: 0, fee_amount: 0, royalty_amount: 0, carried_forward_amount: 0 };
  pipelineStatement(
    tx,
    tx
      .updateTable('settlements')
      .set({
        ...nothing,
        state: 'CLOSED',
        pay_on: closed.ends_on,
        lines: '[]',
        payout_amount: 1000,
        closed_at: now,
        closed_by_name: 'test',
      })
      .where('store_id', '=', row.store_id)
      .where('id', '=', closedSettlementId),
  );
  const next = await addPeriod(tx, row, closed.number + 1, addDays(closed.ends_on, 1));
  return { settlementId: next.id, settlementDate: next.ends_on, closedSettlementId };
}

async function addPeriod(
  tx: Tx,
  row: InStore,
  number: number,
  date: string,
): Promise<{ id: string; number: number; ends_on: string }> {
  return tx
    .insertInto('settlements')
    .values({ ...row, id: uuidv7(), number, starts_on: date, ends_on: date })
    .returning(['id', 'number', 'ends_on'])
    .executeTakeFirstOrThrow();
}
