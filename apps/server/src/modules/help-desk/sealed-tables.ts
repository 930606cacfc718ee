import type { SealedTable } from '../personal-data/index.ts';

export const sealedAnswers: readonly SealedTable[] = [
  {
    table: 'guest_answers',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['answer_text'],
    erasure: { at: 'created_at', set: { answer_text: 'empty' } },
  },
  {
    table: 'guest_help_notes',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['note_text', 'photo'],
    erasure: {
      at: 'created_at',
      set: { note_text: 'empty', photo: 'empty', photo_width: 'null', photo_height: 'null' },
    },
  },
];
