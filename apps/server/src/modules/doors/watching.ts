import type { Tx } from '../../db/index.ts';
import { publish, publishAll } from '../../events/index.ts';
import type { Devices, LinkWatcher } from '../devices/index.ts';
import { findDoorOfLink, findDoors, shapedDoor, type DoorRow } from './doors.sql.ts';

/** What happens to a door because of what its lock said. */
export function doorWatcher({ devices }: { devices: Devices }): LinkWatcher {
  return {
    async linkChanged(tx, link) {
      const door = await findDoorOfLink(tx, link);
      if (door) await tellDoorChanged(tx, devices, door);
    },
    async storeChanged(tx, { productId, storeId }) {
      const isListening = await devices.isListeningSomewhere(tx);
      const doors = await findDoors(tx, { isListening, withSettings: false }, { storeId, page: 0, limit: 10_000 });
      await publishAll(tx, doors.map((data) => ({ productId, storeId, name: 'door.changed' as const, data })));
    },
  };
}

/** To everybody who may see the door, so without the device's settings. */
export async function tellDoorChanged(tx: Tx, devices: Devices, door: DoorRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, { productId: door.product_id, storeId: door.store_id, name: 'door.changed', data: shapedDoor(door, { isListening, withSettings: false }) });
}
