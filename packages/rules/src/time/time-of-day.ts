/** Minutes from midnight to an `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** `HH:mm` of minutes since midnight; more than 24 hours wrap to the next day. */
export function timeOf(minutes: number): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
}

/**
 * The length of a time band: one that ends before its start ends on the next day, and one that ends at its start lasts
 * 24 hours.
 */
export function bandMinutes(fromTime: string, toTime: string): number {
  const minutes = minutesOf(toTime) - minutesOf(fromTime);
  return minutes > 0 ? minutes : minutes + 1440;
}
