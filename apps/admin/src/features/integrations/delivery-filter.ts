import type { WebhookDelivery } from '@munjigi/contract';
import { dayAfter, startOfDay } from '../../ui/form/store-day.ts';
import { MESSAGE_TYPES, type MessageType } from './webhook-types.ts';

export const DELIVERY_STATES = [
  'PENDING',
  'DELIVERED',
  'FAILED',
  'DROPPED',
] as const satisfies readonly WebhookDelivery['state'][];

/** The filter of the deliveries. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface DeliveryFilter {
  readonly timeZone: string;
  readonly endpointId: string | null;
  readonly state: WebhookDelivery['state'] | null;
  readonly type: MessageType | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Its parameters in the address. */
export const FILTER_NAMES = ['endpoint', 'state', 'type', 'from', 'to'] as const;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads the filter from the address (SH-6). A value that it cannot understand counts as not given, so that a link never
 * breaks the screen.
 */
export function readFilter(params: URLSearchParams, timeZone: string): DeliveryFilter {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return /^(19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null;
  };
  return {
    timeZone,
    endpointId: readId(params, 'endpoint'),
    state: DELIVERY_STATES.find((state) => state === params.get('state')) ?? null,
    type: MESSAGE_TYPES.find((type) => type === params.get('type')) ?? null,
    from: day('from'),
    to: day('to'),
  };
}

/** An id in the address, of a page or of a row. */
export function readId(params: URLSearchParams, name: string): string | null {
  const text = params.get(name) ?? '';
  return ID.test(text) ? text : null;
}

/** The query for this filter. The day `to` is included whole: a period is half-open. */
export function deliveryQuery({ timeZone, endpointId, state, type, from, to }: DeliveryFilter) {
  return {
    ...(endpointId !== null && { endpointId }),
    ...(state !== null && { state }),
    ...(type !== null && { type }),
    ...(from !== null && { from: startOfDay(from, timeZone) }),
    ...(to !== null && { to: startOfDay(dayAfter(to), timeZone) }),
  };
}

export function isNarrowed({ endpointId, state, type, from, to }: DeliveryFilter): boolean {
  return [endpointId, state, type, from, to].some((value) => value !== null);
}
