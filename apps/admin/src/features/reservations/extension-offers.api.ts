import type { ExtensionOffer } from '@munjigi/contract';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { joinLive } from '../../app/live-handlers.ts';

interface Offers {
  readonly total: number;
  readonly items: readonly ExtensionOffer[];
}

const offersKey = (product: string, storeId: string) => ['extension-offers', product, storeId] as const;

/** What guests of a store are offered whose end is near (NX-4); the stream keeps it right. */
export function useExtensionOffers(product: string, storeId: string, { isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useQuery({
    enabled: isEnabled,
    queryKey: offersKey(product, storeId),
    queryFn: ({ signal }): Promise<Offers> => call('GET /api/v2/{product}/reservation/extension-offer', { params: { product }, query: { storeId }, signal }),
  });
}

function putOffer(client: QueryClient, product: string, offer: ExtensionOffer): void {
  const queryKey = offersKey(product, offer.storeId);
  // A reply that is under way may have been read before this offer was made.
  if (client.getQueryData<Offers>(queryKey) === undefined) return readAgain(client, queryKey);
  client.setQueryData<Offers>(queryKey, (known) => {
    if (known === undefined) return undefined;
    const items = [...known.items.filter((it) => it.reservationId !== offer.reservationId), ...(offer.endedAt === null ? [offer] : [])];
    return { total: items.length, items };
  });
}

/** Invalidating alone would wait for the reply that is under way and keep it. */
function readAgain(client: QueryClient, queryKey: ReturnType<typeof offersKey>): void {
  void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
}

joinLive({
  'extension-offer.changed': (offer, { client, product }) => putOffer(client, product, offer),
  fresh: ({ client, product }) => void client.invalidateQueries({ queryKey: ['extension-offers', product] }),
});
