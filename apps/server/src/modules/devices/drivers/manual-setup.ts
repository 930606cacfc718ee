import type { DeviceTraits, DriverName, ManualBinding } from '@munjigi/contract';
import type { BoundKind } from './driver.ts';

/** A device that a person entered, as the settings of its driver (DR-4). */
export interface ManualBound {
  readonly driver: DriverName;
  /** The same for every entry of the same device. */
  readonly deviceKey: string;
  readonly traits: DeviceTraits;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The kinds that each driver supports in manual bindings. */
const KINDS: Record<ManualBinding['driver'], readonly BoundKind[]> = {
  shelly: ['LOCK', 'SWITCH', 'LIGHT'],
  tasmota: ['LOCK', 'SWITCH', 'LIGHT'],
  zigbee2mqtt: ['LOCK', 'SWITCH', 'LIGHT', 'BINARY_SENSOR', 'SENSOR', 'BUTTON'],
};

/** Turns a manual binding into the settings of its driver. `null`: the driver does not support the kind. */
export function composeManualBinding(kind: BoundKind, binding: ManualBinding): ManualBound | null {
  if (!KINDS[binding.driver].includes(kind)) return null;
  switch (binding.driver) {
    case 'shelly': {
      const { driver, ...rest } = binding;
      // A light component can only be a LIGHT, not a lock or a switch.
      if (rest.component === 'light' && kind !== 'LIGHT') return null;
      return {
        driver,
        deviceKey: `${rest.topicPrefix}:${rest.component}:${rest.channel}`,
        traits: rest.component === 'light' ? { hasBrightness: true } : {},
        settings: { kind, ...rest },
      };
    }
    case 'tasmota': {
      const { driver, ...rest } = binding;
      return {
        driver,
        deviceKey: `${rest.fullTopic}:${rest.topic}:${rest.relay}`,
        traits: {},
        settings: { kind, ...rest },
      };
    }
    case 'zigbee2mqtt': {
      const { driver, unit, ...rest } = binding;
      const { property } = rest;
      const sensor = {
        ...(property === undefined ? {} : { sensorClass: property }),
        ...(unit === undefined ? {} : { unit }),
      };
      return {
        driver,
        deviceKey: `${rest.baseTopic}:${rest.friendlyName}:${property ?? ''}`,
        traits:
          kind === 'LIGHT' ? { hasBrightness: true } : kind === 'SENSOR' || kind === 'BINARY_SENSOR' ? sensor : {},
        settings: { kind, ...rest },
      };
    }
  }
}
