import {
  addRoomPhoto,
  archiveRoom,
  createRoom,
  editRoom,
  getRoom,
  listRooms,
  orderRooms,
  readRoomPhoto,
  removeRoomPhoto,
} from '@munjigi/contract';
import { notFound, route, routeFile, routeInSteps, type Route } from '../../http/index.ts';
import { addPhoto, readPhoto, removePhoto, type RoomDeps } from './photos.ts';
import { archive, create, edit, order } from './rooms.ts';
import { findRoom, listRoomsOf } from './rooms.sql.ts';

export function roomRoutes(deps: RoomDeps): Route[] {
  const { clock } = deps;
  return [
    route(listRooms, ({ tx, query }) => listRoomsOf(tx, clock.now(), query)),
    route(getRoom, async ({ tx, params }) => {
      const room = await findRoom(tx, clock.now(), params.roomId);
      if (!room) throw notFound();
      return room;
    }),
    route(createRoom, ({ tx, actor, body }) => create(clock, tx, actor, body)),
    route(editRoom, ({ tx, actor, params, body }) => edit(clock, tx, actor, params.roomId, body)),
    route(orderRooms, async ({ tx, actor, body }) => ({ items: await order(clock, tx, actor, body) })),
    route(archiveRoom, ({ tx, actor, params, body }) => archive(clock, tx, actor, params.roomId, body)),
    routeInSteps(addRoomPhoto, ({ actor, params, upload }) => addPhoto(deps, actor, params.roomId, upload.bytes)),
    route(removeRoomPhoto, ({ tx, actor, params }) => removePhoto(deps, tx, actor, params)),
    routeFile(readRoomPhoto, ({ actor, params, query }) => readPhoto(deps, actor, params, query.size)),
  ];
}
