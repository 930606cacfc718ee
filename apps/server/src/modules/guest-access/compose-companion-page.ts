import type { CompanionPage } from '@munjigi/contract';
import { readGuestCodes, type AccessDeps } from '../access-codes/index.ts';
import { readHelpOfCompanion, readHelpOfGuest } from '../help-desk/index.ts';
import { readReservation } from '../reservations/index.ts';
import { readArrival, toArrival } from './arrival.ts';
import { readMovesOf, stateChangeOf } from './guest-history.ts';
import {
  readDoorsOf,
  readGuestDoors,
  readPlace,
  toGuestReservation,
  withoutEndedDoors,
  type GuestWork,
} from './guest-page.ts';

/** Reads what the page of a companion shows: nothing that names the guest, and no money (GT-22). */
export async function composeCompanionPage(
  deps: Pick<AccessDeps, 'devices' | 'seal'>,
  work: GuestWork,
): Promise<CompanionPage> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { storeId, reservationId, companion } = actor;
  const [record, allDoors, place, arrival, help] = await Promise.all([
    readReservation(tx, reservationId),
    readDoorsOf(tx, actor),
    readPlace(tx, actor),
    readArrival(tx, reservationId),
    companion ? readHelpOfCompanion(tx, { reservationId, companion, now }) : readHelpOfGuest(tx, reservationId, now),
  ]);
  const { row } = record;
  const doors = withoutEndedDoors(allDoors, place, now);
  const [codes, guestDoors, moves] = await Promise.all([
    readGuestCodes(deps, tx, { storeId, reservationId }, { doors, now }),
    readGuestDoors(deps.devices, work, doors),
    readMovesOf(tx, record),
  ]);
  const isCancelled = row.state === 'CANCELLED' || row.state === 'EXPIRED';
  const since = companion?.issuedAt.toISOString() ?? '';
  return {
    product: { slug: actor.productSlug, name: actor.productName },
    now: now.toISOString(),
    companion: companion?.number ?? null,
    reservation: toGuestReservation(record, place, doors, now),
    arrival: toArrival(arrival, { row, doors, now, expiresAt: place.expires_at }),
    codes,
    doors: guestDoors,
    help,
    cancelledAt: isCancelled ? (stateChangeOf(record)?.at ?? null) : null,
    movedFrom: companion ? (moves.find(({ at }) => at > since)?.from ?? null) : null,
  };
}
