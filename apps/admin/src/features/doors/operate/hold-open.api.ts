import type { Command, Door } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { putCommand } from '../../devices/index.ts';

/** Opens a door and holds it open; resolves with the command to open when it has ended. */
export function useHoldOpen(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { doorId: string; until: string; reservationId?: string; reason?: string }) =>
      call('POST /api/v2/{product}/door/hold-open', { params: { product }, body }),
    onSuccess: (command: Command) => putCommand(client, product, command),
  });
}

/** The reservation in use in the door's room; `null` when the room is empty or the door belongs to no room. */
export function useReservationInUse(product: string, door: Door) {
  return useQuery({
    queryKey: ['door-reservation', product, door.id],
    queryFn: async ({ signal }) => {
      const query = {
        storeId: door.storeId,
        roomId: door.roomId ?? '',
        state: 'IN_USE',
        from: new Date().toISOString(),
        limit: '1',
      } as const;
      const { items } = await call('GET /api/v2/{product}/reservation', { params: { product }, query, signal });
      return items[0] ?? null;
    },
    enabled: door.roomId !== null,
  });
}
