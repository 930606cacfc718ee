import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

/**
 * Adds the cash receipt of a payment of 10,000 won, its number and the settings of a store that issues none any more.
 * Returns the id of the request that issued it.
 */
export function fillReceipt(
  tx: Tx,
  row: InStore,
  { paymentId, reservationId, now }: { paymentId: string; reservationId: string; now: Date },
): string {
  const stepId = uuidv7();
  pipelineStatement(
    tx,
    tx
      .insertInto('cash_receipt_settings')
      .values({
        ...row,
        id: row.store_id,
        issuer: 'NONE',
        is_self_issue_on: true,
        threshold_amount: 100_000,
        deadline_days: 5,
        changed_at: now,
        changed_by_name: 'test',
      })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx.insertInto('cash_receipt_numbers').values({
      ...row,
      id: reservationId,
      purpose: 'INCOME',
      kind: 'PHONE',
      guest_number: personalOf(tx).seal('01012345678'),
      entered_at: now,
      entered_by_name: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('cash_receipts').values({
      ...row,
      id: paymentId,
      reservation_id: reservationId,
      state: 'ISSUED',
      failure_code: null,
      failure_message: null,
      own_amount: null,
      own_approval_number: null,
      own_receipt_url: null,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('cash_receipt_steps').values({
      ...row,
      id: stepId,
      receipt_id: paymentId,
      number: 1,
      kind: 'ISSUE',
      issue_id: null,
      issuer: 'TOSS',
      amount: 10_000,
      tax_free_amount: 0,
      is_self_issued: false,
      purpose: 'INCOME',
      state: 'DONE',
      is_live: true,
      refused_at_wanted: null,
      provider_key: 'rk_test',
      approval_number: '123456789',
      receipt_url: null,
      requested_at: now,
      answered_at: now,
    }),
  );
  return stepId;
}
