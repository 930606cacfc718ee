import { publishAll } from '../../events/index.ts';
import { reviewAlarms } from '../alarms/index.ts';
import type { LinkWatcher } from '../devices/index.ts';
import { findDoors, findDoorsOfLinks, toDoor } from './doors.sql.ts';
import { handleEmergencyCommandEnd, relockEmergencyDoor, type EmergencyRetryDeps } from './emergency-commands.ts';

/** Updates doors after reports of their locks and after the end of commands. */
export function doorWatcher({ devices, clock, emergencyRetryMs }: EmergencyRetryDeps): LinkWatcher {
  return {
    async linksChanged(tx, links) {
      const own = links.filter((link) => link.target_kind === 'DOOR');
      if (own.length === 0) return;
      const [doors, isListening] = await Promise.all([
        findDoorsOfLinks(tx, own),
        devices.isListeningSomewhere(tx),
        reviewAlarms(tx, clock.now(), ...own),
      ]);
      await publishAll(
        tx,
        doors.map((door) => {
          return {
            productId: door.product_id,
            storeId: door.store_id,
            name: 'door.changed' as const,
            data: toDoor(door, { isListening, withSettings: false }),
          };
        }),
      );
      for (const door of doors) await relockEmergencyDoor(tx, { clock, emergencyRetryMs }, door);
    },
    async storeChanged(tx, { productId, storeId }) {
      const isListening = await devices.isListeningSomewhere(tx);
      const doors = await findDoors(tx, { isListening, withSettings: false }, { storeId, page: 0, limit: 10_000 });
      await publishAll(
        tx,
        doors.map((data) => ({ productId, storeId, name: 'door.changed' as const, data })),
      );
    },
    commandEnded: handleEmergencyCommandEnd({ devices, clock, emergencyRetryMs }),
  };
}
