import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { Devices } from '../devices/index.ts';
import { shapedDoor, type DoorRow } from './doors.sql.ts';

/** Publishes a door without the device settings, because not all recipients can see them. */
export async function tellDoorChanged(tx: Tx, devices: Devices, door: DoorRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, {
    productId: door.product_id,
    storeId: door.store_id,
    name: 'door.changed',
    data: shapedDoor(door, { isListening, withSettings: false }),
  });
}
