import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { enqueueJob, type JobHandlers, type NewJob } from '../../jobs/index.ts';
import type { Devices } from '../devices/index.ts';
import { selectDoorForUpdate, type LockedDoor } from './doors.sql.ts';

/**
 * A lock that does not open momentarily stays open until it is locked. The server locks it after the door's opening
 * seconds. The job commits with the open command, so it runs even if that process is gone.
 */

const RELOCK_JOB = 'doors.relock';
/** A lock that missed its deadline can still open late. The job watches it for this time. */
const WATCHED_MS = 60_000;
const CHECK_EVERY_MS = 5000;

const payload = z.object({ productId: z.string(), storeId: z.string(), doorId: z.string(), commandId: z.string() });

export function relockJob({ link, openSeconds }: LockedDoor, commandId: string, now: Date): NewJob {
  return {
    kind: RELOCK_JOB,
    payload: { productId: link.product_id, storeId: link.store_id, doorId: link.target_id, commandId },
    dueAt: new Date(now.getTime() + openSeconds * 1000),
  };
}

interface RelockDeps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
}

export function relockJobs(deps: RelockDeps): JobHandlers {
  return { [RELOCK_JOB]: { lane: 'urgent', run: (raw) => relock(deps, payload.parse(raw)) } };
}

async function relock({ db, devices, clock }: RelockDeps, job: z.infer<typeof payload>): Promise<void> {
  const command = await db.withActor(storeActor(job.productId, job.storeId), async (tx) => {
    const door = await selectDoorForUpdate(tx, job.doorId);
    // A newer opening has its own job, and a newer locking makes this one unnecessary.
    if (door?.doorMode !== 'NORMAL' || door.link.last_command_id !== job.commandId) return null;
    const opening = await findOpening(tx, job);
    if (!opening) return null;
    const now = clock.now().getTime();
    const scheduleNext = async (atMs: number) => {
      await enqueueJob(tx, { kind: RELOCK_JOB, payload: job, dueAt: new Date(atMs) });
      return null;
    };
    if (opening.finished_at === null) return scheduleNext(now + 1000);

    const isExecuted = opening.status === 'EXECUTED';
    const dueMs = opening.finished_at.getTime() + door.openSeconds * 1000;
    if (isExecuted && now < dueMs) return scheduleNext(dueMs);
    if (door.link.lock_state === 'LOCKED' && !door.link.is_moving) {
      const isWatched = !isExecuted && opening.sent_at !== null && now < opening.finished_at.getTime() + WATCHED_MS;
      return isWatched ? scheduleNext(now + CHECK_EVERY_MS) : null;
    }
    return devices.writeCommand(tx, {
      link: door.link,
      action: 'LOCK',
      cause: { kind: 'AUTOMATION', id: job.commandId, label: 'relock' },
      source: 'AUTO',
      reason: null,
      // The job may run again after a crash. The key makes it the same command.
      requestKey: `relock:${job.commandId}`,
    });
  });
  if (command?.isNew) devices.send(command);
}

async function findOpening(tx: Tx, { storeId, commandId }: z.infer<typeof payload>) {
  return tx
    .selectFrom('device_history')
    .select(['status', 'sent_at', 'finished_at'])
    .where('store_id', '=', storeId)
    .where('id', '=', commandId)
    .executeTakeFirst();
}
