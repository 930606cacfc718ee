import type { BodyOf, cancelAsGuest, GuestProof, ReplyOf, sendGuestCode } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { cancelWithRefund } from '../cancellations/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import {
  readReservation,
  selectReservationForUpdate,
  type ReservationRecord,
  type ReservationRow,
} from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';
import { composeCancellation } from './guest-page.ts';
import { proofOfAccount } from './guest-permissions.ts';

/** The phone of the guest's reservation, and the address that gets codes in its place when it is abroad (BK-16). */
export interface ProvableContact {
  readonly guestPhone: string;
  readonly guestEmail?: string;
}

/** A code that was sent to a guest. */
export interface SentCode extends ProvableContact {
  readonly code: string;
}

/** Codes to the phones of guests. The module of online booking provides them (GT-14). */
export interface PhoneCodes {
  /** Throws `TOO_MANY_ATTEMPTS` and `PROVIDER_NOT_SET`. */
  send(
    guest: GuestCaller,
    request: Pick<BodyOf<typeof sendGuestCode>, 'language'> & ProvableContact,
  ): Promise<ReplyOf<typeof sendGuestCode>>;
  /** Counts a wrong code in a separate transaction. Throws `INVALID_CODE`. */
  verify(guest: GuestCaller, sent: SentCode): Promise<void>;
  /** Uses a verified code up in the transaction of the act. Throws `INVALID_CODE`. */
  use(tx: Tx, guest: GuestCaller, sent: SentCode): Promise<void>;
}

export interface GuestCancellationDeps extends GuestActDeps, RefundDeps {
  readonly phoneCodes: PhoneCodes;
}

/** Sends a code to the phone of the reservation, or to its address. Throws `STATE_NOT_ALLOWED` when the act needs none. */
export async function sendCodeToGuest(
  deps: Pick<GuestCancellationDeps, 'db' | 'clock' | 'phoneCodes'>,
  guest: GuestCaller,
  { language, forAccount }: BodyOf<typeof sendGuestCode>,
): Promise<ReplyOf<typeof sendGuestCode>> {
  const contact = await actForStore(deps, guest, async (work) => {
    const record = await readReservation(work.tx, guest.reservationId);
    await lockToken(work);
    const current = composeCancellation(record, guest, work.clock.now());
    const proof = forAccount ? current.accountProof : current.proof;
    if (!isProvenByCode(proof) || !current.mayCancel.isAllowed) throw new Problem('STATE_NOT_ALLOWED', { current });
    return contactOf(record.row, proof);
  });
  return deps.phoneCodes.send(guest, { ...contact, language });
}

/** Cancels before the start with the refund that the guest expects (GT-8). */
export async function cancelOwnReservation(
  deps: GuestCancellationDeps,
  actor: GuestCaller,
  { version, expectedRefundAmount, reason, refundAccount, phoneCode }: BodyOf<typeof cancelAsGuest>,
): Promise<ReplyOf<typeof cancelAsGuest>> {
  const needsCode = actor.isLinkShared || refundAccount !== undefined;
  const sent = needsCode ? await verifyCodeOfGuest(deps, actor, phoneCode) : null;
  return actForStore(deps, actor, async (work) => {
    const { tx, clock } = work;
    // Before the reservation, as online booking locks the phone.
    if (sent !== null) await deps.phoneCodes.use(tx, actor, sent);
    // The reservation before the token, as every change of a reservation locks them.
    const record = await selectReservationForUpdate(tx, actor.reservationId);
    await lockToken(work);
    // Only what the guest may see: no history and no notes of staff.
    const current = composeCancellation(record, actor, clock.now());
    checkCodeContact(record, sent);
    if (record.row.version !== version) throw new Problem('STALE', { current });
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
export async function verifyCodeOfGuest(
  deps: GuestActDeps & { readonly phoneCodes: PhoneCodes },
  guest: GuestCaller,
  code: string | undefined,
): Promise<SentCode> {
  const { current, contact } = await actForStore(deps, guest, async ({ tx, clock }) => {
    const record = await readReservation(tx, guest.reservationId);
    const current = composeCancellation(record, guest, clock.now());
    return { current, contact: contactOf(record.row, current.accountProof) };
  });
  if (code === undefined || !isProvenByCode(current.accountProof))
    throw new Problem('PHONE_CODE_REQUIRED', { current });
  const sent = { ...contact, code };
  await deps.phoneCodes.verify(guest, sent);
  return sent;
}

/** Throws INVALID_CODE when the reservation has another phone or address since the code was sent. `null`: none was needed. */
export function checkCodeContact({ row }: ReservationRecord, sent: SentCode | null): void {
  if (sent !== null && !isSameContact(sent, contactOf(row, proofOfAccount(row)))) throw new Problem('INVALID_CODE');
}

function isProvenByCode(proof: GuestProof): boolean {
  return proof === 'PHONE_CODE' || proof === 'EMAIL_CODE';
}

function contactOf(
  { guest_phone: guestPhone, guest_email: guestEmail }: Pick<ReservationRow, 'guest_phone' | 'guest_email'>,
  proof: GuestProof,
): ProvableContact {
  return { guestPhone, ...(proof === 'EMAIL_CODE' && { guestEmail }) };
}

function isSameContact(one: ProvableContact, other: ProvableContact): boolean {
  return one.guestPhone === other.guestPhone && one.guestEmail === other.guestEmail;
}
