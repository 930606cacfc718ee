/** Days from 1970-01-01 to a `YYYY-MM-DD` of the Gregorian calendar, in any year. */
export function dayNumber(date: string): number {
  const [year, month, day] = [Number(date.slice(0, -6)), Number(date.slice(-5, -3)), Number(date.slice(-2))];
  // The year begins in March, so that the leap day is its last; 400 years are 146,097 days.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** The `YYYY-MM-DD` so many days after 1970-01-01; years after 9999 have more digits. */
export function dateOf(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function addDays(date: string, days: number): string {
  return dateOf(dayNumber(date) + days);
}

/** The number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return weekdayOfDay(dayNumber(date));
}

export function weekdayOfDay(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** The Monday of the date's ISO week. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}
