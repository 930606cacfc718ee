import type { getMessage, listMessages, Message, PaymentLink, ReplyOf, ReservationDetail } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSendOnce } from '../../ui/form/idempotency-key.ts';
import { messageQuery, type MessageFilter } from './message-filter.ts';

export type MessagePage = ReplyOf<typeof listMessages>;
export type MessageDetail = ReplyOf<typeof getMessage>;

export const MESSAGE_PAGE_SIZE = 20;
/** The log keeps every message of a reservation; the drawer shows this many. */
const SHOWN_OF_RESERVATION = 20;

/** A page of the log, latest first. While the next page loads the last one stays on screen. */
export function useMessages(product: string, filter: MessageFilter, page: number) {
  return useQuery({
    queryKey: ['messages', product, filter, page],
    queryFn: ({ signal }): Promise<MessagePage> =>
      call('GET /api/v2/{product}/message', {
        params: { product },
        query: {
          ...messageQuery(filter),
          page: String(page),
          limit: String(MESSAGE_PAGE_SIZE),
          sort: '-sentAt',
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** One message with its text and its attempts. */
export function useMessage(product: string, messageId: string) {
  return useQuery({
    queryKey: ['message', product, messageId],
    queryFn: ({ signal }): Promise<MessageDetail> =>
      call('GET /api/v2/{product}/message/{messageId}', { params: { product, messageId }, signal }),
  });
}

/** The messages of a reservation, latest first. */
export function useReservationMessages(product: string, reservationId: string) {
  return useQuery({
    queryKey: ['reservation-messages', product, reservationId],
    queryFn: ({ signal }): Promise<MessagePage> =>
      call('GET /api/v2/{product}/message', {
        params: { product },
        query: { reservationId, page: '0', limit: String(SHOWN_OF_RESERVATION), sort: '-sentAt' },
        signal,
      }),
  });
}

type DueReservation = Pick<ReservationDetail, 'id' | 'version'>;

/** Whether the guest of a reservation can be sent a link to pay. Read again after each change of the reservation. */
export function usePaymentLink(product: string, { id: reservationId, version }: DueReservation) {
  return useQuery({
    queryKey: ['payment-link', product, reservationId, version],
    queryFn: ({ signal }): Promise<PaymentLink> =>
      call('GET /api/v2/{product}/reservation/{reservationId}/message/payment-link', {
        params: { product, reservationId },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Sends the guest of a reservation the link to pay: one message, even if an answer is lost. */
export function useSendPaymentLink(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (reservationId: string): Promise<Message> =>
      sendOnce(reservationId, (idempotencyKey) =>
        call('POST /api/v2/{product}/reservation/{reservationId}/message/payment-link', {
          params: { product, reservationId },
          body: {},
          idempotencyKey,
        }),
      ),
    onSettled: () =>
      Promise.all(
        ['messages', 'reservation-messages', 'payment-link'].map((name) =>
          client.invalidateQueries({ queryKey: [name, product] }),
        ),
      ),
  });
}

/** Makes the link to pay for a person to pass on. Only the state of this mutation keeps it, and a second call copies again. */
export function useCopyPaymentLink(product: string) {
  return useMutation({
    mutationFn: (reservationId: string) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/message/payment-link/copy', {
        params: { product, reservationId },
        body: {},
      }),
    gcTime: 0,
  });
}

/** Sends a message again, as a new message: one, even if an answer is lost. */
export function useResendMessage(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (messageId: string): Promise<Message> =>
      sendOnce(messageId, (idempotencyKey) =>
        call('POST /api/v2/{product}/message/{messageId}/resend', {
          params: { product, messageId },
          body: {},
          idempotencyKey,
        }),
      ),
    onSettled: () =>
      Promise.all(
        ['messages', 'reservation-messages'].map((name) => client.invalidateQueries({ queryKey: [name, product] })),
      ),
  });
}
