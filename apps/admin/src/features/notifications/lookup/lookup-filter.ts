import type { Notification } from '@munjigi/contract';
import { NOTIFICATION_KINDS } from '@munjigi/contract/notification-values';
import {
  choiceField,
  dayField,
  filterQuery,
  readFilterFields,
  searchField,
  type FilterScope,
  type FilterValues,
} from '../../../ui/list/address-filter.ts';
import { readPageSize, readWholeNumber } from '../../../ui/list/list-position.ts';

export const NOTIFICATION_STATES = ['unconfirmed', 'confirmed'] as const;
export const SORT_CHOICES = ['unconfirmed-first', 'newest'] as const;

export const LOOKUP_FILTER_FIELDS = {
  state: choiceField('state', NOTIFICATION_STATES),
  kind: choiceField('kind', NOTIFICATION_KINDS),
  q: searchField('q'),
  from: dayField('from'),
  to: dayField('to'),
};

/** The filter of the lookup. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export type LookupFilter = FilterScope & FilterValues<typeof LOOKUP_FILTER_FIELDS>;

/** The order and the position in the list; `page` from 0. */
export interface LookupPosition {
  readonly sort: (typeof SORT_CHOICES)[number];
  readonly page: number;
  readonly limit: number;
}

export function readLookupFilter(params: URLSearchParams, storeId: string | null, timeZone: string): LookupFilter {
  return { storeId, timeZone, ...readFilterFields(LOOKUP_FILTER_FIELDS, params) };
}

export function readLookupPosition(params: URLSearchParams): LookupPosition {
  return {
    sort: SORT_CHOICES.find((sort) => sort === params.get('sort')) ?? SORT_CHOICES[0],
    limit: readPageSize(params),
    page: readWholeNumber(params, 'page', 99_999),
  };
}

/**
 * The part of the filter that "confirm all" uses: everything but the state, because it confirms the unconfirmed ones.
 */
export function confirmableQuery(filter: LookupFilter) {
  return filterQuery({ ...filter, state: null });
}

/** The query of `payment/notification` for this filter. */
export function lookupQuery(filter: LookupFilter) {
  return filterQuery(filter);
}

export function isUnconfirmed(notification: Notification): boolean {
  return notification.confirmedAt === null;
}
