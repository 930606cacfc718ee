import type { SealedTable } from '../personal-data/index.ts';
import { phoneMarkOf } from '../reservations/index.ts';

export const sealedMessages: readonly SealedTable[] = [
  {
    table: 'messages',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_phone', 'guest_email', 'content'],
    marked: {
      of: ['guest_phone'],
      compute: ({ guest_phone: phone = '' }, marks) => ({ phone_mark: phoneMarkOf(marks, phone) }),
    },
    erasure: {
      at: 'queued_at',
      set: { guest_phone: 'empty', guest_email: 'empty', content: 'empty', phone_mark: 'null' },
    },
  },
  {
    table: 'message_opt_outs',
    reach: 'SYSTEM',
    key: { product_id: 'uuid', id: 'uuid' },
    columns: ['guest_phone'],
    marked: {
      of: ['guest_phone'],
      compute: ({ guest_phone: phone = '' }, marks) => ({ phone_mark: phoneMarkOf(marks, phone) }),
    },
    erasure: { at: 'used_at', set: 'delete' },
  },
];
