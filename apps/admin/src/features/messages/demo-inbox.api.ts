import type { DemoInboxItem } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';

/** The virtual providers report nothing to the stream, so the inbox is polled while it is on screen. */
const POLL_MS = 3000;

/** What guests of the demo received, newest first; `null`: the server serves no demo. */
export function useDemoInbox(product: string, { isPolled = false }: { readonly isPolled?: boolean } = {}) {
  return useQuery({
    queryKey: ['demo-inbox', product],
    queryFn: ({ signal }) => readDemoInbox(product, signal),
    // A server does not become a demo while it runs.
    staleTime: ({ state }) => (state.data === null ? Infinity : 0),
    refetchInterval: ({ state }) => (isPolled && state.data != null ? POLL_MS : false),
  });
}

async function readDemoInbox(product: string, signal: AbortSignal): Promise<readonly DemoInboxItem[] | null> {
  try {
    return (await call('GET /api/v2/{product}/demo-inbox', { params: { product }, signal })).items;
  } catch (error) {
    if (isProblem(error) && error.status === 404) return null;
    throw error;
  }
}
