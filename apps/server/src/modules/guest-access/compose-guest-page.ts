import type { GuestPage, ReservationEvent } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import { readGuestCodes, type AccessDeps } from '../access-codes/index.ts';
import { readHelpOfGuest } from '../help-desk/index.ts';
import { dueAmountOf } from '../payments/index.ts';
import { readReservation } from '../reservations/index.ts';
import { readArrival, toArrival } from './arrival.ts';
import { readDoorsOf, readGuestDoors, readPlace, toGuestReservation, type GuestWork } from './guest-page.ts';
import { permitRating } from './guest-permissions.ts';
import { readRatingOfGuest } from './stay-ratings.ts';

/** Reads everything that the page of a guest shows first (GP-1). The statements are sent together. */
export async function composeGuestPage(
  deps: Pick<AccessDeps, 'devices' | 'seal'>,
  work: GuestWork,
): Promise<GuestPage> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { storeId, reservationId } = actor;
  const [{ row, history }, doors, place, arrival, help, given] = await Promise.all([
    readReservation(tx, reservationId),
    readDoorsOf(tx, actor),
    readPlace(tx, actor),
    readArrival(tx, reservationId),
    readHelpOfGuest(tx, reservationId, now),
    readRatingOfGuest(tx, reservationId),
  ]);
  const [codes, guestDoors] = await Promise.all([
    readGuestCodes(deps, tx, { storeId, reservationId }, { doors, now }),
    readGuestDoors(deps.devices, work, doors),
  ]);
  return {
    product: { slug: actor.productSlug, name: actor.productName },
    now: now.toISOString(),
    reservation: toGuestReservation(row, place, doors, now),
    dueAmount: dueAmountOf(row) ?? 0,
    leastOnlineAmount: LEAST_ONLINE_WON,
    isExtensionReturned: isExtensionReturned(history),
    arrival: toArrival(arrival, { row, doors, now }),
    codes,
    doors: guestDoors,
    help,
    rating: { isAllowed: given === null && permitRating(actor, row, now), given },
  };
}

function isExtensionReturned(history: readonly ReservationEvent[]): boolean {
  const last = history.findLast(({ kind }) => kind === 'EXTENSION_HELD' || kind === 'EXTENSION_RETURNED');
  return last?.kind === 'EXTENSION_RETURNED';
}
