import type { DriverName } from '@munjigi/contract';
import type { BoundDevice, Driver } from './driver.ts';
import { haMqtt } from './ha-mqtt.ts';

const DRIVERS: Record<DriverName, Driver> = { 'ha-mqtt': haMqtt };

/** The driver of a row, with the settings of its device. Throws when they are not what that driver made. */
export function bindDriver(name: string, settings: unknown): BoundDevice {
  const driver = (DRIVERS as Partial<Record<string, Driver>>)[name];
  if (!driver) throw new Error(`There is no driver ${name}`);
  return driver.bind(settings);
}

export { Unreadable, type BoundDevice, type LockWord, type Order, type RefusedMessage, type Report } from './driver.ts';
export { readAnnouncement, type AnnouncedLock } from './ha-discovery.ts';
