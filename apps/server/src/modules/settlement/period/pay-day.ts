import type { DatedTerms } from '@munjigi/contract';
import { bankDayAfter, termsOn } from '@munjigi/rules';
import { holidayCheck } from '../../stores/index.ts';
import type { SettlementRow } from './settlements.sql.ts';

/** Banks close on public holidays, regardless of the holidays of the store. */
export const isPublicHoliday = holidayCheck([]);

/** Returns the pay date of a period, by the terms of its first day. */
export function payDay(row: Pick<SettlementRow, 'starts_on' | 'ends_on'>, terms: readonly DatedTerms[]): string {
  return bankDayAfter(row.ends_on, termsOn(terms, row.starts_on)?.payAfterBankDays ?? 0, isPublicHoliday);
}
