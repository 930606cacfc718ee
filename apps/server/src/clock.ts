/** The time, so that a test can set it. Deadlines use only this clock, never a device's (docs/domain.md 1.7). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
