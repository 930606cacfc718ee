import type { DailyReservations } from '@munjigi/contract';
import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { putReservation, putBookingStore, refetchDays, touchesLinkedRooms } from './reservation-cache.ts';

export const reservationLive: LiveHandlers = {
  'reservation.changed': (reservation, { client, product }) => {
    const shown = client.getQueriesData<DailyReservations>({
      queryKey: ['reservations-daily', product, reservation.storeId],
    });
    const areLinked = shown.some(([, days]) => days !== undefined && touchesLinkedRooms(days, reservation));
    putReservation(client, product, reservation);
    if (areLinked) refetchDays(client, product, reservation.storeId);
  },
  'calendar.changed': ({ storeId }, { client, product }) => refetchDays(client, product, storeId),
  'room.changed': (room, { client, product }) => refetchDays(client, product, room.storeId),
  'store.changed': (store, { client, product }) => {
    putBookingStore(client, product, store);
    refetchDays(client, product, store.id);
  },
  'overruns.changed': (_which, { client, product }) => rereadQueries(client, { queryKey: ['overruns', product] }),
  fresh: ({ client, product }) => {
    rereadQueries(client, { queryKey: ['overruns', product] });
    refetchDays(client, product);
    rereadQueries(client, { queryKey: ['reservations-store', product] });
  },
};

joinLive(reservationLive);
