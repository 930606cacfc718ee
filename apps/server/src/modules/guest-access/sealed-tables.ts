import type { SealedTable } from '../personal-data/index.ts';

export const sealedRatings: readonly SealedTable[] = [
  {
    table: 'stay_ratings',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_remark'],
    erasure: { at: 'rated_at', set: { guest_remark: 'empty' } },
  },
];
