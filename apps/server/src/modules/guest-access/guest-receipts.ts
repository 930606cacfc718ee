import type { BodyOf, CashReceiptsOfStay, setGuestReceiptNumber } from '@munjigi/contract';
import type { GuestCaller } from '../../http/index.ts';
import { guestAuditActor } from '../audit/index.ts';
import { enterReceiptNumber, readReceiptsOfStay } from '../cash-receipts/index.ts';
import { selectReservationForUpdate } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';

/** The cash receipts of the guest's own stay (CR-3). */
export function readReceiptsOfGuest(deps: GuestActDeps, guest: GuestCaller): Promise<CashReceiptsOfStay> {
  return actForStore(deps, guest, ({ tx }) => readReceiptsOfStay(tx, guest));
}

/** Enters the number for all receipts of the stay. */
export function enterOwnReceiptNumber(
  deps: GuestActDeps,
  guest: GuestCaller,
  body: BodyOf<typeof setGuestReceiptNumber>,
): Promise<CashReceiptsOfStay> {
  return actForStore(deps, guest, async (work) => {
    const { tx, clock } = work;
    // The reservation before the token, as every change of a reservation locks them.
    const { row } = await selectReservationForUpdate(tx, guest.reservationId);
    await lockToken(work);
    const entering = { tx, now: clock.now(), actor: guestAuditActor(guest), staffName: null };
    await enterReceiptNumber(entering, row, body);
    return readReceiptsOfStay(tx, guest);
  });
}
