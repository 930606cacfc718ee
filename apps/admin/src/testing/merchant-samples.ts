import type { StoreMerchant } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

export function sampleMerchant(over: Partial<StoreMerchant> = {}): StoreMerchant {
  return {
    id: sampleId(900),
    storeId: STORES[0].id,
    provider: 'TOSS',
    baseUrl: 'https://api.tosspayments.com',
    isAddressAllowed: true,
    clientKey: 'live_ck_store',
    merchantId: 'mid_store',
    hasWebhookSecret: false,
    feeTerms: [],
    webhookPath: `/api/v2/playroom/webhook/toss/${STORES[0].id}`,
    startedAt: '2026-11-01T05:00:00.000Z',
    endedAt: null,
    openCount: 0,
    changedAt: '2026-11-01T05:00:00.000Z',
    changedBy: '김지은',
    trouble: null,
    version: 2,
    ...over,
  };
}
