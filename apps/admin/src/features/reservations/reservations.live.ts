import type { DailyReservations } from '@munjigi/contract';
import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putReservation, touchesLinkedRooms } from './reservation-cache.ts';

export const reservationLive: LiveHandlers = {
  queries: ['reservations-daily', 'overruns'],
  'reservation.changed': (reservation, target) => {
    const { client, product } = target;
    const shown = client.getQueriesData<DailyReservations>({
      queryKey: ['reservations-daily', product, reservation.storeId],
    });
    const areLinked = shown.some(([, days]) => days !== undefined && touchesLinkedRooms(days, reservation));
    putReservation(client, product, reservation);
    if (areLinked) rereadNamed(target, 'reservations-daily', reservation.storeId);
  },
  'calendar.changed': ({ storeId }, target) => rereadNamed(target, 'reservations-daily', storeId),
  'room.changed': ({ storeId }, target) => rereadNamed(target, 'reservations-daily', storeId),
  'store.changed': ({ id }, target) => rereadNamed(target, 'reservations-daily', id),
  'overruns.changed': (_which, target) => rereadNamed(target, 'overruns'),
};
