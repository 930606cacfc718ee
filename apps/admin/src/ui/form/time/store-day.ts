/** The instant at which the day `YYYY-MM-DD` starts in the zone, as RFC 3339. */
export function startOfDay(day: string, zone: string): string {
  return instantOfDay(day, '00:00', zone);
}

/** The instant of a day `YYYY-MM-DD` and a time `HH:mm` in the zone, as RFC 3339. */
export function instantOfDay(day: string, time: string, zone: string): string {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  // On the night of a clock change the offset at the guess may differ from the one at that time, so
  // calculate twice.
  const guess = asIfUtc - offsetMs(asIfUtc, zone);
  return new Date(asIfUtc - offsetMs(guess, zone)).toISOString();
}

/** The day after `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function offsetMs(at: number, zone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
