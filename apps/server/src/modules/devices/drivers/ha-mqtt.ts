import type { DriverDevice, Driver } from './driver.ts';
import { bindDevice } from './ha-mqtt-device.ts';
import { bindLock } from './ha-mqtt-lock.ts';
import { deviceSettings, lockSettings } from './ha-settings.ts';

/** Any device that announces itself by Home Assistant discovery, ESPHome devices among them. */
export const haMqtt: Driver = {
  name: 'ha-mqtt',
  bind(raw): DriverDevice {
    const isDevice = raw !== null && typeof raw === 'object' && 'kind' in raw;
    return isDevice ? bindDevice(deviceSettings.parse(raw)) : bindLock(lockSettings.parse(raw));
  },
};
