import type {
  BodyOf,
  Command,
  extendForGuest,
  giveNewCode,
  openDoorForGuest,
  ReplyOf,
  ReservationDetail,
} from '@munjigi/contract';
import { notFound, type Person, type UnitOfWork } from '../../http/index.ts';
import { readAccess, renewCode, showCode } from '../access-codes/index.ts';
import { operateDoor } from '../doors/index.ts';
import { extendBySlots, reservationStateNotAllowed } from '../reservations/index.ts';
import { endCases, recordHelp } from './cases.ts';
import type { HelpDeskDeps } from './deps.ts';
import { readGuest } from './page.ts';

/** Actions that help a guest. Each runs the ordinary use case, and resolves the guest's cases if it helped. */

interface Opening {
  readonly actor: Person;
  readonly params: { readonly reservationId: string };
  readonly body: BodyOf<typeof openDoorForGuest>;
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/** States in which the help desk opens no door. The doors screen still can. */
const CALLED_OFF = new Set(['CANCELLED', 'EXPIRED']);

/** Opens a door of the reservation. No transaction is open while the device moves (DR-2). */
export async function openDoorForCase(
  deps: HelpDeskDeps,
  { actor, params: { reservationId }, body, requestKey, signal }: Opening,
): Promise<Command> {
  const { db, clock } = deps;
  const row = await db.withActor(actor, async (tx) => {
    const reservation = await readGuest(tx, reservationId);
    const access = await readAccess(tx, { storeId: reservation.row.store_id, reservationId }, clock.now());
    if (!access?.doors.some((door) => door.doorId === body.doorId)) throw notFound();
    if (CALLED_OFF.has(reservation.row.state)) throw reservationStateNotAllowed(reservation, clock.now());
    return reservation.row;
  });
  const command = await operateDoor(deps, 'OPEN', { actor, body, requestKey, signal });
  if (command.status === 'EXECUTED')
    await db.withActor(actor, (tx) => endCases({ tx, clock, actor }, row, 'DOOR_OPENED'));
  return command;
}

/** Replaces the code and returns the new one. The case stays open until the guest has tried it. */
export async function newCode(
  deps: HelpDeskDeps,
  work: UnitOfWork,
  reservationId: string,
  { codeId, reason }: BodyOf<typeof giveNewCode>,
): Promise<ReplyOf<typeof giveNewCode>> {
  const { tx } = work;
  const { row } = await readGuest(tx, reservationId);
  const access = await renewCode(deps, work, reservationId, { codeId, reason });
  const { code } = await showCode(deps, work, reservationId, { reason });
  await recordHelp(work, row, 'help-desk.code-given', { reason: reason ?? null });
  return { access, code };
}

export async function extendStay(
  work: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof extendForGuest>,
): Promise<ReservationDetail> {
  const { row } = await readGuest(work.tx, reservationId);
  const detail = await extendBySlots(work, reservationId, body);
  await endCases(work, row, 'EXTENDED');
  return detail;
}
