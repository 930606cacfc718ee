import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { enqueue } from '../../jobs/index.ts';
import { bindDriver, type Devices, type LinkWatcher } from '../devices/index.ts';
import { findDoorOfLink, findDoors, shapedDoor, type DoorRow } from './doors.sql.ts';
import { RELOCK_JOB } from './relock.ts';

/** What happens to a door because of what its lock said. */
export function doorWatcher({ devices, clock }: { devices: Devices; clock: Clock }): LinkWatcher {
  return {
    async linkChanged(tx, link) {
      const door = await findDoorOfLink(tx, link);
      if (door) await tellDoorChanged(tx, devices, door);
    },
    async storeChanged(tx, { productId, storeId }) {
      const isListening = await devices.isListeningSomewhere(tx);
      for (const data of await findDoors(tx, { isListening, withSettings: false }, { storeId, page: 0, limit: 10_000 })) {
        await publish(tx, { productId, storeId, name: 'door.changed', data });
      }
    },
    async orderDone(tx, link, command) {
      // A lock that opens for a moment closes itself; any other one is closed by us.
      if (command.action !== 'OPEN' || bindDriver(link.driver, link.settings).opensMomentarily) return;
      const door = await findDoorOfLink(tx, link);
      if (!door || door.door_mode !== 'NORMAL') return;
      await enqueue(tx, {
        kind: RELOCK_JOB,
        dedupeKey: command.id,
        payload: { productId: door.product_id, storeId: door.store_id, doorId: door.id, commandId: command.id },
        dueAt: new Date(clock.now().getTime() + door.open_seconds * 1000),
      });
    },
  };
}

/** To everybody who may see the door, so without the device's settings. */
export async function tellDoorChanged(tx: Tx, devices: Devices, door: DoorRow): Promise<void> {
  const isListening = await devices.isListeningSomewhere(tx);
  await publish(tx, { productId: door.product_id, storeId: door.store_id, name: 'door.changed', data: shapedDoor(door, { isListening, withSettings: false }) });
}
