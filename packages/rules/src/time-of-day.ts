/** Minutes since midnight of an `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** `HH:mm` of minutes since midnight; those past 24 hours are of the next day. */
export function timeOf(minutes: number): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
}

/** How long a band of the day lasts: one that ends at or before its begin ends on the next day, equal is 24 hours. */
export function bandMinutes(fromTime: string, toTime: string): number {
  const minutes = minutesOf(toTime) - minutesOf(fromTime);
  return minutes > 0 ? minutes : minutes + 1440;
}
