import type { ExtensionOffer } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Rows } from '../../session/live-collection.ts';

/** The extension offers of a store to guests near the end (NX-4); the stream keeps them current. */
export function useExtensionOffers(
  product: string,
  storeId: string,
  { isEnabled = true }: { isEnabled?: boolean } = {},
) {
  return useQuery({
    enabled: isEnabled,
    queryKey: ['extension-offers', product, storeId],
    queryFn: ({ signal }): Promise<Rows<ExtensionOffer>> =>
      call('GET /api/v2/{product}/reservation/extension-offer', { params: { product }, query: { storeId }, signal }),
  });
}
