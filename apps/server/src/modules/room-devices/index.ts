/** Lights, climate, sensors and buttons of rooms: adding them and setting their states. */
export { roomDeviceRoutes } from './devices.routes.ts';
export { selectDevicesOfRoomForUpdate, type LockedDevice } from './devices.sql.ts';
export { refusalsOf } from './refusals.ts';
export { deviceWatcher } from './device-watcher.ts';
