import type { AgeBasis, AgeCheckOfGuest, FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { Problem, type GuestCaller } from '../../../http/index.ts';
import { markDocumentRequest } from '../../age-checks/index.ts';
import {
  finishCheck,
  readCheckOfGuest,
  startCheck,
  type CheckOf,
  type IdentityDeps,
} from '../../identity-checks/index.ts';
import { readReservation } from '../../reservations/index.ts';
import { actForStore, lockToken, type GuestWork } from '../../guest-access/index.ts';

/** The guest of a stay is checked on its page, or asks the staff to look at a document (AG-7, AG-9). */

export async function readOwnCheck(deps: IdentityDeps, guest: GuestCaller): Promise<AgeCheckOfGuest> {
  const hasProvider = (await deps.identities.open(guest.productId)) !== null;
  return actForStore(deps, guest, ({ tx }) => readCheckOfGuest(tx, guest, { hasProvider }));
}

export async function startOwnCheck(deps: IdentityDeps, guest: GuestCaller, basis: AgeBasis): Promise<StartedAgeCheck> {
  return startCheck(deps, await actForStore(deps, guest, readContact), basis);
}

export async function finishOwnCheck(
  deps: IdentityDeps,
  guest: GuestCaller,
  checkId: string,
): Promise<FinishedAgeCheck> {
  return finishCheck(deps, await actForStore(deps, guest, readContact), checkId);
}

async function readContact(work: GuestWork): Promise<CheckOf> {
  const { productId, storeId, reservationId } = work.actor;
  await lockToken(work);
  const { row } = await readReservation(work.tx, reservationId);
  return { productId, storeId, reservationId, guestPhone: row.guest_phone };
}

/** Throws STATE_NOT_ALLOWED for a stay that waits for no check. */
export async function askForDocument(deps: IdentityDeps, guest: GuestCaller): Promise<AgeCheckOfGuest> {
  const hasProvider = (await deps.identities.open(guest.productId)) !== null;
  return actForStore(deps, guest, async (work) => {
    const { tx, clock } = work;
    await lockToken(work);
    if (!(await markDocumentRequest(tx, guest, clock.now()))) throw new Problem('STATE_NOT_ALLOWED');
    return readCheckOfGuest(tx, guest, { hasProvider });
  });
}
