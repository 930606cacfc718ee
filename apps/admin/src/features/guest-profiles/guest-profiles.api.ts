import type { GuestProfile } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';

export const BLOCKS_ON_A_PAGE = 25;

const profileKey = (product: string, reservationId: string) => ['guest-profile', product, reservationId];

/** What the stores know of the guest of a reservation (RG-1). */
export function useGuestProfile(product: string, reservationId: string) {
  return useQuery({
    queryKey: profileKey(product, reservationId),
    queryFn: ({ signal }): Promise<GuestProfile> =>
      call('GET /api/v2/{product}/reservation/{reservationId}/guest-profile', {
        params: { product, reservationId },
        signal,
      }),
  });
}

/** Sets or removes the note of the store about a guest (RG-2). */
export function useSetGuestNote(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/v2/{product}/reservation/{reservationId}/guest-profile/note'>['body']) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/guest-profile/note', {
        params: { product, reservationId },
        body,
      }),
    onSuccess: (profile) => {
      client.setQueryData(profileKey(product, reservationId), profile);
      // Other stays of the guest show the same note.
      void client.invalidateQueries({ queryKey: ['guest-profile', product] });
    },
  });
}

export type BlockInput = InputOf<'POST /api/v2/{product}/blocked-guest'>['body'];

/** Refuses new bookings of a guest until a time (RG-3). */
export function useBlockGuest(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BlockInput) => call('POST /api/v2/{product}/blocked-guest', { params: { product }, body }),
    onSuccess: () => refresh(client, product),
  });
}

/** Lets a guest book again. */
export function useUnblockGuest(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blockId: string) =>
      call('DELETE /api/v2/{product}/blocked-guest/{blockId}', { params: { product, blockId } }),
    onSuccess: () => refresh(client, product),
  });
}

function refresh(client: ReturnType<typeof useQueryClient>, product: string): void {
  void client.invalidateQueries({ queryKey: ['guest-profile', product] });
  void client.invalidateQueries({ queryKey: ['blocked-guests', product] });
}

export interface BlockFilter {
  readonly storeId: string | null;
  readonly state: 'ACTIVE' | 'ENDED' | null;
  /** From 0. */
  readonly page: number;
}

/** A page of the guests who cannot book, latest first. */
export function useBlockedGuests(product: string, { storeId, state, page }: BlockFilter) {
  return useQuery({
    queryKey: ['blocked-guests', product, storeId, state, page],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/blocked-guest', {
        params: { product },
        query: {
          page: String(page),
          limit: String(BLOCKS_ON_A_PAGE),
          ...(storeId !== null && { storeId }),
          ...(state !== null && { state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
