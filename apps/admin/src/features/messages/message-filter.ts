import {
  choiceField,
  dayField,
  filterQuery,
  idField,
  readFilterFields,
  type FilterScope,
  type FilterValues,
} from '../../ui/list/address-filter.ts';
import { readWholeNumber } from '../../ui/list/list-position.ts';
import { MESSAGE_KIND_CHOICES, MESSAGE_STATE_CHOICES } from './message-choices.ts';

export const MESSAGE_FILTER_FIELDS = {
  state: choiceField('state', MESSAGE_STATE_CHOICES),
  kind: choiceField('kind', MESSAGE_KIND_CHOICES),
  from: dayField('from'),
  to: dayField('to'),
};

/** The filter of the log. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export type MessageFilter = FilterScope & FilterValues<typeof MESSAGE_FILTER_FIELDS>;

export function readMessageFilter(params: URLSearchParams, storeId: string | null, timeZone: string): MessageFilter {
  return { storeId, timeZone, ...readFilterFields(MESSAGE_FILTER_FIELDS, params) };
}

/** The page, from 0, and the open message. */
export function readMessagePosition(params: URLSearchParams) {
  return {
    page: readWholeNumber(params, 'page', 999_999),
    ...readFilterFields({ opened: idField('message') }, params),
  };
}

/** The query of the log for this filter. Messages of the coming days are listed only when the state asks for them. */
export function messageQuery(filter: MessageFilter) {
  return { state: 'ENDED' as const, ...filterQuery(filter) };
}
