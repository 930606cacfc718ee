import type { WaitlistEntry } from '@munjigi/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import '../panels.live.ts';
import { call, isProblem } from '../../../api/call.ts';
import { useIntention } from '../create/intention.ts';
import { isOpen, putWaitlistEntry, waitlistKey, type Waitlist } from './waitlist-cache.ts';

/** Who waits in a store: those whose time fell free first. More than 200 of either kind are not shown at once. */
function waitlist(product: string, storeId: string) {
  return queryOptions({
    queryKey: waitlistKey(product, storeId),
    queryFn: async ({ signal }): Promise<Waitlist> => {
      const ask = (state: 'FREE' | 'WAITING') =>
        call('GET /api/v2/{product}/waitlist', { params: { product }, query: { storeId, state, limit: '200' }, signal });
      const [free, waiting] = await Promise.all([ask('FREE'), ask('WAITING')]);
      return { total: free.total + waiting.total, items: [...free.items, ...waiting.items].filter(isOpen) };
    },
  });
}

export function useWaitlist(product: string, storeId: string) {
  return useQuery(waitlist(product, storeId));
}

type EntryBody = Parameters<typeof call<'POST /api/v2/{product}/waitlist'>>[1]['body'];

/** Puts somebody on the waitlist. */
export function useAddToWaitlist(product: string) {
  const client = useQueryClient();
  const intention = useIntention();
  return useMutation({
    mutationFn: (body: EntryBody) => call('POST /api/v2/{product}/waitlist', { params: { product }, body, idempotencyKey: intention.keyFor(body) }),
    onSuccess: (entry: WaitlistEntry) => {
      intention.forget();
      putWaitlistEntry(client, product, entry);
    },
    onError: (error) => {
      if (isProblem(error)) intention.forget();
    },
  });
}

const close = (product: string, { id: entryId, version }: WaitlistEntry) =>
  call('POST /api/v2/{product}/waitlist/{entryId}/done', { params: { product, entryId }, body: { version } });

/** The guest was told, or waits no more. When somebody was faster, the list is read again. */
export function useCloseWaitlistEntry(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entry: WaitlistEntry) => close(product, entry),
    onSuccess: (entry: WaitlistEntry) => putWaitlistEntry(client, product, entry),
    onError: () => void client.invalidateQueries({ queryKey: ['waitlist', product] }),
  });
}

/** Who waited has got their time: ends the entry as it is now, for making the reservation has changed it. */
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

/** The guest's full name and phone; that they were looked at is recorded (PD-1). */
export function useRevealWaiting(product: string) {
  return useMutation({
    mutationFn: ({ entry, reason }: { readonly entry: WaitlistEntry; readonly reason: string }) =>
      call('POST /api/v2/{product}/waitlist/{entryId}/reveal', { params: { product, entryId: entry.id }, body: { reason } }),
  });
}
