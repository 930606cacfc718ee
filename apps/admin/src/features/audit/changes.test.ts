import { describe, expect, it } from 'vitest';
import { listChanges } from './changes.ts';

describe('changesOf', () => {
  it('lists the changed fields, and the other details after them', () => {
    expect(
      listChanges({
        before: { name: 'A', capacity: 4, tags: [1] },
        after: { name: 'B', capacity: 4, tags: [1], open: true },
        reason: 'why',
        commandId: null,
      }),
    ).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'open', before: undefined, after: true },
      { field: 'reason', fact: 'why' },
    ]);
  });
  it('has only one side for created and deleted things', () => {
    expect(listChanges({ after: { name: 'A' } })).toEqual([{ field: 'name', before: undefined, after: 'A' }]);
    expect(listChanges({ before: { name: 'A' } })).toEqual([{ field: 'name', before: 'A', after: undefined }]);
    expect(listChanges({ before: null, after: { name: 'A' } })).toEqual([
      { field: 'name', before: undefined, after: 'A' },
    ]);
  });
  it('is a single change for values without fields', () => {
    expect(listChanges({ date: '2026-12-25', before: ['a', 'b'], after: ['b', 'a'] })).toEqual([
      { field: null, before: ['a', 'b'], after: ['b', 'a'] },
      { field: 'date', fact: '2026-12-25' },
    ]);
    expect(listChanges({ before: 'a', after: 'a' })).toEqual([]);
    expect(listChanges({})).toEqual([]);
  });
});
