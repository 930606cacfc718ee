import { QueryClient } from '@tanstack/react-query';
import { ServerUnreachable } from '../api/call.ts';

/** The browser's memory of what the server said. A refusal is an answer and is not asked again; a lost connection is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 30 * 60_000,
      // Loopback and local networks work without the internet: only a call can tell whether the server is there.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ServerUnreachable,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
