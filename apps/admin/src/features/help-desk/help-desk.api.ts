import type { HelpDeskPage, Reservation } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, isProblem, type InputOf } from '../../api/call.ts';
import { casesKey, pageKey } from './help-desk.live.ts';

export const SHORTEST_QUESTION = 2;
const EVERY_MS = 30_000;

export function useMatches(product: string, q: string) {
  return useQuery({
    enabled: q.length >= SHORTEST_QUESTION,
    queryKey: ['help-desk-search', product, q],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/help-desk/search', { params: { product }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/**
 * The guest's page. Opening it records the look and opens a case, once per opening; after that it is read again after
 * events, and now and then for values that depend on the time. `reopen` records another opening, and
 * `openIfUnseen` only while a request of the guest is unseen (NX-12).
 */
export function useGuestPage(product: string, reservationId: string) {
  const client = useQueryClient();
  const params = { product, reservationId };
  const openingKey = ['help-desk-look', product, reservationId] as const;
  const opening = useQuery({
    // Only once: after a lost position the stream refetches all queries, and a refetch must not record another look.
    enabled: client.getQueryData(openingKey) === undefined,
    queryKey: openingKey,
    queryFn: async () => {
      client.setQueryData<HelpDeskPage>(
        pageKey(product, reservationId),
        await call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/case', { params, body: {} }),
      );
      return true;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const page = useQuery({
    enabled: opening.isSuccess,
    queryKey: pageKey(product, reservationId),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/help-desk/reservation/{reservationId}', { params, signal }),
    staleTime: 2000,
    refetchInterval: EVERY_MS,
  });
  const { refetch } = opening;
  const reopen = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const help = page.data?.guestHelp ?? null;
  return {
    reopen,
    openIfUnseen: () => {
      if (help !== null && help.seenAt === null && help.resolvedAt === null) reopen();
    },
    data: page.data,
    error: page.data === undefined ? (opening.error ?? page.error) : null,
    retry: () => void (opening.isSuccess ? page.refetch() : opening.refetch()),
  };
}

const CASES_SHOWN = 20;

export function useCases(product: string) {
  return useQuery({
    queryKey: casesKey(product),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/help-desk/case', {
        params: { product },
        query: { limit: String(CASES_SHOWN) },
        signal,
      }),
    refetchInterval: EVERY_MS,
  });
}

type CodeBody = InputOf<'POST /api/v2/{product}/help-desk/reservation/{reservationId}/code'>['body'];
type ExtendBody = InputOf<'POST /api/v2/{product}/help-desk/reservation/{reservationId}/extend'>['body'];
type ResolveBody = InputOf<'POST /api/v2/{product}/help-desk/reservation/{reservationId}/resolve'>['body'];

/** Replaces the access code. The server returns the new code once, and only the state of this mutation keeps it. */
export function useNewCode(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CodeBody) =>
      call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/code', {
        params: { product, reservationId },
        body,
      }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: pageKey(product, reservationId) }),
  });
}

/**
 * Extends a stay that ends at `endsAt`. When the reservation changed meanwhile but not its end, such as by an automatic
 * check-in, the call is repeated with the current version: the server checks the room and the expected price again.
 */
export function useExtend(product: string, { id: reservationId, endsAt }: Pick<Reservation, 'id' | 'endsAt'>) {
  const client = useQueryClient();
  const extend = (body: ExtendBody) =>
    call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/extend', {
      params: { product, reservationId },
      body,
    });
  return useMutation({
    mutationFn: async (body: ExtendBody) => {
      try {
        return await extend(body);
      } catch (error) {
        const current =
          isProblem(error) && error.code === 'STALE' ? (error.current as Reservation | undefined) : undefined;
        if (current?.endsAt !== endsAt) throw error;
        return extend({ ...body, version: current.version });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: pageKey(product, reservationId) }),
  });
}

export function useResolve(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ResolveBody) =>
      call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/resolve', {
        params: { product, reservationId },
        body,
      }),
    onSuccess: (page) => client.setQueryData<HelpDeskPage>(pageKey(product, reservationId), page),
  });
}

/** The guest's full name and phone; the server records who read them (PD-1). */
export function useRevealGuest(product: string, reservationId: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/reveal', {
        params: { product, reservationId },
        body: { reason },
      }),
    gcTime: 0,
  });
}

/** Writes to the guest who asked for help. */
export function useAnswerGuest(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/answer', {
        params: { product, reservationId },
        body: { text },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKey(product, reservationId) }),
  });
}
