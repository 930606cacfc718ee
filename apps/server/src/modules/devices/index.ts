/** Devices: orders from request to result, what devices say, their history. The only module that speaks MQTT. */
export { createDevices, type Devices } from './devices.ts';
export type { LinkWatcher } from './deps.ts';
export type { LinkRow } from './devices.sql.ts';
export { findDiscovered } from './discovery.ts';
export { bindDiscovered } from './links.ts';
