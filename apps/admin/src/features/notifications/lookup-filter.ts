import type { Notification, NotificationKind } from '@munjigi/contract';
import { addDays, zonedInstant } from '@munjigi/rules';

export const KIND_CHOICES: readonly NotificationKind[] = [
  'PAID',
  'DEPOSIT',
  'UNMATCHED_DEPOSIT',
  'CANCELED',
  'REFUND_FAILED',
  'WEBHOOK_REJECTED',
];
export const STATE_CHOICES = ['unconfirmed', 'confirmed'] as const;
export const SORT_CHOICES = ['unconfirmed-first', 'newest'] as const;
export const PAGE_SIZES = [20, 50, 100] as const;

/** The filter of the lookup. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface LookupFilter {
  readonly storeId: string | null;
  readonly timeZone: string;
  readonly state: (typeof STATE_CHOICES)[number] | null;
  readonly kind: NotificationKind | null;
  readonly q: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The order and the place in the list; `page` from 0. */
export interface LookupPlace {
  readonly sort: (typeof SORT_CHOICES)[number];
  readonly page: number;
  readonly limit: number;
}

/** The filter's parameters in the address, without the store, which is chosen elsewhere. */
export const FILTER_NAMES = ['state', 'kind', 'q', 'from', 'to'] as const;

/**
 * Reads the filter from the address (SH-6). A value that it cannot understand counts as not given, so that a link never
 * breaks the screen.
 */
export function readLookupFilter(params: URLSearchParams, storeId: string | null, timeZone: string): LookupFilter {
  return {
    storeId,
    timeZone,
    state: STATE_CHOICES.find((state) => state === params.get('state')) ?? null,
    kind: KIND_CHOICES.find((kind) => kind === params.get('kind')) ?? null,
    q: (params.get('q') ?? '').trim().slice(0, 60),
    from: day(params.get('from')),
    to: day(params.get('to')),
  };
}

export function readLookupPlace(params: URLSearchParams): LookupPlace {
  const limit = PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? PAGE_SIZES[0];
  return {
    sort: SORT_CHOICES.find((sort) => sort === params.get('sort')) ?? SORT_CHOICES[0],
    limit,
    page: /^\d{1,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 0,
  };
}

/**
 * The part of the filter that "confirm all" uses: everything but the state, because it confirms the unconfirmed ones.
 */
export function confirmableQuery({ storeId, timeZone, kind, q, from, to }: LookupFilter) {
  return {
    ...(storeId !== null && { storeId }),
    ...(kind !== null && { kind }),
    ...(q !== '' && { q }),
    ...(from !== null && { from: startOf(timeZone, from) }),
    // The day is included whole: a period is half-open.
    ...(to !== null && { to: startOf(timeZone, addDays(to, 1)) }),
  };
}

/** The query of `payment/notification` for this filter. */
export function lookupQuery(filter: LookupFilter) {
  return { ...confirmableQuery(filter), ...(filter.state !== null && { state: filter.state }) };
}

/** The number of active filters (the store is chosen elsewhere). */
export function countNarrowed({ state, kind, q, from, to }: LookupFilter): number {
  return [state, kind, q === '' ? null : q, from, to].filter((value) => value !== null).length;
}

export function isUnconfirmed(notification: Notification): boolean {
  return notification.confirmedAt === null;
}

function startOf(timeZone: string, date: string): string {
  return zonedInstant(timeZone, date, '00:00').toISOString();
}

function day(text: string | null): string | null {
  return text !== null &&
    /^(19|20)\d{2}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
    ? text
    : null;
}
