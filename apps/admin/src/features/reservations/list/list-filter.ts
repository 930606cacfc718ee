import type { Reservation } from '@munjigi/contract';
import { RESERVATION_CHANNELS, RESERVATION_STATES, type ReservationState } from '@munjigi/contract/reservation-values';
import { addDays, zonedInstant } from '@munjigi/rules';

export const PAYMENT_CHOICES = ['UNPAID', 'PARTLY', 'PAID', 'REFUND_OWED', 'REFUNDED'] as const;
export const LIST_SORTS = ['startsAt', '-startsAt'] as const;

/** The store's zone, and today's calendar date there. */
export interface ListClock {
  readonly timeZone: string;
  readonly today: string;
}

/** The value in the address that means no first day. */
export const ANY_DAY = 'any';

/** The filter of the list. Days are `YYYY-MM-DD` of the calendar in `timeZone`, both inclusive. */
export interface ListFilter {
  readonly timeZone: string;
  readonly storeId: string | null;
  readonly q: string;
  readonly states: readonly ReservationState[];
  readonly roomId: string | null;
  readonly channel: Reservation['channel'] | null;
  readonly payment: (typeof PAYMENT_CHOICES)[number] | null;
  readonly from: string | null;
  readonly to: string | null;
  /** The list starts at today by default. */
  readonly isFromToday: boolean;
  /** By default the soonest comes first in a list from today on, and the latest in another. */
  readonly sort: (typeof LIST_SORTS)[number];
}

/** The filter's parameters in the address. */
export const RESERVATION_FILTER_NAMES = ['q', 'state', 'room', 'channel', 'payment', 'from', 'to'] as const;

/** Reads the filter from the address (SH-6). A value that it cannot understand counts as not given. */
export function readListFilter(
  params: URLSearchParams,
  storeId: string | null,
  { timeZone, today }: ListClock,
): ListFilter {
  const named = (params.get('state') ?? '').split(',');
  // A search for a guest covers all of their reservations, including past ones.
  const isFromToday = !params.has('from') && !params.has('to') && (params.get('q') ?? '') === '';
  return {
    timeZone,
    isFromToday,
    storeId,
    q: (params.get('q') ?? '').slice(0, 60),
    states: RESERVATION_STATES.filter((state) => named.includes(state)),
    roomId: /^[0-9a-f-]{36}$/.exec(params.get('room') ?? '')?.[0] ?? null,
    channel: RESERVATION_CHANNELS.find((channel) => channel === params.get('channel')) ?? null,
    payment: PAYMENT_CHOICES.find((payment) => payment === params.get('payment')) ?? null,
    sort: LIST_SORTS.find((sort) => sort === params.get('sort')) ?? (isFromToday ? 'startsAt' : '-startsAt'),
    from: isFromToday ? today : day(params.get('from')),
    to: day(params.get('to')),
  };
}

/** The query of `reservation3`, and of its export, for this filter. */
export function listQuery(filter: ListFilter) {
  return {
    ...(filter.storeId !== null && { storeId: filter.storeId }),
    ...(filter.q.trim() !== '' && { q: filter.q.trim() }),
    ...(filter.states.length > 0 && { state: filter.states.join(',') }),
    ...(filter.roomId !== null && { roomId: filter.roomId }),
    ...(filter.channel !== null && { channel: filter.channel }),
    ...(filter.payment !== null && { payment: filter.payment }),
    ...(filter.sort !== '-startsAt' && { sort: filter.sort }),
    ...(filter.from !== null && { from: startOf(filter.timeZone, filter.from) }),
    ...(filter.to !== null && { to: startOf(filter.timeZone, addDays(filter.to, 1)) }),
  };
}

/**
 * Whether the server may list a reservation from the stream. Only the server can decide whether a search text or a
 * refund matches.
 */
export function mayBeListed(reservation: Reservation, filter: ListFilter): boolean {
  return (
    (filter.storeId === null || filter.storeId === reservation.storeId) &&
    (filter.states.length === 0 || filter.states.includes(reservation.state)) &&
    (filter.roomId === null || filter.roomId === reservation.roomId) &&
    (filter.channel === null || filter.channel === reservation.channel) &&
    (filter.payment === null || mayHavePayment(reservation, filter.payment)) &&
    (filter.from === null || Date.parse(reservation.endsAt) > Date.parse(startOf(filter.timeZone, filter.from))) &&
    (filter.to === null ||
      Date.parse(reservation.startsAt) < Date.parse(startOf(filter.timeZone, addDays(filter.to, 1))))
  );
}

function mayHavePayment(reservation: Reservation, payment: NonNullable<ListFilter['payment']>): boolean {
  if (payment === 'UNPAID') return isOwed(reservation) && reservation.paidAmount === 0;
  if (payment === 'PARTLY') return isPartlyPaid(reservation);
  return payment !== 'PAID' || (isPaid(reservation) && reservation.paidAmount > 0);
}

/** Whether a part of the price was paid and the rest is due. */
export function isPartlyPaid(reservation: Parameters<typeof isOwed>[0]): boolean {
  return isOwed(reservation) && reservation.paidAmount > 0;
}

/** Whether nothing is left to pay. */
export function isPaid(reservation: Pick<Reservation, 'paidAmount' | 'waivedAmount' | 'priceAmount'>): boolean {
  return reservation.paidAmount + reservation.waivedAmount >= reservation.priceAmount;
}

/** Whether an amount is still due. Cancelled and expired reservations and no-shows owe nothing. */
export function isOwed(
  reservation: Pick<Reservation, 'paidAmount' | 'waivedAmount' | 'priceAmount' | 'state'>,
): boolean {
  return !isPaid(reservation) && !['CANCELLED', 'EXPIRED', 'NO_SHOW'].includes(reservation.state);
}

/** Whether any filter is active (the store is chosen elsewhere). */
export function hasReservationFilters(filter: ListFilter): boolean {
  return (
    filter.q !== '' ||
    filter.states.length > 0 ||
    [filter.roomId, filter.channel, filter.payment, filter.isFromToday ? null : filter.from, filter.to].some(
      (value) => value !== null,
    )
  );
}

function startOf(timeZone: string, date: string): string {
  return zonedInstant(timeZone, date, '00:00').toISOString();
}

function day(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
    ? text
    : null;
}
