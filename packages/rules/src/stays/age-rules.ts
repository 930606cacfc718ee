import type { AgeBasis, AgeRule } from '@munjigi/contract';
import { weekdayOfDay } from '../time/calendar-date.ts';
import { minutesOf } from '../time/time-of-day.ts';
import type { Period } from '../time/period.ts';
import { zonedDay, zonedMs } from '../time/zone.ts';

/** Which stays are for adults, and who is adult (AG-1, AG-2). The facts of the law are in docs/domain.md. */

/** The least strict first: a person who is adult by one basis is adult by those before it. */
const STRICTNESS = ['BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19'] as const satisfies readonly AgeBasis[];

/** Whether a person who was adult by the basis of a check is adult by the basis of a rule. */
export function coversAgeBasis(held: AgeBasis, needed: AgeBasis): boolean {
  return STRICTNESS.indexOf(held) >= STRICTNESS.indexOf(needed);
}

/** The bases by which a person is adult who is adult by this one. */
export function listBasesCovering(needed: AgeBasis): AgeBasis[] {
  return STRICTNESS.filter((held) => coversAgeBasis(held, needed));
}

interface AgedStay extends Period {
  readonly timeZone: string;
  /** The room of the stay and the rooms that it consists of. */
  readonly roomIds: readonly string[];
}

/** The strictest basis of the rules whose rooms and hours a stay touches. `null`: the stay is not for adults only. */
export function findAgeBasis(rules: readonly AgeRule[], stay: AgedStay): AgeBasis | null {
  return rules
    .filter((rule) => touchesRule(rule, stay))
    .map(({ basis }) => basis)
    .reduce<AgeBasis | null>(
      (strictest, basis) => (strictest === null || coversAgeBasis(basis, strictest) ? basis : strictest),
      null,
    );
}

function touchesRule(
  { roomIds, weekdays, fromTime, toTime }: AgeRule,
  { timeZone, roomIds: rooms, startsAt, endsAt }: AgedStay,
): boolean {
  if (roomIds.length > 0 && !roomIds.some((id) => rooms.includes(id))) return false;
  const [from, to] = [minutesOf(fromTime), minutesOf(toTime)];
  // A band that began the day before can reach into the stay.
  const lastDay = zonedDay(timeZone, endsAt.getTime());
  for (let day = zonedDay(timeZone, startsAt.getTime()) - 1; day <= lastDay; day += 1) {
    if (!weekdays.includes(weekdayOfDay(day))) continue;
    const bandEnd = zonedMs(timeZone, to > from ? day : day + 1, to);
    if (zonedMs(timeZone, day, from) < endsAt.getTime() && startsAt.getTime() < bandEnd) return true;
  }
  return false;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Whether a person with this date of birth is adult on a date. `null`: the date of birth cannot be read. Born on
 * 29 February, a person reaches an age on 1 March of a year without that day.
 */
export function isAdultOn(birthDate: string, basis: AgeBasis, date: string): boolean | null {
  const born = readBirthDate(birthDate);
  if (born === null || birthDate > date) return null;
  return date >= adultSince(born, basis);
}

interface BirthDate {
  readonly year: number;
  readonly month: string;
  readonly day: string;
}

function adultSince({ year, month, day }: BirthDate, basis: AgeBasis): string {
  if (basis === 'YOUTH_ACT') return `${year + 19}-01-01`;
  // The text of 29 February sorts between 28 February and 1 March, in a common year as well.
  return `${year + (basis === 'BIRTHDAY_18' ? 18 : 19)}-${month}-${day}`;
}

function readBirthDate(text: string): BirthDate | null {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  const at = new Date(`${text}T00:00:00Z`);
  const isDate = year !== '' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isDate && Number(year) >= 1900 ? { year: Number(year), month, day } : null;
}
