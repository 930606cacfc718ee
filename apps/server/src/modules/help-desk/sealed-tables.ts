import type { SealedTable } from '../personal-data/index.ts';

export const sealedAnswers: readonly SealedTable[] = [
  {
    table: 'guest_answers',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['answer_text'],
    erasure: { at: 'created_at', set: { answer_text: 'empty' } },
  },
];
