import type { PaymentMethod, Sales } from '@munjigi/contract';
import { PAYMENT_METHODS } from '@munjigi/contract/payment-methods';
import { addDays, daysBetween, mondayOf } from '@munjigi/rules';
import { choiceField, dayField, idField, readFilterFields, searchField } from '../../ui/list/address-filter.ts';

export type SalesChannel = NonNullable<Sales['channels'][number]['channel']>;

export const SALES_CHANNELS: readonly SalesChannel[] = ['STAFF', 'WALK_IN', 'CHANNEL', 'ONLINE'];
export const PERIOD_CHOICES = ['today', 'yesterday', 'thisWeek', 'last7', 'thisMonth', 'lastMonth', 'custom'] as const;
export type PeriodChoice = (typeof PERIOD_CHOICES)[number];
const USUAL = 'last7' satisfies PeriodChoice;
/** The longest period that the server reads at once. */
export const MOST_DAYS = 366;
export const LONGEST_SEARCH = 200;

/** The filter of the figures. `from` and `to` are business dates, both inclusive. */
export interface SalesPageFilter {
  readonly period: PeriodChoice;
  readonly from: string;
  readonly to: string;
  /** Why these dates are no valid period. */
  readonly fault: 'ORDER' | 'LENGTH' | null;
  readonly storeId: string | null;
  readonly roomId: string | null;
  readonly method: PaymentMethod | null;
  readonly channel: SalesChannel | null;
  /** The search text, which applies only to the payments. */
  readonly q: string | null;
}

/** The dates of a named period, relative to today's business date. */
export function periodDates(
  choice: Exclude<PeriodChoice, 'custom'>,
  today: string,
): { readonly from: string; readonly to: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const endOfLastMonth = addDays(firstOfMonth, -1);
  switch (choice) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'thisWeek':
      return { from: mondayOf(today), to: today };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'thisMonth':
      return { from: firstOfMonth, to: today };
    case 'lastMonth':
      return { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth };
  }
}

/** The fields that limit the figures beyond their dates, and the search of the payments. */
export const SALES_CHOICE_FIELDS = {
  roomId: idField('room'),
  method: choiceField('method', PAYMENT_METHODS),
  channel: choiceField('channel', SALES_CHANNELS),
};
const SALES_FIELDS = {
  ...SALES_CHOICE_FIELDS,
  period: choiceField('period', PERIOD_CHOICES),
  from: dayField('from'),
  to: dayField('to'),
  q: searchField('q', LONGEST_SEARCH),
};

/** Reads the filter from the address (SH-6); an invalid value counts as not given. */
export function readSalesFilter(params: URLSearchParams, storeId: string | null, today: string): SalesPageFilter {
  const { period: named, from, to, roomId, q, ...choices } = readFilterFields(SALES_FIELDS, params);
  const usual = named === null || named === 'custom' ? USUAL : named;
  const isCustom = from !== null && to !== null;
  const dates = isCustom ? { from, to } : periodDates(usual, today);
  return {
    ...choices,
    period: isCustom ? 'custom' : usual,
    ...dates,
    fault: dates.to < dates.from ? 'ORDER' : daysBetween(dates.from, dates.to) >= MOST_DAYS ? 'LENGTH' : null,
    storeId,
    // Rooms can be chosen only for one store: for all stores the filter would apply without being visible.
    roomId: storeId === null ? null : roomId,
    q: q === '' ? null : q,
  };
}

/** The query of `sales` and of its export. */
export function salesQuery({ from, to, storeId, roomId, method, channel }: SalesPageFilter) {
  return {
    from,
    to,
    ...(storeId !== null && { storeId }),
    ...(roomId !== null && { roomId }),
    ...(method !== null && { method }),
    ...(channel !== null && { channel }),
  };
}

/** The query of the list of payments, which also has a search. */
export function paymentsQuery(filter: SalesPageFilter) {
  return { ...salesQuery(filter), ...(filter.q !== null && { q: filter.q }) };
}

/** The change of the address for a choice of period; a custom one starts with the shown dates. */
export function periodChange(choice: PeriodChoice, { from, to }: SalesPageFilter): Readonly<Record<string, string>> {
  if (choice === 'custom') return { period: '', from, to };
  return { period: choice === USUAL ? '' : choice, from: '', to: '' };
}
