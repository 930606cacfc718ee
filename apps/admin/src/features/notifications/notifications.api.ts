import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The reference's interval (sections 7 and 9). */
export const POLL_MS = 5_000;

export const notificationCountKey = (product: string) => ['notification-count', product] as const;

const countOptions = (product: string) =>
  queryOptions({
    queryKey: notificationCountKey(product),
    queryFn: async ({ signal }) => {
      const reply = await call('GET /api/v2/{product}/payment/notification', {
        params: { product },
        query: { page: '0', limit: '1' },
        signal,
      });
      return { count: reply.total, unconfirmedCount: reply.unconfirmedCount };
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    networkMode: 'always',
  });

/**
 * The number of payment notifications, exactly as the reference polls it: the first entry only, every five seconds,
 * also while the page is hidden, not on focus and not on reconnect. `count` is the reply's `total`.
 */
export function useNotificationCount(product: string, isAllowed: boolean) {
  return useQuery({
    ...countOptions(product),
    enabled: isAllowed,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
  });
}

/** Reads the count once, before the poller has loaded; afterwards that of the poller. */
export function useFirstNotificationCount(product: string, isAllowed: boolean) {
  return useQuery({ ...countOptions(product), enabled: isAllowed, staleTime: Infinity });
}

/** Reads the count of the poller without a request. */
export function useCachedNotificationCount(product: string) {
  return useQuery({ ...countOptions(product), enabled: false });
}
