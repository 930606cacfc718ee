import type { SealedTable } from '../personal-data/index.ts';
import { phoneMarkOf } from '../reservations/index.ts';

export const sealedPasses: readonly SealedTable[] = [
  {
    table: 'passes',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_name', 'guest_phone'],
    marked: {
      of: ['guest_phone'],
      compute: ({ guest_phone: phone = '' }, marks) => ({ phone_mark: phoneMarkOf(marks, phone) }),
    },
    erasure: { at: 'ends_at', set: { guest_name: 'empty', guest_phone: 'empty', phone_mark: 'null' } },
  },
];
