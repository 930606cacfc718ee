import type { OpeningHours } from '@munjigi/contract';
import { bandMinutes } from '@munjigi/rules';

export const DAY_KINDS = ['OPEN', 'ALL_DAY', 'CLOSED'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

/** A weekday in the editor. The times of a closed or 24-hour day are kept in case it is opened again. */
export interface DayHours {
  /** ISO 8601: 1 is Monday. */
  readonly weekday: number;
  readonly kind: DayKind;
  readonly opensAt: string;
  readonly closesAt: string;
}

const USUAL = { opensAt: '10:00', closesAt: '22:00' } as const;

/** The seven days of the editor, Monday first. */
export function toWeekHours(hours: readonly OpeningHours[]): readonly DayHours[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const day = hours.find((hour) => hour.weekday === weekday);
    if (day === undefined) return { weekday, kind: 'CLOSED', ...USUAL };
    if (day.opensAt !== day.closesAt) return { weekday, kind: 'OPEN', opensAt: day.opensAt, closesAt: day.closesAt };
    return { weekday, kind: 'ALL_DAY', opensAt: day.opensAt, closesAt: day.opensAt };
  });
}

/** The server's form: no entry for a closed day, `closesAt` equal to `opensAt` for 24 hours. */
export function toOpeningHours(week: readonly DayHours[]): OpeningHours[] {
  return week
    .filter(({ kind }) => kind !== 'CLOSED')
    .map(({ weekday, kind, opensAt, closesAt }) => ({
      weekday,
      opensAt,
      closesAt: kind === 'ALL_DAY' ? opensAt : closesAt,
    }));
}

/** Changes the kind of a day. A day that was open for 24 hours gets default times instead of two equal ones. */
export function withKind(day: DayHours, kind: DayKind): DayHours {
  if (kind === 'ALL_DAY') return { ...day, kind, opensAt: '00:00', closesAt: '00:00' };
  return kind === 'OPEN' && day.opensAt === day.closesAt ? { ...day, kind, ...USUAL } : { ...day, kind };
}

/** Copies this day to all seven. */
export function copyToAllDays(week: readonly DayHours[], like: DayHours): readonly DayHours[] {
  return week.map(({ weekday }) => ({ ...like, weekday }));
}

/** Whether the day ends on the next one. */
export function endsNextDay({ kind, opensAt, closesAt }: DayHours): boolean {
  return kind === 'OPEN' && closesAt <= opensAt;
}

/** An open day without both times, or with two equal ones (which the server would read as 24 hours). */
export function isIncomplete({ kind, opensAt, closesAt }: DayHours): boolean {
  return kind === 'OPEN' && (opensAt === '' || closesAt === '' || opensAt === closesAt);
}

/** How long the store is open on the day, in minutes. */
export function countOpenMinutes(day: DayHours): number {
  if (day.kind === 'CLOSED' || isIncomplete(day)) return 0;
  return day.kind === 'ALL_DAY' ? 1440 : bandMinutes(day.opensAt, day.closesAt);
}
