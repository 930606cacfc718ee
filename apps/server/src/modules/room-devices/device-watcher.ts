import type { Tx } from '../../db/index.ts';
import { publish, publishAll } from '../../events/index.ts';
import type { Devices, LinkWatcher } from '../devices/index.ts';
import { findDevices, findDevicesOfLinks, toDevice, type DeviceRow } from './devices.sql.ts';

/** Publishes `device.changed` when the links of devices change, or when listening to a store starts or ends. */
export function deviceWatcher({ devices }: { devices: Devices }): LinkWatcher {
  return {
    async linksChanged(tx, links) {
      const own = links.filter((link) => link.target_kind === 'DEVICE');
      if (own.length === 0) return;
      const [found, isListening] = await Promise.all([findDevicesOfLinks(tx, own), devices.isListeningSomewhere(tx)]);
      await publishAll(
        tx,
        found.map((device) => {
          return {
            productId: device.product_id,
            storeId: device.store_id,
            name: 'device.changed' as const,
            data: toDevice(device, { isListening, withSettings: false }),
          };
        }),
      );
    },
    async storeChanged(tx, { productId, storeId }) {
      const isListening = await devices.isListeningSomewhere(tx);
      const found = await findDevices(tx, { isListening, withSettings: false }, { storeId, page: 0, limit: 10_000 });
      await publishAll(
        tx,
        found.map((data) => ({ productId, storeId, name: 'device.changed' as const, data })),
      );
    },
  };
}

/** Publishes to all people with access to the device, so without its settings. */
export async function publishDeviceChanged(tx: Tx, devices: Devices, device: DeviceRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, {
    productId: device.product_id,
    storeId: device.store_id,
    name: 'device.changed',
    data: toDevice(device, { isListening, withSettings: false }),
  });
}
