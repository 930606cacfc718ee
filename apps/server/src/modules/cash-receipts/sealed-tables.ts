import type { SealedTable } from '../personal-data/index.ts';

export const sealedReceiptNumbers: readonly SealedTable[] = [
  {
    table: 'cash_receipt_numbers',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_number'],
    erasure: { at: 'entered_at', set: { guest_number: 'empty' } },
  },
];
