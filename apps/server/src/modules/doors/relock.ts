import { z } from 'zod';
import { storeActor, type Database } from '../../db/index.ts';
import type { JobHandlers } from '../../jobs/index.ts';
import type { Devices } from '../devices/index.ts';
import { findDoor } from './doors.sql.ts';

export const RELOCK_JOB = 'doors.relock';

const payload = z.object({ productId: z.string(), storeId: z.string(), doorId: z.string(), commandId: z.string() });

/** Locks a door again after its opening seconds, unless it is locked already or was opened anew meanwhile. */
export function relockJobs({ db, devices }: { db: Database; devices: Devices }): JobHandlers {
  return {
    async [RELOCK_JOB](raw) {
      const it = payload.parse(raw);
      const ordered = await db.withActor(storeActor(it.productId, it.storeId), async (tx) => {
        const door = await findDoor(tx, it.doorId);
        if (!door || door.door_mode !== 'NORMAL') return null;
        if (door.lock_state === 'LOCKED' && door.lock_state_source === 'REPORTED' && !door.is_moving) return null;
        const link = await tx.selectFrom('device_links').select('last_command_id').where('store_id', '=', door.store_id).where('id', '=', door.link_id).executeTakeFirst();
        // A newer opening brings its own relocking, a newer locking has done it.
        if (link?.last_command_id !== it.commandId) return null;
        return devices.request(tx, {
          storeId: door.store_id,
          linkId: door.link_id,
          action: 'LOCK',
          cause: { kind: 'AUTOMATION', id: it.commandId, label: 'relock' },
          source: 'AUTO',
          reason: null,
          // The job may run again after a crash: it is the same order then.
          requestKey: `relock:${it.commandId}`,
        });
      });
      if (ordered?.isNew) await devices.send({ productId: it.productId, storeId: it.storeId, commandId: ordered.command.id });
    },
  };
}
