import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { enqueue, type JobHandlers, type NewJob } from '../../jobs/index.ts';
import type { Devices } from '../devices/index.ts';
import { findDoor, type DoorRow } from './doors.sql.ts';

/**
 * A lock without an opening of its own stays open until it is locked: we do it after the door's opening seconds. The job is
 * put in with the order to open, so that it is done even if the process that ordered it is gone.
 */

const RELOCK_JOB = 'doors.relock';
/** A lock that did not answer in time can still open late; it is watched for so long. */
const WATCHED_MS = 60_000;
const LOOK_AGAIN_MS = 5000;

const payload = z.object({ productId: z.string(), storeId: z.string(), doorId: z.string(), commandId: z.string() });

export function relockJob(door: DoorRow, commandId: string, now: Date): NewJob {
  return {
    kind: RELOCK_JOB,
    payload: { productId: door.product_id, storeId: door.store_id, doorId: door.id, commandId },
    dueAt: new Date(now.getTime() + door.open_seconds * 1000),
  };
}

export function relockJobs({ db, devices, clock }: { db: Database; devices: Devices; clock: Clock }): JobHandlers {
  return {
    async [RELOCK_JOB](raw) {
      const it = payload.parse(raw);
      const order = await db.withActor(storeActor(it.productId, it.storeId), async (tx) => {
        const door = await findDoor(tx, it.doorId);
        if (!door || door.door_mode !== 'NORMAL') return null;
        const opening = await findOpening(tx, door, it.commandId);
        // A newer opening brings its own relocking, a newer locking has done it.
        if (!opening || opening.last_command_id !== it.commandId) return null;
        const now = clock.now().getTime();
        const again = (atMs: number) => enqueue(tx, { kind: RELOCK_JOB, payload: it, dueAt: new Date(atMs) });
        if (opening.finished_at === null) return void (await again(now + 1000));

        const isExecuted = opening.status === 'EXECUTED';
        const dueMs = opening.finished_at.getTime() + door.open_seconds * 1000;
        if (isExecuted && now < dueMs) return void (await again(dueMs));
        if (door.lock_state === 'LOCKED' && !door.is_moving) {
          const isWatched = !isExecuted && opening.sent_at !== null && now < opening.finished_at.getTime() + WATCHED_MS;
          return isWatched ? void (await again(now + LOOK_AGAIN_MS)) : null;
        }
        return devices.order(tx, {
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
      if (order?.isNew) devices.send(order);
    },
  };
}

async function findOpening(tx: Tx, door: DoorRow, commandId: string) {
  return tx
    .selectFrom('device_history as h')
    .innerJoin('device_links as l', (join) => join.onRef('l.store_id', '=', 'h.store_id').onRef('l.id', '=', 'h.link_id'))
    .select(['h.status', 'h.sent_at', 'h.finished_at', 'l.last_command_id'])
    .where('h.store_id', '=', door.store_id)
    .where('h.id', '=', commandId)
    .executeTakeFirst();
}
