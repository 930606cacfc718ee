import type { DatedTerms } from '@munjigi/contract';
import { bankDayAfter, termsOn } from '@munjigi/rules';
import { holidayCheck } from '../stores/index.ts';
import type { SettlementRow } from './settlements.sql.ts';

/** Banks keep public holidays, whatever the store says of them. */
export const isPublicHoliday = holidayCheck([]);

/** When a period is paid: by the terms of its first day. */
export function payDay(row: Pick<SettlementRow, 'starts_on' | 'ends_on'>, terms: readonly DatedTerms[]): string {
  return bankDayAfter(row.ends_on, termsOn(terms, row.starts_on)?.payAfterBankDays ?? 0, isPublicHoliday);
}
