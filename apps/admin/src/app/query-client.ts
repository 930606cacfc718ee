import { QueryClient } from '@tanstack/react-query';
import { ServerUnreachable } from '../api/call.ts';

/** The query cache. A refusal is an answer and is not retried; a lost connection is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 30 * 60_000,
      // The loopback and local networks work without the internet, so only a call shows whether the server is
      // reachable.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ServerUnreachable,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
