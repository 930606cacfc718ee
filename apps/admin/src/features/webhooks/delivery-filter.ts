import type { WebhookDelivery } from '@munjigi/contract';
import {
  choiceField,
  dayField,
  filterQuery,
  idField,
  readFilterFields,
  type FilterScope,
  type FilterValues,
} from '../../ui/list/address-filter.ts';
import { MESSAGE_TYPES } from './webhook-types.ts';

export const DELIVERY_STATES = [
  'PENDING',
  'DELIVERED',
  'FAILED',
  'DROPPED',
] as const satisfies readonly WebhookDelivery['state'][];

export const DELIVERY_FILTER_FIELDS = {
  endpointId: idField('endpoint'),
  state: choiceField('state', DELIVERY_STATES),
  type: choiceField('type', MESSAGE_TYPES),
  from: dayField('from'),
  to: dayField('to'),
};

/** The filter of the deliveries. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export type DeliveryFilter = Pick<FilterScope, 'timeZone'> & FilterValues<typeof DELIVERY_FILTER_FIELDS>;

export function readDeliveryFilter(params: URLSearchParams, timeZone: string): DeliveryFilter {
  return { timeZone, ...readFilterFields(DELIVERY_FILTER_FIELDS, params) };
}

/** The parameters of a page and of the open delivery. */
const POSITION_FIELDS = { after: idField('after'), delivery: idField('delivery') };

export function readDeliveryPosition(params: URLSearchParams): FilterValues<typeof POSITION_FIELDS> {
  return readFilterFields(POSITION_FIELDS, params);
}

/** The query of the deliveries for this filter. */
export function deliveryQuery(filter: DeliveryFilter) {
  return filterQuery(filter);
}
