import {
  addRoomPhoto,
  archiveRoom,
  createRoom,
  createRooms,
  editRoom,
  getRoom,
  listRooms,
  orderRooms,
  readRoomPhoto,
  removeRoomPhoto,
} from '@munjigi/contract';
import { notFound, route, routeFile, routeInSteps, type Route } from '../../http/index.ts';
import { addPhoto, readPhoto, removePhoto, type RoomDeps } from './photos.ts';
import { setArchived, addRoom, addRooms, updateRoom, setRoomOrder } from './rooms.ts';
import { findRoom, listRoomsOf } from './rooms.sql.ts';

export function roomRoutes(deps: RoomDeps): Route[] {
  return [
    route(listRooms, ({ tx, work, query }) => listRoomsOf(tx, work.clock.now(), query)),
    route(getRoom, async ({ tx, work, params }) => {
      const room = await findRoom(tx, work.clock.now(), params.roomId);
      if (!room) throw notFound();
      return room;
    }),
    route(createRoom, ({ work, body }) => addRoom(work, body)),
    route(createRooms, async ({ work, body }) => ({ items: await addRooms(work, body) })),
    route(editRoom, ({ work, params, body }) => updateRoom(work, params.roomId, body)),
    route(orderRooms, async ({ work, body }) => ({ items: await setRoomOrder(work, body) })),
    route(archiveRoom, ({ work, params, body }) => setArchived(work, params.roomId, body)),
    routeInSteps(addRoomPhoto, ({ actor, params, upload }) => addPhoto(deps, actor, params.roomId, upload.bytes)),
    route(removeRoomPhoto, ({ work, params }) => removePhoto(work, params)),
    routeFile(readRoomPhoto, ({ actor, params, query }) => readPhoto(deps, actor, params, query.size)),
  ];
}
