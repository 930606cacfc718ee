import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { Devices } from '../devices/index.ts';
import { shapedDoor, type DoorRow } from './doors.sql.ts';

/** To everybody who may see the door, so without the device's settings. */
export async function tellDoorChanged(tx: Tx, devices: Devices, door: DoorRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, { productId: door.product_id, storeId: door.store_id, name: 'door.changed', data: shapedDoor(door, { isListening, withSettings: false }) });
}
