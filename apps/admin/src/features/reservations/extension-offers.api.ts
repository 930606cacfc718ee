import type { ExtensionOffer } from '@munjigi/contract';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { putInQueries, rereadQueries } from '../../app/live-cache.ts';
import { joinLive } from '../../app/live-handlers.ts';

interface Offers {
  readonly total: number;
  readonly items: readonly ExtensionOffer[];
}

const offersKey = (product: string, storeId: string) => ['extension-offers', product, storeId] as const;

/** The extension offers of a store to guests near the end (NX-4); the stream keeps them current. */
export function useExtensionOffers(
  product: string,
  storeId: string,
  { isEnabled = true }: { isEnabled?: boolean } = {},
) {
  return useQuery({
    enabled: isEnabled,
    queryKey: offersKey(product, storeId),
    queryFn: ({ signal }): Promise<Offers> =>
      call('GET /api/v2/{product}/reservation/extension-offer', { params: { product }, query: { storeId }, signal }),
  });
}

function putOffer(client: QueryClient, product: string, offer: ExtensionOffer): void {
  putInQueries<Offers>(client, { queryKey: offersKey(product, offer.storeId) }, (known) => {
    const items = [
      ...known.items.filter((item) => item.reservationId !== offer.reservationId),
      ...(offer.endedAt === null ? [offer] : []),
    ];
    return { total: items.length, items };
  });
}

joinLive({
  'extension-offer.changed': (offer, { client, product }) => putOffer(client, product, offer),
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: ['extension-offers', product] }),
});
