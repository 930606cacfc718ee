import type { listNotifications, Notification, QueryInputOf } from '@munjigi/contract';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { confirmableQuery, lookupQuery, type LookupFilter, type LookupPosition } from './lookup-filter.ts';
import { notificationCountKey, useCachedNotificationCount } from '../notifications.api.ts';

const LIST = 'GET /api/v2/{product}/payment/notification';

/** A page, and the newest notification of all when it was read. */
export interface LookupPage {
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly unconfirmedCount: number;
  readonly items: readonly Notification[];
  readonly newestId: string | null;
}

const listKey = (product: string) => ['notification-list', product] as const;
const sinceKey = (product: string) => ['notification-since', product] as const;

/** A page of the lookup. It is read again only on a person's request, so that nothing moves under the finger. */
export function useNotificationList(product: string, filter: LookupFilter, { sort, page, limit }: LookupPosition) {
  return useQuery({
    queryKey: [...listKey(product), filter, sort, page, limit],
    queryFn: async ({ signal }): Promise<LookupPage> => {
      const query = {
        ...lookupQuery(filter),
        sort,
        page: String(page),
        limit: String(limit),
        include: 'details',
      } as const;
      const {
        newestId = null,
        isTotalExact = true,
        ...read
      } = await call(LIST, { params: { product }, query, signal });
      return { ...read, isTotalExact, newestId };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The changes of a page since it was read. */
export interface SinceRead {
  /** The current state of the page's rows, in their order. */
  readonly items: readonly Notification[];
  /** How many notifications of the filter arrived after the page was read. */
  readonly arrived: number;
  /** The current counts of those that existed when the page was read. */
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly unconfirmedCount: number;
}

/**
 * Read once after the page, and again whenever the count in the header changes, which the stream and the poller keep
 * current. Until then it equals the page. `page`: the page of this filter; `undefined` while it loads.
 */
export function useSinceRead(
  product: string,
  filter: LookupFilter,
  page: LookupPage | undefined,
  readAt: number,
): SinceRead | undefined {
  const client = useQueryClient();
  const cachedCount = useCachedNotificationCount(product).data;
  // An arrival increases `count`, and a confirmation decreases `unconfirmedCount`: this key changes with both.
  const moment = cachedCount === undefined ? '' : `${cachedCount.count}-${cachedCount.unconfirmedCount}`;
  useEffect(() => {
    if (moment !== '') void client.invalidateQueries({ queryKey: sinceKey(product) });
  }, [client, product, moment]);
  const since = useQuery({
    queryKey: [...sinceKey(product), filter, page?.newestId, readAt],
    queryFn: page === undefined ? skipToken : ({ signal }) => readSince(product, filter, page, signal),
    staleTime: Infinity,
    // After the page is read again, the changes since the earlier reading are not needed.
    gcTime: 0,
  });
  return since.data ?? (page && { ...countsOf(page), items: page.items, arrived: 0 });
}

function countsOf({ total, isTotalExact, unconfirmedCount }: LookupPage) {
  return { total, isTotalExact, unconfirmedCount };
}

async function readSince(
  product: string,
  filter: LookupFilter,
  page: LookupPage,
  signal: AbortSignal,
): Promise<SinceRead> {
  const ask = (query: QueryInputOf<typeof listNotifications>) =>
    call(LIST, { params: { product }, query: { ...query, page: '0' }, signal });
  const ids = page.items.map(({ id }) => id);
  const [rows, arrived, now] = await Promise.all([
    ids.length === 0
      ? []
      : ask({ ids: ids.join(), limit: String(ids.length), include: 'details' }).then(({ items }) => items),
    ask({ ...lookupQuery(filter), ...(page.newestId !== null && { afterId: page.newestId }), limit: '1' }),
    ask({ ...lookupQuery(filter), limit: '1' }),
  ]);
  const isTotalExact = now.isTotalExact ?? true;
  const byId = new Map(rows.map((item) => [item.id, item]));
  return {
    items: page.items.map((item) => byId.get(item.id) ?? item),
    arrived: arrived.total,
    total: isTotalExact ? now.total - arrived.total : now.total,
    isTotalExact,
    unconfirmedCount: now.unconfirmedCount - arrived.unconfirmedCount,
  };
}

/**
 * The number that "confirm all" would confirm: unconfirmed notifications of the filter that are not newer than the
 * shown ones.
 */
export function useConfirmableCount(product: string, filter: LookupFilter, upToId: string) {
  return useQuery({
    queryKey: ['notification-confirmable', product, filter, upToId],
    queryFn: async ({ signal }) =>
      (
        await call(LIST, {
          params: { product },
          query: { ...confirmableQuery(filter), state: 'unconfirmed', upToId, page: '0', limit: '1' },
          signal,
        })
      ).unconfirmedCount,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Confirms by ids. */
export function useConfirm(product: string) {
  const readNow = useReadNow(product);
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      call('POST /api/v2/{product}/payment/notification/confirm', { params: { product }, body: { ids: [...ids] } }),
    onSettled: readNow,
  });
}

/** Confirms all notifications of the filter up to the newest shown one, and none that arrived later (NT-2). */
export function useConfirmAll(product: string) {
  const readNow = useReadNow(product);
  return useMutation({
    mutationFn: ({ filter, upToId }: { readonly filter: LookupFilter; readonly upToId: string }) =>
      call('POST /api/v2/{product}/payment/notification/confirm-all', {
        params: { product },
        body: { upToId, ...confirmableQuery(filter) },
      }),
    onSettled: readNow,
  });
}

function useReadNow(product: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: sinceKey(product) }),
      client.refetchQueries({ queryKey: notificationCountKey(product) }, { cancelRefetch: true }),
    ]);
}
