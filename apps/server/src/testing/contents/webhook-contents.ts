import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

/** An endpoint at a closed port, and a failed delivery. */
export function fillWebhooks(
  tx: Tx,
  { product_id, store_id }: { readonly product_id: string; readonly store_id: string },
  now: Date,
): { endpointId: string; deliveryId: string } {
  const [endpointId, deliveryId] = [uuidv7(), uuidv7()];
  // The number of endpoints of a product is limited, so each store keeps only the latest.
  pipelineStatement(
    tx,
    tx
      .updateTable('webhook_endpoints')
      .set({ removed_at: now })
      .where('product_id', '=', product_id)
      .where('description', '=', store_id),
  );
  pipelineStatement(
    tx,
    tx.insertInto('webhook_endpoints').values({
      product_id,
      id: endpointId,
      description: store_id,
      url: 'http://127.0.0.1:9/',
      types: ['settlement.changed'],
      secret: Buffer.from('sealed elsewhere'),
      previous_secret: null,
      previous_until: null,
      created_at: now,
      changed_at: now,
      changed_by_name: 'test',
      last_delivered_at: null,
      removed_at: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('webhook_deliveries').values({
      product_id,
      id: deliveryId,
      endpoint_id: endpointId,
      message_id: `msg_${deliveryId}`,
      type: 'settlement.changed',
      body: '{}',
      state: 'FAILED',
      created_at: now,
      ended_at: now,
    }),
  );
  return { endpointId, deliveryId };
}
