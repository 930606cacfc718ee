import { minutesOfDay } from '@munjigi/rules';

/**
 * The probability that a free half hour is booked, by the hour of a working day and of a day off: quiet mornings, full
 * evenings.
 */
const WORKDAY = [
  0.12, 0.08, 0.05, 0.03, 0.02, 0.02, 0.02, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.15, 0.18, 0.2, 0.22, 0.28, 0.45, 0.55,
  0.5, 0.4, 0.28, 0.18,
] as const;
const DAY_OFF = [
  0.25, 0.18, 0.12, 0.08, 0.05, 0.03, 0.03, 0.04, 0.06, 0.1, 0.18, 0.28, 0.38, 0.48, 0.55, 0.6, 0.6, 0.62, 0.68, 0.7,
  0.65, 0.55, 0.45, 0.35,
] as const;

export function demandAt(timeZone: string, at: Date, isDayOff: boolean): number {
  const hour = Math.floor(minutesOfDay(timeZone, at) / 60);
  return (isDayOff ? DAY_OFF : WORKDAY)[hour] ?? 0;
}
