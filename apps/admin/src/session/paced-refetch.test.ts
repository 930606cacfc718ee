import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPacedRefetch } from './paced-refetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a query that follows events refetches once for a burst of events, and at the limited rate during continuous events', () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const askAnew = createPacedRefetch(['rooms'], { gatherMs: 250, restMs: 1000 });
  const hear = (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      askAnew({ client, product: 'playroom' });
      vi.advanceTimersByTime(50);
    }
  };
  hear(100);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(asked.mock.calls).toEqual([[{ queryKey: ['rooms', 'playroom'] }, { cancelRefetch: false }]]);
  hear(10_000);
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(11);
});
