import type { GuestInformation } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';
import { bookingSetupKey, guestInformationKey } from './store-cache.ts';

/** What the guest's page says about the store. Read again when the store changes. */
export function useGuestInformation(product: string, storeId: string) {
  return useQuery({
    queryKey: guestInformationKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/guest-information', { params: { product, storeId }, signal }),
    staleTime: 60_000,
  });
}

/** What is missing before guests can book at the store. Read again when the store changes. */
export function useBookingSetup(product: string, storeId: string) {
  return useQuery({
    queryKey: bookingSetupKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/booking-setup', { params: { product, storeId }, signal }),
    // The token of the preview is valid for an hour (BK-12).
    refetchInterval: 30 * 60_000,
  });
}

/** The poster of a store, or of the room with this id, as a file that the browser then saves. */
export function useBookingPoster(product: string, storeId: string) {
  return useMutation({
    mutationFn: async (roomId: string | null) => {
      const file = await readFile('GET /api/v2/{product}/store/{storeId}/booking-poster', {
        params: { product, storeId },
        query: roomId === null ? {} : { roomId },
      });
      saveFile(file, 'booking-poster.pdf');
    },
  });
}

type InformationChange = InputOf<'PATCH /api/v2/{product}/store/{storeId}/guest-information'>['body'];

/** Rejects with STALE when another change of the store was saved first. */
export function useEditGuestInformation(product: string, storeId: string) {
  const client = useQueryClient();
  return async (body: InformationChange): Promise<GuestInformation> => {
    const information = await call('PATCH /api/v2/{product}/store/{storeId}/guest-information', {
      params: { product, storeId },
      body,
    });
    client.setQueryData(guestInformationKey(product, storeId), information);
    return information;
  };
}
