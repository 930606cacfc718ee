/** The time, so that a test can say what time it is. Deadlines compare this clock alone, never a device's (docs/domain.md 1.7). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
