import type { QueryClient } from '@tanstack/react-query';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { putRoom } from './room-cache.ts';

/** A burst of reservations asks once. */
const SETTLE_MS = 400;
const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

export const roomLive: LiveHandlers = {
  'room.changed': (room, { client, product }) => {
    putRoom(client, product, room);
    readStatesSoon(client, product);
  },
  // What a room is now follows from its reservations; the server works it out.
  'reservation.changed': (_reservation, { client, product }) => readStatesSoon(client, product),
  'calendar.changed': (_store, { client, product }) => readStatesSoon(client, product),
  fresh: ({ client, product }) => readStates(client, product),
};

joinLive(roomLive);

function readStatesSoon(client: QueryClient, product: string): void {
  clearTimeout(waiting.get(client));
  waiting.set(client, setTimeout(() => readStates(client, product), SETTLE_MS));
}

function readStates(client: QueryClient, product: string): void {
  for (const name of ['rooms', 'room', 'store-day']) void client.invalidateQueries({ queryKey: [name, product] });
}
