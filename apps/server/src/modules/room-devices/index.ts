/** Devices of rooms: adding and editing them, their present state, and commands that change it. */
export { roomDeviceRoutes } from './devices.routes.ts';
export { selectDevicesOfRoomForUpdate, type LockedDevice } from './devices.sql.ts';
export { refusalsOf } from './refusals.ts';
export { deviceWatcher } from './device-watcher.ts';
