import type { SettlementLine } from '@munjigi/contract';
import { zonedDate, zonedTime } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** Won, dates and the names of lines in the shown language. */
export function useSettlementWords() {
  const { t, i18n } = useTranslation(['settlement', 'payments']);
  const code = i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR';
  const won = new Intl.NumberFormat(code, { style: 'currency', currency: 'KRW' });
  const format = useFormat();
  const brief = new Intl.NumberFormat(code, { notation: 'compact', maximumFractionDigits: 1 });
  const day = format.longDay;
  return {
    money: (value: number) => (value < 0 ? `−${won.format(-value)}` : won.format(value)),
    day,
    /** `2026-11`, or a date of the month. */
    month: format.month,
    briefMonth: format.monthName,
    /** Won in few characters. */
    briefly: (value: number) => brief.format(value),
    period: format.longDays,
    at: format.dateTime,
    /** The date and the time in the zone of a store. */
    atIn: (timeZone: string, instant: string) =>
      `${day(zonedDate(timeZone, new Date(instant)))} ${zonedTime(timeZone, new Date(instant))}`,
    line: ({
      kind,
      method,
      rate,
      validFrom,
      reason,
      datedOn,
    }: Pick<SettlementLine, 'kind' | 'method' | 'rate' | 'validFrom' | 'reason' | 'datedOn'>): string => {
      if (kind === 'FEE')
        return t('line.FEE', { method: method === null ? t('line.otherMethod') : t(`payments:method.${method}`) });
      if (kind === 'ROYALTY')
        return t('line.ROYALTY', { rate: (rate ?? 0) / 100, from: validFrom === null ? '' : day(validFrom) });
      if (kind === 'INCOME_TAX' || kind === 'LOCAL_INCOME_TAX') return t(`line.${kind}`, { rate: (rate ?? 0) / 100 });
      if (kind === 'ADJUSTMENT')
        return t('line.ADJUSTMENT', { reason: reason ?? '', day: datedOn === null ? '' : day(datedOn) });
      return t(`line.${kind}`);
    },
  };
}

/** A table of figures: the first column is text, the others are right-aligned. */
export const FIGURES_TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    px: { xs: 1, md: 1.5 },
    py: 0.75,
    whiteSpace: 'nowrap',
    textAlign: 'end',
    borderTop: 1,
    borderColor: 'divider',
  },
  '& th:first-of-type, & .text': { textAlign: 'start' },
  '& tbody th': { fontWeight: 400 },
  '& thead th': { fontWeight: 600, color: 'text.secondary', borderTop: 0 },
  '& .strong': { fontWeight: 700 },
  '& tfoot th, & tfoot td': { fontWeight: 700, borderTopWidth: 2 },
  '& .wide': { display: { xs: 'none', md: 'table-cell' } },
  '& .wrap': { whiteSpace: 'normal', minWidth: 120 },
  '& .link': { minHeight: 32 },
} as const;
