import type { DriverName } from '@munjigi/contract';
import type { BoundDevice, Driver } from './driver.ts';
import { haMqtt } from './ha-mqtt.ts';
import { shelly } from './shelly.ts';
import { tasmota } from './tasmota.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

const DRIVERS: Record<DriverName, Driver> = { 'ha-mqtt': haMqtt, shelly, tasmota, zigbee2mqtt };

export const DRIVER_NAMES = listKeys(DRIVERS);

/** Binds a driver to the settings of one device. Throws for an unknown driver and for invalid settings. */
export function bindDriver(name: string, settings: unknown): BoundDevice {
  const driver = (DRIVERS as Partial<Record<string, Driver>>)[name];
  if (!driver) throw new Error(`There is no driver ${name}`);
  return { ...driver.bind(settings), driver: driver.name };
}

/**
 * Whether the device of this link confirms an opening. The relay of a strike does, although its lock state is only
 * inferred.
 */
export function answersOpening({ driver, settings }: { readonly driver: string; readonly settings: unknown }): boolean {
  return bindDriver(driver, settings).confirms({ action: 'OPEN', forSeconds: null });
}

export {
  Unreadable,
  type BoundDevice,
  type BoundKind,
  type LockCodes,
  type LockReport,
  type LockWord,
  type DriverCommand,
  type DriverAction,
  type OddMember,
  type OutgoingMessage,
  type RefusedMessage,
  type Report,
  type ReplyOutcome,
} from './driver.ts';
import { listKeys } from '../../../list-keys.ts';
export { composeManualBinding, type ManualBound } from './manual-setup.ts';
export { readAnnouncement, type AnnouncedDevice } from './ha-discovery.ts';
export { ownsTopic, strangeTopic } from './topics.ts';
