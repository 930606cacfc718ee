import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';
import { headOffice, type TestServer } from '../server.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

/**
 * Adds a merchant of the store that has ended, and a running one at another provider unless it has one, as head office
 * does. Neither can be opened. Returns the id of the ended one.
 */
export async function insertMerchants(server: TestServer, row: InStore): Promise<string> {
  const id = uuidv7();
  const now = server.clock.now();
  const connection = {
    ...row,
    base_url: 'http://127.0.0.1:9',
    client_key: 'test_ck',
    api_secret: Buffer.from('sealed elsewhere'),
    webhook_secret: null,
    previous_webhook_secret: null,
    fee_terms: JSON.stringify([]),
    started_at: now,
    changed_at: now,
    changed_by_name: 'test',
  };
  const runningId = uuidv7();
  await server.withActor(headOffice(row.product_id), (tx) =>
    tx
      .insertInto('store_merchants')
      .values([
        { ...connection, id, provider: 'TOSS', merchant_id: `ended-${id}`, ended_at: now },
        { ...connection, id: runningId, provider: 'PORTONE', merchant_id: `running-${runningId}`, ended_at: null },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

interface Collected {
  readonly merchantId: string;
  /** A payment of 10,000 won. */
  readonly paymentId: string;
  readonly receiptStepId: string;
  readonly webhookId: string;
  readonly now: Date;
}

/** A payment, a cash receipt, a message and a payout of the merchant. */
export function fillMerchant(
  tx: Tx,
  row: InStore,
  { merchantId, paymentId, receiptStepId, webhookId, now }: Collected,
): void {
  pipelineStatement(tx, tx.insertInto('payment_merchants').values({ ...row, id: paymentId, merchant_id: merchantId }));
  pipelineStatement(
    tx,
    tx.insertInto('cash_receipt_merchants').values({ ...row, id: receiptStepId, merchant_id: merchantId }),
  );
  pipelineStatement(tx, tx.insertInto('provider_webhook_stores').values({ ...row, id: webhookId }));
  pipelineStatement(
    tx,
    tx.insertInto('provider_payout_lines').values({
      product_id: row.product_id,
      id: uuidv7(),
      provider: 'TOSS',
      merchant_id: `ended-${merchantId}`,
      merchant_store_id: row.store_id,
      line_key: paymentId,
      order_id: paymentId,
      state: 'MATCHED',
      kind: 'PAYMENT',
      store_id: row.store_id,
      payment_id: paymentId,
      refund_id: null,
      amount: 10_000,
      fee_amount: 0,
      payout_amount: 10_000,
      expected_amount: 10_000,
      expected_fee_amount: 0,
      sold_on: '2020-01-01',
      paid_out_on: '2020-01-03',
      read_at: now,
    }),
  );
}
