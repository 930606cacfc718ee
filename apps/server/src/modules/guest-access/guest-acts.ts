import type { addHelpPhoto, askForHelp, BodyOf, CommandStatus, openDoorAsGuest, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import { notFound, Problem, type GuestCaller } from '../../http/index.ts';
import { findReservationDoors } from '../access-codes/index.ts';
import type { Devices } from '../devices/index.ts';
import { commandDoor, findDoorStates } from '../doors/index.ts';
import { addPhotoOfGuest, openCaseOfGuest } from '../help-desk/index.ts';
import type { GuestWork } from './guest-page.ts';
import { findOpeningsByStaff, isOpenSince, UNREPORTED_OPEN_MS } from './door-openings.sql.ts';
import { permitOpening } from './guest-permissions.ts';
import { selectCompanionLinkForUpdate, writeCommandOfCompanion } from './tokens/companion-links.sql.ts';
import { isUnderWay, selectTokenForUpdate, writeCommandOfToken } from './tokens/guest-tokens.sql.ts';

/**
 * What a guest does. An act also writes rows that are not the guest's, such as the free time of a waiting guest or the
 * history of a lock, so its transaction runs for the store (decision 066). It takes the reservation from the token and
 * locks the token first.
 */

export interface GuestActDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function actForStore<T>(
  { db, clock }: GuestActDeps,
  guest: GuestCaller,
  act: (work: GuestWork) => Promise<T>,
): Promise<T> {
  return db.withActor(storeActor(guest.productId, guest.storeId), (tx) => act({ tx, clock, actor: guest }));
}

/**
 * Throws the refusal of a revoked token, if it was revoked since the request was admitted, and STATE_NOT_ALLOWED when the
 * acts of the token have ended (GT-3). Of a companion, locks the guest's token first and then the link (GT-24).
 */
export async function lockToken({
  tx,
  clock,
  actor: { storeId, tokenId, companion },
}: GuestWork): Promise<{ isOpening: boolean }> {
  const token = await selectTokenForUpdate(tx, { storeId, tokenId, now: clock.now() });
  if (!token) throw new Problem('GUEST_TOKEN_INVALID');
  if (token.has_ended) throw new Problem('STATE_NOT_ALLOWED');
  const link = companion ? await selectCompanionLinkForUpdate(tx, { storeId, linkId: companion.id }) : token;
  if (!link) throw new Problem('GUEST_TOKEN_INVALID');
  return { isOpening: await isUnderWay(tx, { storeId, commandId: link.command_id }) };
}

/** Writes the latest command of the guest or the companion, who each open one door at a time. */
function writeCommand({ tx, actor }: GuestWork, commandId: string | null): Promise<void> {
  const { storeId, tokenId, companion } = actor;
  return companion
    ? writeCommandOfCompanion(tx, { storeId, linkId: companion.id }, commandId)
    : writeCommandOfToken(tx, { storeId, tokenId }, commandId);
}

interface Opening {
  readonly actor: GuestCaller;
  readonly params: { readonly doorId: string };
  readonly requestKey: string | null;
  readonly signal: AbortSignal;
}

/**
 * Opens a door of the reservation in its access window (GT-7). No transaction is open while the device moves (DR-2). The
 * guest does not wait long at a door that stands open. Its lock gets the command too, because it may be about to lock.
 */
export async function openDoorOfReservation(
  deps: GuestActDeps & { readonly devices: Devices },
  { actor, params: { doorId }, requestKey, signal }: Opening,
): Promise<ReplyOf<typeof openDoorAsGuest>> {
  const { devices, clock } = deps;
  const { storeId, reservationId } = actor;
  const order = await actForStore(deps, actor, async (work) => {
    const { isOpening } = await lockToken(work);
    const found = await findReservationDoors(work.tx, { storeId, reservationId });
    const window = found?.windows.find(({ door }) => door.id === doorId);
    if (!found || !window) throw notFound();
    if (!found.isExpected) throw new Problem('STATE_NOT_ALLOWED');
    if (!permitOpening(found, window, clock.now()).isAllowed)
      throw new Problem('OUTSIDE_ACCESS_WINDOW', {
        detail: `${window.opensAt.toISOString()}/${window.closesAt.toISOString()}`,
      });
    if (isOpening) throw new Problem('OPENING_UNDER_WAY', { retryAfterSeconds: 1 });
    const isOpen = await isOpenNow(work, window.door);
    const written = await commandDoor({ devices }, work, 'OPEN', { doorId, reason: null, requestKey });
    if (written.isNew) await writeCommand(work, written.command.id);
    return { ...written, isOpen };
  });
  if (!order.isOpen) return { ...(await devices.sendAndWait(order, signal)), isAlreadyOpen: false };
  const command = await devices.sendAndWait(order, AbortSignal.any([signal, AbortSignal.timeout(OPEN_LOCK_MS)]));
  const isUnderWay = UNDER_WAY.has(command.status);
  // The lock says nothing because it is open. The next tap, after it has locked, does not wait for it.
  if (isUnderWay) await actForStore(deps, actor, (work) => writeCommand(work, null));
  return { ...command, isAlreadyOpen: isUnderWay || command.status === 'EXECUTED' };
}

/** How long a guest waits for the answer of a lock that is open already. */
const OPEN_LOCK_MS = 1000;
const UNDER_WAY: ReadonlySet<string> = new Set(['QUEUED', 'SENT', 'ACCEPTED'] satisfies CommandStatus[]);

/** Whether the lock is online and reports that it is open, or staff has just opened it and it has reported nothing since. */
async function isOpenNow(
  { tx, clock, actor }: GuestWork,
  door: { readonly id: string; readonly room_id: string | null },
): Promise<boolean> {
  const { storeId, reservationId } = actor;
  const now = clock.now();
  const [states, openings] = await Promise.all([
    findDoorStates(tx, storeId, [door.id]),
    findOpeningsByStaff(tx, { storeId, reservationId, doors: [door], now }),
  ]);
  const state = states.get(door.id);
  if (state?.online !== 'ONLINE') return false;
  const openedAt = openings.get(door.id);
  return (
    (state.isReported && ['UNLOCKED', 'UNLATCHED'].includes(state.lockState)) ||
    (openedAt !== undefined &&
      now.getTime() < openedAt.getTime() + UNREPORTED_OPEN_MS &&
      isOpenSince(state, openedAt, now))
  );
}

/** Opens a case at the help desk, or adds words to the open one (GT-9). */
export async function requestHelp(
  deps: GuestActDeps,
  actor: GuestCaller,
  body: BodyOf<typeof askForHelp>,
): Promise<ReplyOf<typeof askForHelp>> {
  return actForStore(deps, actor, async (work) => {
    await lockToken(work);
    const { openedAt } = await openCaseOfGuest(work, actor.reservationId, body);
    return { reservationId: actor.reservationId, storeId: actor.storeId, openedAt: openedAt.toISOString() };
  });
}

/** Adds a photo to the open case of the guest (GT-9). */
export function sendHelpPhoto(
  deps: GuestActDeps,
  actor: GuestCaller,
  bytes: Buffer,
): Promise<ReplyOf<typeof addHelpPhoto>> {
  return addPhotoOfGuest(
    (act) =>
      actForStore(deps, actor, async (work) => {
        await lockToken(work);
        return act(work);
      }),
    bytes,
  );
}

/** What staff see of a reservation and of the store's free times is not for guests. */
export async function withoutCurrent<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    // Of a check that is needed, the guest reads which one.
    if (!(error instanceof Problem) || error.code === 'AGE_CHECK_NEEDED') throw error;
    const { current: _current, ...extras } = error.extras;
    throw new Problem(error.code, extras);
  }
}
