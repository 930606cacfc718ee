import type { Command, Door } from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { answersOpening } from '../devices/index.ts';
import { readDoorRow, readDoorVisibility, type DoorDeps } from './doors.ts';
import { toDoor } from './doors.sql.ts';
import { operateDoor } from './operate.ts';
import { publishDoorChanged } from './publish-door.ts';

interface TestOpenRequest {
  readonly actor: Person;
  readonly params: { readonly doorId: string };
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/**
 * Opens a door as a test of its device (DR-1), with the ordinary command, and stores the time from sending to the
 * device's first answer. For a device that does not answer openings it stores the time of the test only.
 */
export async function testOpen(
  deps: DoorDeps & { readonly db: Database },
  { actor, params, requestKey, signal }: TestOpenRequest,
): Promise<{ command: Command; door: Door }> {
  const { db, devices, clock } = deps;
  const command = await operateDoor(deps, 'OPEN', {
    actor,
    body: { doorId: params.doorId, reason: 'test' },
    requestKey,
    signal,
  });
  const door = await db.withActor(actor, async (tx) => {
    const before = await readDoorRow(tx, params.doorId);
    if (command.status === 'EXECUTED') {
      await tx
        .updateTable('doors')
        .set({ tested_at: clock.now(), round_trip_ms: answersOpening(before) ? roundTripMs(command) : null })
        .where('store_id', '=', before.store_id)
        .where('id', '=', params.doorId)
        .execute();
    }
    const after = await readDoorRow(tx, params.doorId);
    if (command.status === 'EXECUTED') await publishDoorChanged(tx, devices, after);
    return toDoor(after, await readDoorVisibility(tx, devices, actor));
  });
  return { command, door };
}

function roundTripMs({ sentAt, acknowledgedAt }: Command): number | null {
  return sentAt === null || acknowledgedAt === null
    ? null
    : Math.max(0, Date.parse(acknowledgedAt) - Date.parse(sentAt));
}
