import { mustGiveReason, type Command } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { notFound, Problem, type Person } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import type { Devices } from '../devices/index.ts';
import { lockDoor } from './doors.sql.ts';
import { relockJob } from './relock.ts';

interface Asked {
  readonly actor: Person;
  readonly body: { readonly doorId: string; readonly reason?: string | undefined };
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/**
 * Opens or locks a door and resolves with the command at its end, good or bad (DR-2). The order and its audit commit before
 * anything is sent; no transaction is open while the device moves.
 */
export async function operateDoor(
  { db, devices, clock }: { db: Database; devices: Devices; clock: Clock },
  action: 'OPEN' | 'LOCK',
  { actor, body, requestKey, signal }: Asked,
): Promise<Command> {
  if (body.reason === undefined && mustGiveReason(actor.roles)) throw new Problem('REASON_REQUIRED');
  const ordered = await db.withActor(actor, async (tx) => {
    const door = await lockDoor(tx, body.doorId);
    if (!door) throw notFound();
    const order = await devices.order(tx, {
      link: door.link,
      action,
      cause: { kind: 'PERSON', id: actor.userId, label: actor.name },
      source: 'REMOTE',
      reason: body.reason ?? null,
      requestKey,
      jobs: (commandId, device) => (action === 'OPEN' && !device.opensMomentarily ? [relockJob(door, commandId, clock.now())] : []),
    });
    if (order.isNew) {
      await record(tx, {
        productId: actor.productId,
        storeId: door.link.store_id,
        at: clock.now(),
        actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
        action: action === 'OPEN' ? 'door.open-requested' : 'door.lock-requested',
        subject: { kind: 'door', id: body.doorId },
        detail: { commandId: order.command.id, reason: body.reason ?? null },
      });
    }
    return order;
  });
  return devices.sendAndWait(ordered, signal);
}
