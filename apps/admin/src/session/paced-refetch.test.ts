import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPacedRefetch } from './paced-refetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a query that follows events refetches once for a burst of events, and at the limited rate during continuous events', () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const refetch = createPacedRefetch(['rooms'], { gatherMs: 250, restMs: 1000 });
  const receiveEvents = (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      refetch({ client, product: 'playroom' });
      vi.advanceTimersByTime(50);
    }
  };
  receiveEvents(100);
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['rooms', 'playroom'] }, { cancelRefetch: false }]]);
  receiveEvents(10_000);
  expect(invalidate.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(invalidate.mock.calls.length).toBeLessThanOrEqual(11);
});
