import type { Reservation, ReservationDetail, ReservationEvent } from '@munjigi/contract';
import { cancellationOf, canMove, maskEmail, maskName, maskPhone, type Cancellation } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/index.ts';
import { heldExtensionOf, keptUntil } from './held-extension.ts';
import { toHeldMove, type HeldMoveRow } from './held-move.ts';
import { addOnLinesOf, toReservationDiscount } from './price-extras.ts';

/** The longest stay that the schema allows (0006), for queries that look for present stays by an index over starts. */
export const LONGEST_STAY_MS = 31 * 24 * 3600_000;

/** A reservation without the columns that the database derives. */
export type ReservationRow = Omit<
  Selectable<Tables['reservations']>,
  'phone_mark' | 'last_four_mark' | 'name_marks' | 'due_at'
> & {
  /** The move that the guest holds. Only records have it (`readReservation`); a list of rows does not read it. */
  readonly held_move?: HeldMoveRow | null;
};

/** What the guest has to pay beyond the price for time that they hold: an extension (GT-12) or a move (GT-32), in won. */
export function heldAmountOf(row: Pick<ReservationRow, 'extension_amount' | 'held_move'>): number {
  return (row.extension_amount ?? 0) + (row.held_move?.added_amount ?? 0);
}

/** Whether the guest of a confirmed stay holds an extension or a move. */
export function isHoldingMore(row: Pick<ReservationRow, 'extension_amount' | 'held_move'>): boolean {
  return heldAmountOf(row) > 0;
}

/** What covers the price of a reservation: the money that is paid, and what refunds returned on purpose, in won (PY-4). */
export function coveredAmountOf(row: Pick<ReservationRow, 'paid_amount' | 'waived_amount'>): number {
  return row.paid_amount + row.waived_amount;
}

/** A reservation as boards and lists show it, with the guest masked (PD-1). */
export function toReservation(row: ReservationRow): Reservation {
  return {
    id: row.id,
    code: row.code,
    storeId: row.store_id,
    roomId: row.room_id,
    kind: row.kind,
    state: row.state,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    bufferEndsAt: keptUntil(row).toISOString(),
    businessDate: row.business_date,
    guestName: maskName(row.guest_name),
    guestPhone: maskPhone(row.guest_phone),
    headCount: row.head_count,
    channel: row.channel,
    blockReason: row.block_reason,
    memo: row.memo,
    priceAmount: row.price_amount,
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    seriesId: row.series_id,
    version: row.version,
  };
}

/** The store settings that the details of a reservation need. */
export interface CancellationTerms {
  readonly cancellationTiers: Parameters<typeof cancellationOf>[0];
}

export function toReservationDetail(
  row: ReservationRow,
  terms: CancellationTerms,
  history: readonly ReservationEvent[],
  now: Date,
): ReservationDetail {
  const canBeCancelled = canMove(row.state, 'CANCELLED');
  return {
    ...toReservation(row),
    guestEmail: row.guest_email === '' ? '' : maskEmail(row.guest_email),
    guestLanguage: row.guest_language,
    priceLines: row.price_lines,
    addOnLines: addOnLinesOf(row),
    discount: toReservationDiscount(row),
    createdAt: row.created_at.toISOString(),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    refundPercent: row.refund_percent,
    refundAmount: row.refund_amount,
    cancellation: canBeCancelled ? calculateCancellation(row, terms, now) : null,
    heldExtension: toHeldExtension(row),
    heldMove: toHeldMove(row.held_move ?? null),
    history: [...history],
  };
}

/** What a cancellation refunds now: owed money in full, and the tier's share of the rest. */
export function calculateCancellation(row: ReservationRow, terms: CancellationTerms, now: Date): Cancellation {
  return cancellationOf(terms.cancellationTiers, {
    startsAt: row.starts_at,
    now,
    paidAmount: row.paid_amount,
    owedAmount: row.refund_due_amount ?? 0,
  });
}

/** The time that the guest holds after the stay and has not paid (GT-12); `null`: none. */
export function toHeldExtension(row: ReservationRow): ReservationDetail['heldExtension'] {
  const held = heldExtensionOf(row);
  return (
    held && {
      endsAt: held.endsAt.toISOString(),
      addedAmount: held.amount,
      holdExpiresAt: held.expiresAt.toISOString(),
    }
  );
}
