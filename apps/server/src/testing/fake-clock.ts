import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  set(at: Date): void;
  advance(ms: number): void;
}

/** A clock that stops until `set` or `advance` is called. */
export function fakeClock(at = new Date('2026-11-21T14:30:00Z')): FakeClock {
  let now = at;
  return {
    now: () => now,
    set(next) {
      now = next;
    },
    advance(ms) {
      now = new Date(now.getTime() + ms);
    },
  };
}
