import * as gazetteYears from '@hyunbinseo/holidays-kr/all';
import type { Holiday } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** The government's list of Korean holidays, substitutes and elections included: `2026-02-17` → `설날`. Offline; each year is published the summer before. */
const GAZETTE: ReadonlyMap<string, string> = new Map(
  Object.values(gazetteYears).flatMap((days) => Object.entries(days).map(([date, names]) => [date, names.map(everydayName).join(', ')] as const)),
);
const GAZETTE_YEARS: ReadonlySet<number> = new Set([...GAZETTE.keys()].map((date) => Number(date.slice(0, 4))));

/** The gazette calls Christmas by its legal name, which calendars and people do not use. */
function everydayName(legalName: string): string {
  return legalName.replace('기독탄신일', '성탄절');
}

export interface HolidayEdit {
  readonly date: string;
  readonly name: string;
  readonly isHoliday: boolean;
}

export function isGazetteKnown(year: number): boolean {
  return GAZETTE_YEARS.has(year);
}

/** Is the day (`2026-02-17`) a holiday of a store with these edits? For those who read the edits together with other things. */
export function holidayCheck(edits: readonly Pick<HolidayEdit, 'date' | 'isHoliday'>[]): (date: string) => boolean {
  if (edits.length === 0) return (date) => GAZETTE.has(date);
  const edited = new Map(edits.map((edit) => [edit.date, edit.isHoliday]));
  return (date) => edited.get(date) ?? GAZETTE.has(date);
}

/** Is the day (`2026-02-17`) a holiday of this store? One statement, however many days are asked for. */
export async function readHolidays(tx: Tx, storeId: string): Promise<(date: string) => boolean> {
  return holidayCheck(await readHolidayEdits(tx, storeId, null));
}

export async function readHolidayEdits(tx: Tx, storeId: string, year: number | null): Promise<HolidayEdit[]> {
  const { rows } = await sql<HolidayEdit>`
    select date, name, is_holiday as "isHoliday" from store_holidays where store_id = ${storeId}
    ${year === null ? sql`` : sql`and date between ${`${year}-01-01`} and ${`${year}-12-31`}`} order by date`.execute(tx);
  return rows;
}

/** The day as the store keeps it; `null` for an ordinary day that nobody has said anything of. */
export function shownHoliday(date: string, edit: HolidayEdit | undefined): Holiday | null {
  const gazetted = GAZETTE.get(date);
  if (edit) return { date, name: edit.name || (gazetted ?? ''), source: 'STORE', isHoliday: edit.isHoliday };
  return gazetted === undefined ? null : { date, name: gazetted, source: 'GAZETTE', isHoliday: true };
}

/** The holidays of a year, by date; days of the gazette that the store does not keep are among them. */
export function holidaysOfYear(year: number, edits: readonly HolidayEdit[]): Holiday[] {
  const edited = new Map(edits.map((edit) => [edit.date, edit]));
  const dates = new Set([...GAZETTE.keys()].filter((date) => date.startsWith(`${year}-`)).concat([...edited.keys()]));
  return [...dates].sort().flatMap((date) => shownHoliday(date, edited.get(date)) ?? []);
}
