import type { Tx } from '../db/index.ts';

/** A valid identity of a seller, as the contract names it. */
export const SELLER_IDENTITY = {
  legalName: '시험 놀이방',
  representative: '김대표',
  mailOrderNumber: '2026-서울강남-01234',
  mailOrderExemption: null,
  address: '서울 강남구 테헤란로 1',
  phone: '02-555-0100',
  email: 'owner@seller.example',
  hostingProvider: '문지기 클라우드',
} as const;
export const SELLER_BUSINESS_NUMBER = '120-81-47521';

/** Lets a store sell online: who sells, and a privacy policy of the chain. The version of the store stays. */
export async function insertSeller(
  tx: Tx,
  { productId, storeId }: { readonly productId: string; readonly storeId: string },
  now: Date,
): Promise<void> {
  const change = { changed_at: now, changed_by_name: 'test' };
  await tx.updateTable('stores').set({ business_number: SELLER_BUSINESS_NUMBER }).where('id', '=', storeId).execute();
  await tx
    .insertInto('store_sellers')
    .values({
      product_id: productId,
      store_id: storeId,
      id: storeId,
      kind: 'STORE',
      legal_name: SELLER_IDENTITY.legalName,
      representative: SELLER_IDENTITY.representative,
      mail_order_number: SELLER_IDENTITY.mailOrderNumber,
      mail_order_exemption: null,
      address: SELLER_IDENTITY.address,
      phone: SELLER_IDENTITY.phone,
      email: SELLER_IDENTITY.email,
      hosting_provider: SELLER_IDENTITY.hostingProvider,
      ...change,
    })
    .onConflict((builder) => builder.doNothing())
    .execute();
  await tx
    .insertInto('privacy_policies')
    .values({
      product_id: productId,
      version: 1,
      effective_on: '2026-01-01',
      officer_name: '박보호',
      officer_contact: 'privacy@seller.example',
      processors: JSON.stringify([{ name: '결제사', task: '결제', country: '' }]),
      body: '{{chain}}의 개인정보 처리방침\n\n# 보유 기간\n{{months}}개월',
      body_en: '',
      ...change,
    })
    .onConflict((builder) => builder.doNothing())
    .execute();
}
