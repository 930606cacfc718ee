import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The reference's interval (sections 7 and 9). */
export const POLL_MS = 5_000;

export const notificationCountKey = (product: string) => ['notification-count', product] as const;

/**
 * The number of payment notifications, exactly as the reference polls it: the first entry only, every five seconds,
 * also while the page is hidden, not on focus and not on reconnect. `count` is the reply's `total`.
 */
export function useNotificationCount(product: string, isAllowed: boolean) {
  return useQuery({
    queryKey: notificationCountKey(product),
    queryFn: async ({ signal }) => {
      const reply = await call('GET /api/v2/{product}/payment/notification', {
        params: { product },
        query: { page: '0', limit: '1' },
        signal,
      });
      return { count: reply.total, unconfirmedCount: reply.unconfirmedCount };
    },
    enabled: isAllowed,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    // Every answer counts, also one like the last: the sound follows the answers, not the changes.
    structuralSharing: false,
    networkMode: 'always',
  });
}

/** Reads the count that the poller keeps, without asking for it a second time. */
export function useKnownNotificationCount(product: string) {
  return useQuery<{ count: number; unconfirmedCount: number }>({
    queryKey: notificationCountKey(product),
    enabled: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
