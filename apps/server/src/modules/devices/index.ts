/**
 * Device links, commands from request to result, `drivers/` (decision 018); in `history/` the device history: filters,
 * pages at any size (decision 017), steps of a command, export. The only module that uses MQTT.
 */
export { createDevices, type Devices } from './devices.ts';
export { codesOf, type KeptCodes } from './commands/codes.ts';
export { isState } from './commands/command-states.ts';
export type { NewCommand, WrittenCommand } from './commands/commands.ts';
export type { ReceivedReport, LinkWatcher } from './commands/deps.ts';
export { toDeviceCommand, type HistoryRow, type LinkRow } from './commands/devices.sql.ts';
export { findDiscoveredDevices, findDiscoveredLocks } from './listening/discovery.ts';
export { answersOpening, type ManualBound, type OutgoingMessage, type Report } from './drivers/index.ts';
export { bindDiscovered, insertLink, releaseLink, type LinkTarget } from './links.ts';
export { ODD_MEMBERS_COLUMN, toOddMembers, type OddMemberRow } from './listening/odd-members.sql.ts';
export { bindManually } from './manual-binding.ts';
export { isStaleRowsError } from './commands/stale-rows.sql.ts';
export { deviceAccountRoutes } from './device-accounts.routes.ts';
export { deviceHistoryRoutes } from './history/device-history.routes.ts';
