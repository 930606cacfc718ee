import type { SealedTable } from '../personal-data/index.ts';

/** Messages of providers contain the name of the person who pays. */
export const sealedWebhooks: readonly SealedTable[] = [
  {
    table: 'provider_webhooks',
    reach: 'SYSTEM',
    key: { product_id: 'uuid', id: 'uuid' },
    columns: ['body'],
    erasure: { at: 'last_received_at', set: { body: 'empty', body_digest: 'null' } },
  },
];
