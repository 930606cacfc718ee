import { phoneDigits } from '@munjigi/rules';
import type { SealedTable } from '../personal-data/index.ts';

export const sealedMessages: readonly SealedTable[] = [
  {
    table: 'messages',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_phone', 'content'],
    marked: ({ guest_phone: phone = '' }, marks) => {
      const mark = marks.whole('phone', phoneDigits(phone));
      return { phone_mark: mark.length === 0 ? null : mark };
    },
    erasure: { at: 'queued_at', set: { guest_phone: 'empty', content: 'empty', phone_mark: 'null' } },
  },
];
