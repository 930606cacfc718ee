import type { SealedTable } from '../personal-data/index.ts';

/** The text is emptied when a message ends, so nothing is left to erase. */
export const sealedStaffMessages: readonly SealedTable[] = [
  {
    table: 'staff_messages',
    reach: 'SYSTEM',
    key: { product_id: 'uuid', id: 'uuid' },
    columns: ['subject', 'body', 'recipient'],
  },
];
