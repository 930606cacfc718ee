import type { Tx } from '../../../db/index.ts';

/** The row of `store_merchants` that a payment was begun with; `null`: the merchant of the chain (MC-4). */
export async function findPaymentMerchantId(
  tx: Tx,
  { storeId, id }: { readonly storeId: string; readonly id: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_merchants')
    .select('merchant_id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.merchant_id ?? null;
}
