import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchActivity } from './activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the activity reporter reports the first sign of activity at once, then at most once a minute, and ignores focus and visibility', () => {
  const place = new EventTarget();
  const notify = vi.fn();
  const stop = watchActivity(place, notify);
  vi.advanceTimersByTime(600_000);
  place.dispatchEvent(new Event('focus'));
  place.dispatchEvent(new Event('visibilitychange'));
  expect(notify).not.toHaveBeenCalled();
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'pointermove']) place.dispatchEvent(new Event(sign));
  expect(notify).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(notify).toHaveBeenCalledTimes(2);
  // Without further input nothing is reported, however much time passes.
  vi.advanceTimersByTime(600_000);
  expect(notify).toHaveBeenCalledTimes(2);
  place.dispatchEvent(new Event('keydown'));
  expect(notify).toHaveBeenCalledTimes(3);
  place.dispatchEvent(new Event('keydown'));
  stop();
  vi.advanceTimersByTime(600_000);
  place.dispatchEvent(new Event('keydown'));
  expect(notify).toHaveBeenCalledTimes(3);
});
