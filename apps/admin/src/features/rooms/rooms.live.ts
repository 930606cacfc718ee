import type { LiveHandlers } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';
import { putRoom } from './room-cache.ts';
import { createStateChanges } from './state-changes.ts';

const QUERIES = ['rooms', 'room', 'store-day'];
const refetchRooms = createPacedRefetch(QUERIES, { gatherMs: 400, restMs: 1000 });
const hasStateChanged = createStateChanges();

export const roomLive: LiveHandlers = {
  queries: QUERIES,
  'room.changed': (room, target) => {
    putRoom(target.client, target.product, room);
    refetchRooms(target);
  },
  // A room's state follows from its reservations, and the server computes it.
  'reservation.changed': (_reservation, target) => refetchRooms(target),
  'calendar.changed': (_store, target) => refetchRooms(target),
  // Its sensors and doors count as well (RM-7).
  'overruns.changed': (_store, target) => refetchRooms(target),
  'device.changed': (device, target) => {
    if (hasStateChanged(device)) refetchRooms(target);
  },
  'door.changed': (door, target) => {
    if (hasStateChanged(door)) refetchRooms(target);
  },
};
