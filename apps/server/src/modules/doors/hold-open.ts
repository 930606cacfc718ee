import type { BodyOf, Command, holdDoorOpen } from '@munjigi/contract';
import type { Database, Tx } from '../../db/index.ts';
import { invalidInput, notFound, type Person } from '../../http/index.ts';
import { selectDoorForUpdate, type LockedDoor } from './doors.sql.ts';
import { settleHold } from './hold-timers.ts';
import { beginHold, type HoldDeps } from './holding.ts';
import { refuseOperation, recordDoorCommand } from './operate.ts';

const LONGEST_MS = 24 * 3600_000;

interface HoldRequest {
  readonly actor: Person;
  readonly body: BodyOf<typeof holdDoorOpen>;
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/**
 * Opens a door and holds it open until a time or the end of a reservation, if that is earlier. The hold begins with the
 * command, so that nothing locks the door meanwhile. A failed opening ends the hold.
 */
export async function holdOpen(
  deps: HoldDeps & { readonly db: Database },
  { actor, body, requestKey, signal }: HoldRequest,
): Promise<Command> {
  const { db, devices, clock } = deps;
  const ordered = await db.withActor(actor, async (tx) => {
    const door = await selectDoorForUpdate(tx, body.doorId);
    if (!door) throw notFound();
    const now = clock.now();
    const until = await readUntil(tx, door, body, now);
    const isUnderFireRelease = door.doorMode === 'HELD_OPEN' && door.emergencyId !== null;
    const command = await devices.writeCommand(tx, {
      link: door.link,
      action: 'OPEN',
      cause: { kind: 'PERSON', id: actor.userId, label: actor.name },
      source: 'REMOTE',
      reason: body.reason ?? null,
      requestKey,
      openSeconds: null,
      refusal: isUnderFireRelease ? 'FIRE_RELEASE' : refuseOperation(door, 'OPEN'),
    });
    if (command.isNew) {
      if (command.command.sentAt !== null)
        await beginHold(tx, deps, door, {
          until,
          reservationId: body.reservationId ?? null,
          commandId: command.command.id,
        });
      await recordDoorCommand(
        { tx, clock, actor },
        {
          door,
          action: 'door.hold-open-requested',
          commandId: command.command.id,
          reason: body.reason ?? null,
          detail: { until: until.toISOString(), reservationId: body.reservationId ?? null },
        },
      );
    }
    return command;
  });
  const command = await devices.sendAndWait(ordered, signal);
  // The timer would settle it a moment later. Settling it now shows the caller the final state of the door.
  if (command.status !== 'EXECUTED' && command.sentAt !== null) {
    const locking = await db.withActor(actor, (tx) => settleHold(tx, deps, body.doorId));
    if (locking) devices.send(locking);
  }
  return command;
}

async function readUntil(tx: Tx, door: LockedDoor, body: BodyOf<typeof holdDoorOpen>, now: Date): Promise<Date> {
  const until = new Date(body.until);
  if (until <= now || until.getTime() - now.getTime() > LONGEST_MS) {
    throw invalidInput([
      { path: 'until', code: 'out_of_range', message: 'It must be in the future, and at most a day ahead' },
    ]);
  }
  if (body.reservationId !== undefined) {
    const found = await tx
      .selectFrom('reservations')
      .select('id')
      .where('store_id', '=', door.link.store_id)
      .where('id', '=', body.reservationId)
      .where('state', 'in', ['CONFIRMED', 'IN_USE'])
      .executeTakeFirst();
    if (!found)
      throw invalidInput([
        {
          path: 'reservationId',
          code: 'unknown_reservation',
          message: 'There is no such reservation in the store of the door that is still to end',
        },
      ]);
  }
  return until;
}
