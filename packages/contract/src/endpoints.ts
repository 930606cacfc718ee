import { login, logout, me } from './accounts.ts';
import { listDeviceHistory } from './commands.ts';
import { approveLock, editDoor, listDiscoveredLocks, listDoors, lockDoor, openDoor } from './doors.ts';
import { streamEvents } from './events.ts';
import { confirmAllNotifications, confirmNotifications, listNotifications } from './notifications.ts';
import { getRoom, listRooms } from './rooms.ts';
import { listStores } from './stores.ts';

/** Everything the server answers, by the name that the OpenAPI document uses as `operationId` (AP-5). */
export const ENDPOINTS = {
  login, me, logout,
  listStores,
  listRooms, getRoom,
  listDoors, openDoor, lockDoor, editDoor, listDiscoveredLocks, approveLock,
  listDeviceHistory,
  listNotifications, confirmNotifications, confirmAllNotifications,
  streamEvents,
} as const;
