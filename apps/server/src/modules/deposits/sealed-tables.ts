import type { SealedTable } from '../personal-data/index.ts';

export const sealedDeposits: readonly SealedTable[] = [
  { table: 'deposits', reach: 'STORE', key: { store_id: 'uuid', id: 'uuid' }, columns: ['depositor_name', 'bank_text'] },
  { table: 'deposit_messages', reach: 'STORE', key: { store_id: 'uuid', id: 'uuid' }, columns: ['raw', 'reading'] },
];
