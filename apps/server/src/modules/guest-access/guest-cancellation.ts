import type { BodyOf, cancelAsGuest, ReplyOf, sendGuestCode } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { cancelWithRefund } from '../cancellations/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import { readReservation, selectReservationForUpdate } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';
import { composeCancellation } from './guest-page.ts';

/** A code that was sent to the phone of the guest's reservation. */
export interface SentCode {
  readonly phone: string;
  readonly code: string;
}

/** Codes to the phones of guests. The module of online booking provides them (GT-14). */
export interface PhoneCodes {
  /** Throws `TOO_MANY_ATTEMPTS` and `PROVIDER_NOT_SET`. */
  send(
    guest: GuestCaller,
    request: BodyOf<typeof sendGuestCode> & { phone: string },
  ): Promise<ReplyOf<typeof sendGuestCode>>;
  /** Counts a wrong code in a separate transaction. Throws `INVALID_CODE`. */
  verify(guest: GuestCaller, sent: SentCode): Promise<void>;
  /** Uses a verified code up in the transaction of the act. Throws `INVALID_CODE`. */
  use(tx: Tx, guest: GuestCaller, sent: SentCode): Promise<void>;
}

export interface GuestCancellationDeps extends GuestActDeps, RefundDeps {
  readonly phoneCodes: PhoneCodes;
}

/** Sends a code to the phone of the reservation. Throws `STATE_NOT_ALLOWED` when a cancellation needs none. */
export async function sendCodeToGuest(
  deps: Pick<GuestCancellationDeps, 'db' | 'clock' | 'phoneCodes'>,
  guest: GuestCaller,
  { language }: BodyOf<typeof sendGuestCode>,
): Promise<ReplyOf<typeof sendGuestCode>> {
  const phone = await actForStore(deps, guest, async (work) => {
    const known = await readReservation(work.tx, guest.reservationId);
    await lockToken(work);
    const current = composeCancellation(known, guest, work.clock.now());
    if (current.proof !== 'PHONE_CODE' || !current.mayCancel.isAllowed)
      throw new Problem('STATE_NOT_ALLOWED', { current });
    return known.row.guest_phone;
  });
  return deps.phoneCodes.send(guest, { phone, language });
}

/** Cancels before the start with the refund that the guest expects (GT-8). */
export async function cancelOwnReservation(
  deps: GuestCancellationDeps,
  actor: GuestCaller,
  { version, expectedRefundAmount, reason, refundAccount, phoneCode }: BodyOf<typeof cancelAsGuest>,
): Promise<ReplyOf<typeof cancelAsGuest>> {
  const sent = actor.isLinkShared ? await verifyCodeOfGuest(deps, actor, phoneCode) : null;
  return actForStore(deps, actor, async (work) => {
    const { tx, clock } = work;
    // Before the reservation, as online booking locks the phone.
    if (sent !== null) await deps.phoneCodes.use(tx, actor, sent);
    // The reservation before the token, as every change of a reservation locks them.
    const known = await selectReservationForUpdate(tx, actor.reservationId);
    await lockToken(work);
    // Another phone since the code was sent.
    if (sent !== null && sent.phone !== known.row.guest_phone) throw new Problem('INVALID_CODE');
    // Only what the guest may see: no history and no notes of staff.
    const current = composeCancellation(known, actor, clock.now());
    if (known.row.version !== version) throw new Problem('STALE', { current });
    if (!current.mayCancel.isAllowed) throw new Problem('STATE_NOT_ALLOWED', { current });
    if (current.cancellation?.refundAmount !== expectedRefundAmount) throw new Problem('REFUND_CHANGED', { current });
    const cancelled = await cancelWithRefund(deps, work, actor.reservationId, {
      version,
      reason,
      ...(refundAccount && { refundAccount }),
      scope: 'ONE',
      mustBeUnchanged: false,
    });
    return {
      reservationId: cancelled.id,
      storeId: cancelled.storeId,
      state: cancelled.state,
      refundPercent: cancelled.refundPercent,
      refundAmount: cancelled.refundAmount,
      refund: cancelled.refund,
    };
  });
}

/** Throws `PHONE_CODE_REQUIRED` without a code that could be right, and `INVALID_CODE` with a wrong one. */
async function verifyCodeOfGuest(
  deps: GuestCancellationDeps,
  guest: GuestCaller,
  code: string | undefined,
): Promise<SentCode> {
  const { current, phone } = await actForStore(deps, guest, async ({ tx, clock }) => {
    const known = await readReservation(tx, guest.reservationId);
    return { current: composeCancellation(known, guest, clock.now()), phone: known.row.guest_phone };
  });
  if (code === undefined || current.proof !== 'PHONE_CODE') throw new Problem('PHONE_CODE_REQUIRED', { current });
  const sent = { phone, code };
  await deps.phoneCodes.verify(guest, sent);
  return sent;
}
