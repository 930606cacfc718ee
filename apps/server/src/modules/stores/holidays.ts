import * as gazetteYears from '@hyunbinseo/holidays-kr/all';
import type { Holiday } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/**
 * The official list of Korean holidays, with substitutes and elections: `2026-02-17` → `설날`. Offline; each year is
 * published the summer before.
 */
const GAZETTE: ReadonlyMap<string, string> = new Map(
  Object.values(gazetteYears).flatMap((days) =>
    Object.entries(days).map(([date, names]) => [date, names.map(everydayName).join(', ')] as const),
  ),
);
const GAZETTE_YEARS: ReadonlySet<number> = new Set([...GAZETTE.keys()].map((date) => Number(date.slice(0, 4))));

/** The gazette uses legal names: New Year's Day is `1월 1일`, which a list of dates would repeat. Returns the common ones. */
function everydayName(legalName: string): string {
  return legalName.replace('기독탄신일', '성탄절').replace(/^1월 1일$/, '신정');
}

export interface HolidayEdit {
  readonly date: string;
  readonly name: string;
  readonly isHoliday: boolean;
}

export function hasGazette(year: number): boolean {
  return GAZETTE_YEARS.has(year);
}

/**
 * Returns a check whether a day (`2026-02-17`) is a holiday of a store with these edits. For callers that already have
 * the edits.
 */
export function holidayCheck(edits: readonly Pick<HolidayEdit, 'date' | 'isHoliday'>[]): (date: string) => boolean {
  if (edits.length === 0) return (date) => GAZETTE.has(date);
  const edited = new Map(edits.map((edit) => [edit.date, edit.isHoliday]));
  return (date) => edited.get(date) ?? GAZETTE.has(date);
}

/**
 * Returns a check whether a day (`2026-02-17`) is a holiday of this store. Runs one statement for any number of days.
 */
export async function readHolidays(tx: Tx, storeId: string): Promise<(date: string) => boolean> {
  return holidayCheck(await readHolidayEdits(tx, storeId, null));
}

export async function readHolidayEdits(tx: Tx, storeId: string, year: number | null): Promise<HolidayEdit[]> {
  const { rows } = await sql<HolidayEdit>`
    select date, name, is_holiday as "isHoliday" from store_holidays where store_id = ${storeId}
    ${year === null ? sql`` : sql`and date between ${`${year}-01-01`} and ${`${year}-12-31`}`} order by date`.execute(
    tx,
  );
  return rows;
}

/** The day with the edit of the store; `null` for an ordinary day without an edit. */
export function toHoliday(date: string, edit: HolidayEdit | undefined): Holiday | null {
  const gazetted = GAZETTE.get(date);
  if (edit) return { date, name: edit.name || (gazetted ?? ''), source: 'STORE', isHoliday: edit.isHoliday };
  return gazetted === undefined ? null : { date, name: gazetted, source: 'GAZETTE', isHoliday: true };
}

/** The holidays of a year by date, gazette days that the store removed included. */
export function holidaysOfYear(year: number, edits: readonly HolidayEdit[]): Holiday[] {
  const edited = new Map(edits.map((edit) => [edit.date, edit]));
  const dates = new Set([...GAZETTE.keys()].filter((date) => date.startsWith(`${year}-`)).concat([...edited.keys()]));
  return [...dates].sort().flatMap((date) => toHoliday(date, edited.get(date)) ?? []);
}
