import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCan } from '../../session/auth.tsx';

/** Requests of guests that no person has opened, oldest first. The stream keeps them current. */
export function useRaisedCases(product: string) {
  const isAllowed = useCan()('help-desk:use');
  return useQuery({
    enabled: isAllowed,
    queryKey: ['raised-help', product],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/help-desk/raised', { params: { product }, signal }),
    // A lost event must not silence a guest waiting at a door.
    refetchInterval: 30_000,
  });
}
