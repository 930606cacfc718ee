import { createPacedRefetch } from '../../app/paced-refetch.ts';
import { joinLive, type LiveHandlers, type LiveTarget } from '../../app/live-handlers.ts';
import { rereadQueries } from '../../app/live-cache.ts';
import { putRoom } from './room-cache.ts';

const NAMES = ['rooms', 'room', 'store-day'];
const askAnew = NAMES.map((name) => createPacedRefetch(name, { gatherMs: 400, restMs: 1000 }));

export const roomLive: LiveHandlers = {
  'room.changed': (room, target) => {
    putRoom(target.client, target.product, room);
    readStatesSoon(target);
  },
  // A room's state follows from its reservations, and the server computes it.
  'reservation.changed': (_reservation, target) => readStatesSoon(target),
  'calendar.changed': (_store, target) => readStatesSoon(target),
  fresh: ({ client, product }) => {
    for (const name of NAMES) rereadQueries(client, { queryKey: [name, product] });
  },
};

joinLive(roomLive);

function readStatesSoon(target: LiveTarget): void {
  for (const ask of askAnew) ask(target);
}
