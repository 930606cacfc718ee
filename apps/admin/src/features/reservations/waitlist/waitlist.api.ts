import type { WaitlistEntry } from '@munjigi/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Rows } from '../../../session/live-collection.ts';
import { useSendOnce } from '../../../ui/form/idempotency-key.ts';
import { isWaitlistEntryOpen, putWaitlistEntry, waitlistKey } from './waitlist-cache.ts';

/** Reads a store's waitlist: entries whose time has become free come first. At most 200 of each kind. */
function waitlist(product: string, storeId: string) {
  return queryOptions({
    queryKey: waitlistKey(product, storeId),
    queryFn: async ({ signal }): Promise<Rows<WaitlistEntry>> => {
      const ask = (state: 'FREE' | 'OFFERED' | 'WAITING') =>
        call('GET /api/v2/{product}/waitlist', {
          params: { product },
          query: { storeId, state, limit: '200' },
          signal,
        });
      const [free, offered, waiting] = await Promise.all([ask('FREE'), ask('OFFERED'), ask('WAITING')]);
      return {
        total: free.total + offered.total + waiting.total,
        items: [...free.items, ...offered.items, ...waiting.items].filter(isWaitlistEntryOpen),
      };
    },
  });
}

export function useWaitlist(product: string, storeId: string) {
  return useQuery(waitlist(product, storeId));
}

type EntryBody = Parameters<typeof call<'POST /api/v2/{product}/waitlist'>>[1]['body'];

/** Adds a guest to the waitlist. */
export function useAddToWaitlist(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (body: EntryBody) =>
      sendOnce(body, (idempotencyKey) =>
        call('POST /api/v2/{product}/waitlist', { params: { product }, body, idempotencyKey }),
      ),
    onSuccess: (entry: WaitlistEntry) => putWaitlistEntry(client, product, entry),
  });
}

const close = (product: string, { id: entryId, version }: WaitlistEntry) =>
  call('POST /api/v2/{product}/waitlist/{entryId}/done', { params: { product, entryId }, body: { version } });

/** Closes an entry: the guest was called, or no longer waits. Reads the list again after a STALE refusal. */
export function useCloseWaitlistEntry(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entry: WaitlistEntry) => close(product, entry),
    onSuccess: (entry: WaitlistEntry) => putWaitlistEntry(client, product, entry),
    onError: () => void client.invalidateQueries({ queryKey: ['waitlist', product] }),
  });
}

/**
 * Closes the entry of a guest who was booked. Reads its current version first, because the new reservation has changed
 * it.
 */
export function useEndWaiting(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, storeId }: WaitlistEntry) => {
      const { items } = await client.fetchQuery({ ...waitlist(product, storeId), staleTime: 0 });
      const entry = items.find((item) => item.id === id);
      if (entry !== undefined) putWaitlistEntry(client, product, await close(product, entry));
    },
  });
}

/** The guest's full name, phone and e-mail address; the server records who read them (PD-1). */
export function useRevealWaiting(product: string) {
  return useMutation({
    mutationFn: ({ entry, reason }: { readonly entry: WaitlistEntry; readonly reason: string }) =>
      call('POST /api/v2/{product}/waitlist/{entryId}/reveal', {
        params: { product, entryId: entry.id },
        body: { reason },
      }),
  });
}
