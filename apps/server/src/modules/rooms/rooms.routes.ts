import { getRoom, listRooms } from '@munjigi/contract';
import { notFound, route, type Route } from '../../http/index.ts';
import { countRooms, findRoom, findRooms } from './rooms.sql.ts';

export function roomRoutes(): Route[] {
  return [
    route(listRooms, async ({ tx, query }) => ({ total: await countRooms(tx, query), items: await findRooms(tx, query) })),
    route(getRoom, async ({ tx, params }) => {
      const room = await findRoom(tx, params.roomId);
      if (!room) throw notFound();
      return room;
    }),
  ];
}
