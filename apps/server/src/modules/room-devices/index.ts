/** Devices of rooms: what is in a room, what it is at the moment, and asking it for another state. */
export { roomDeviceRoutes } from './devices.routes.ts';
export { lockDevicesOfRoom, type LockedDevice } from './devices.sql.ts';
export { refusalsOf } from './refusals.ts';
export { deviceWatcher } from './watching.ts';
