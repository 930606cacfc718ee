/** The current time, which tests can replace. Deadlines use only this clock, never a device's (docs/domain.md 1.7). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
