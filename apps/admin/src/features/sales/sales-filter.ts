import type { PaymentMethod, Sales } from '@munjigi/contract';
import { addDays, daysBetween, mondayOf } from '@munjigi/rules';

export type SalesChannel = NonNullable<Sales['channels'][number]['channel']>;

export const METHOD_CHOICES: readonly PaymentMethod[] = [
  'CARD',
  'EASY_PAY',
  'VIRTUAL_ACCOUNT',
  'TRANSFER',
  'CASH',
  'ON_SITE',
];
export const CHANNEL_CHOICES: readonly SalesChannel[] = ['STAFF', 'WALK_IN', 'CHANNEL'];
export const PERIOD_CHOICES = ['today', 'yesterday', 'thisWeek', 'last7', 'thisMonth', 'lastMonth', 'custom'] as const;
export type PeriodChoice = (typeof PERIOD_CHOICES)[number];
const USUAL: PeriodChoice = 'last7';
/** The longest period that the server reads at once. */
export const MOST_DAYS = 366;
export const LONGEST_SEARCH = 200;

/** The filter of the figures. `from` and `to` are business dates, both inclusive. */
export interface SalesFilter {
  readonly period: PeriodChoice;
  readonly from: string;
  readonly to: string;
  /** Why these dates are no valid period. */
  readonly fault: 'ORDER' | 'LENGTH' | null;
  readonly storeId: string | null;
  readonly roomId: string | null;
  readonly method: PaymentMethod | null;
  readonly channel: SalesChannel | null;
  /** Only for the payments: the search text. */
  readonly q: string | null;
}

/** The dates of a named period, relative to today's business date. */
export function datesOf(
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

/**
 * Reads the filter from the address (SH-6). A value that it cannot understand counts as not given, so that a link never
 * breaks the screen.
 */
export function readFilter(params: URLSearchParams, storeId: string | null, today: string): SalesFilter {
  const one = <T extends string>(name: string, choices: readonly T[]) =>
    choices.find((choice) => choice === params.get(name)) ?? null;
  const room = params.get('room');
  const [from, to] = [dateIn(params.get('from')), dateIn(params.get('to'))];
  const named = one('period', PERIOD_CHOICES) ?? USUAL;
  const isCustom = from !== null && to !== null;
  const period = isCustom ? 'custom' : named === 'custom' ? USUAL : named;
  const dates = isCustom ? { from, to } : datesOf(period === 'custom' ? 'last7' : period, today);
  return {
    period,
    ...dates,
    fault: dates.to < dates.from ? 'ORDER' : daysBetween(dates.from, dates.to) >= MOST_DAYS ? 'LENGTH' : null,
    storeId,
    // Rooms can be chosen only for one store: for all stores the filter would apply without being visible.
    roomId: storeId !== null && room !== null && /^[0-9a-f-]{36}$/.test(room) ? room : null,
    method: one('method', METHOD_CHOICES),
    channel: one('channel', CHANNEL_CHOICES),
    q: params.get('q')?.trim().slice(0, LONGEST_SEARCH) || null,
  };
}

/** The query of `sales` and of its export. */
export function salesQuery({ from, to, storeId, roomId, method, channel }: SalesFilter) {
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
export function paymentsQuery(filter: SalesFilter) {
  return { ...salesQuery(filter), ...(filter.q !== null && { q: filter.q }) };
}

/** The change of the address for a choice of period; a custom one starts with the shown dates. */
export function periodChange(choice: PeriodChoice, { from, to }: SalesFilter): Readonly<Record<string, string>> {
  if (choice === 'custom') return { period: '', from, to };
  return { period: choice === USUAL ? '' : choice, from: '', to: '' };
}

/** Whether it filters by more than its dates (the store is chosen elsewhere). */
export function isNarrowed({ roomId, method, channel }: SalesFilter): boolean {
  return roomId !== null || method !== null || channel !== null;
}

function dateIn(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
    ? text
    : null;
}
