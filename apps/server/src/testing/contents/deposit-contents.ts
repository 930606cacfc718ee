import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

export interface DepositContents {
  /** The relay's token is not known. */
  readonly relayId: string;
  /** A taught shape of the bank's messages. */
  readonly ruleId: string;
  /** A deposit of 1,000 won without a depositor's name, unmatched. */
  readonly depositId: string;
  readonly ignoredDepositId: string;
}

/** Adds old deposits, and the message that reported one of them. */
export function fillDeposits(tx: Tx, row: InStore, now: Date): DepositContents {
  const keys = personalOf(tx);
  const [relayId, depositId, ignoredDepositId, ruleId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  pipelineStatement(
    tx,
    tx.insertInto('deposit_relays').values({
      ...row,
      id: relayId,
      name: 'Phone',
      token_hash: randomBytes(32),
      most_automatic_amount: 0,
      created_at: now,
      created_by_name: 'test',
    }),
  );
  const deposit = {
    ...row,
    kind: 'DEPOSIT' as const,
    amount: 1000,
    is_amount_clear: true,
    depositor_name: null,
    balance: null,
    bank: null,
    account_end: null,
    at: new Date('2020-01-01T00:00:00Z'),
    is_time_known: true,
    bank_text: keys.seal('입금 1,000원'),
    fault: null,
    sources: ['SMS' as const],
    relay_id: relayId,
    reservation_id: null,
    payment_id: null,
    settled_by: null,
    note: null,
    received_at: now,
  };
  pipelineStatement(
    tx,
    tx.insertInto('deposits').values({ ...deposit, id: depositId, state: 'UNMATCHED', settled_by_name: null }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('deposits')
      .values({ ...deposit, id: ignoredDepositId, state: 'IGNORED', settled_at: now, settled_by_name: 'test' }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('deposit_messages').values({
      ...row,
      id: uuidv7(),
      relay_id: relayId,
      source: 'SMS',
      raw: keys.seal('입금 1,000원'),
      reading: null,
      outcome: 'NEW',
      deposit_id: depositId,
      received_at: now,
      worked_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('deposit_rules').values({
      ...row,
      id: ruleId,
      // A store is filled more than once.
      template: `하늘은행 입금 0원 {name} ${ruleId}`,
      kind: 'DEPOSIT',
      created_at: now,
      created_by_name: 'test',
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('deposit_file_heads').values({
      ...row,
      id: uuidv7(),
      head: `승인일|입금내역|${ruleId}`,
      columns: JSON.stringify({ date: 0, in: 1 }),
      updated_at: now,
      updated_by_name: 'test',
    }),
  );
  return { relayId, depositId, ignoredDepositId, ruleId };
}
