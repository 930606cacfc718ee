import type { SealedTable } from '../personal-data/index.ts';

export const sealedDeposits: readonly SealedTable[] = [
  {
    table: 'deposits',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['depositor_name', 'bank_text'],
    erasure: { at: 'received_at', set: { depositor_name: 'null', bank_text: 'empty', account_end: 'null' } },
  },
  {
    table: 'deposit_messages',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['raw', 'reading'],
    erasure: { at: 'received_at', set: { raw: 'empty', reading: 'null' } },
  },
];
