import type { BodyOf, Command, controlDevice } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { invalidInput, notFound, type Person } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { Devices } from '../devices/index.ts';
import { selectDeviceForUpdate } from './devices.sql.ts';
import { refusalsOf } from './refusals.ts';

interface ControlRequest {
  readonly actor: Person;
  readonly body: BodyOf<typeof controlDevice>;
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/** Sends a command to a device and resolves with the command at its end, executed or not (RM-4), as for a door. */
export async function sendToDevice(
  { db, devices, clock }: { db: Database; devices: Devices; clock: Clock },
  { actor, body, requestKey, signal }: ControlRequest,
): Promise<Command> {
  const ordered = await db.withActor(actor, async (tx) => {
    const found = await selectDeviceForUpdate(tx, body.deviceId);
    if (!found) throw notFound();
    const { link, device } = found;
    const errors = refusalsOf(device.kind, device.traits, body.state);
    if (errors.length > 0) throw invalidInput(errors.map((error) => ({ ...error, path: `state.${error.path}` })));
    const command = await devices.writeCommand(tx, {
      link,
      ...(body.state.press ? { action: 'PRESS' as const } : { action: 'SET' as const, state: body.state }),
      cause: { kind: 'PERSON', id: actor.userId, label: actor.name },
      source: 'REMOTE',
      reason: body.reason ?? null,
      requestKey,
    });
    if (command.isNew) {
      const detail = { commandId: command.command.id, state: body.state, reason: body.reason ?? null };
      await recordChange(
        { tx, clock, actor },
        {
          storeId: link.store_id,
          action: 'device.control-requested',
          subject: { kind: 'device', id: body.deviceId },
          detail,
        },
      );
    }
    return command;
  });
  return devices.sendAndWait(ordered, signal);
}
