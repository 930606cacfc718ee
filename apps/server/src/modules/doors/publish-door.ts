import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { Devices } from '../devices/index.ts';
import { toDoor, type DoorRow } from './doors.sql.ts';

/** Publishes a door without the device settings, because not all recipients can see them. */
export async function publishDoorChanged(tx: Tx, devices: Devices, door: DoorRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, {
    productId: door.product_id,
    storeId: door.store_id,
    name: 'door.changed',
    data: toDoor(door, { isListening, withSettings: false }),
  });
}
