import { HISTORY_STATUSES, type HistoryStatus } from '@munjigi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal, laterOf } from '../index.ts';

const status = fc.constantFrom(...HISTORY_STATUSES);
const statusOf = (it: HistoryStatus) => ({ status: it });

describe('the progress of a command (DR-2)', () => {
  it('treats every status except QUEUED, SENT and ACCEPTED as final', () => {
    expect(HISTORY_STATUSES.filter((it) => !isFinal(it))).toEqual(['QUEUED', 'SENT', 'ACCEPTED']);
  });

  it('never leaves a final status on a later report', () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1, maxLength: 12 }), (tellings) => {
        let queued = statusOf('QUEUED');
        let wasFinal = false;
        for (const next of tellings) {
          queued = laterOf(queued, statusOf(next));
          expect(wasFinal && !isFinal(queued.status)).toBe(false);
          wasFinal = isFinal(queued.status);
        }
      }),
    );
  });

  it('is equally final for two reports in either order', () => {
    fc.assert(
      fc.property(status, status, (a, b) => {
        expect(isFinal(laterOf(statusOf(a), statusOf(b)).status)).toBe(
          isFinal(laterOf(statusOf(b), statusOf(a)).status),
        );
      }),
    );
  });
});
