import type { listStrandedGuests, ReplyOf } from '@munjigi/contract';
import type { LiveHandlers, LiveTarget } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';
import { strandedGuestsKey } from './stranded-guests.api.ts';

const refetchGuests = createPacedRefetch([strandedGuestsKey], { gatherMs: 250, restMs: 750 });

/** A change of a reservation matters only if its guest is listed: booking and moving avoid what is closed. */
function isListed({ client, product }: LiveTarget, reservationId: string): boolean {
  const lists = client.getQueriesData<ReplyOf<typeof listStrandedGuests>>({ queryKey: [strandedGuestsKey, product] });
  return lists.some(([, list]) => list?.items.some(({ reservation }) => reservation.id === reservationId));
}

export const strandedGuestLive: LiveHandlers = {
  queries: [strandedGuestsKey],
  'calendar.changed': (_store, target) => refetchGuests(target),
  'store.changed': (_store, target) => refetchGuests(target),
  'room.changed': (_room, target) => refetchGuests(target),
  'reservation.changed': ({ id }, target) => {
    if (isListed(target, id)) refetchGuests(target);
  },
  'message.changed': ({ reservationId }, target) => {
    if (isListed(target, reservationId)) refetchGuests(target);
  },
};
