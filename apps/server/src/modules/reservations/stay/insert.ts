import { randomBytes } from 'node:crypto';
import type { MessageLanguage, ReservationEvent, PriceLine } from '@munjigi/contract';
import {
  businessDateOf,
  makeReservationCode,
  RESERVATION_CODE_BYTES,
  type Period,
  LEAST_ONLINE_WON,
} from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import { eventRow } from '../../../events/index.ts';
import type { StoreRules } from './booking.ts';
import { guestColumns } from './guest-columns.ts';
import { NO_HELD_EXTENSION } from './held-extension.ts';
import { shapeHistory, type ReservationActor } from './history.ts';
import { NO_EXTRA_COLUMNS, toExtraColumns, type StayPrice } from './price-extras.ts';
import { toReservation, type ReservationRow } from './reservation-row.ts';

export interface NewReservation extends Period {
  readonly roomId: string;
  readonly kind: 'GUEST' | 'BLOCK';
  readonly state: 'PENDING' | 'CONFIRMED';
  readonly guestName: string;
  readonly guestPhone: string;
  readonly guestEmail?: string;
  readonly guestLanguage?: MessageLanguage;
  readonly headCount: number;
  readonly channel: 'STAFF' | 'WALK_IN' | 'CHANNEL' | 'ONLINE';
  readonly blockReason: 'CLEANING' | 'REPAIR' | 'OTHER' | null;
  readonly memo: string;
  readonly price: { readonly totalAmount: number; readonly lines: readonly PriceLine[] } | StayPrice;
  readonly seriesId?: string;
}

/**
 * Inserts the reservation, its first history entry and its event in one statement for speed. The columns match
 * `remember` and `publish`.
 */
const INSERT = prepareStatement(`
  with made as (
    insert into reservations (
      product_id, store_id, id, room_id, code, kind, state, starts_at, ends_at, buffer_ends_at, business_date, guest_name, guest_phone, phone_mark,
      head_count, channel, block_reason, memo, price_amount, price_lines, hold_expires_at, series_id, created_at, last_four_mark, name_marks, guest_email, guest_language,
      add_on_lines, coupon_id, discount, waived_amount)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $30, $31, $32, $33, $34, $35, $36, $37)),
  told as (
    insert into events (product_id, store_id, name, data) values ($1, $2, $24, $25))
  insert into reservation_events (product_id, store_id, id, reservation_id, at, kind, actor_kind, actor_id, actor_label)
  values ($1, $2, $26, $3, $23, 'CREATED', $27, $28, $29)`);

const MINUTE_MS = 60_000;

/** Builds the row of a new reservation; writes nothing. */
export function newRow(store: StoreRules, newReservation: NewReservation, now: Date): ReservationRow {
  const bufferMs = newReservation.kind === 'BLOCK' ? 0 : store.bufferMinutes * MINUTE_MS;
  return {
    product_id: store.productId,
    store_id: store.storeId,
    id: uuidv7(),
    room_id: newReservation.roomId,
    code: makeReservationCode(randomBytes(RESERVATION_CODE_BYTES)),
    kind: newReservation.kind,
    state: newReservation.state,
    starts_at: newReservation.startsAt,
    ends_at: newReservation.endsAt,
    buffer_ends_at: new Date(newReservation.endsAt.getTime() + bufferMs),
    business_date: businessDateOf(store, newReservation.startsAt),
    // Normalised, so that a search finds the name however it was typed.
    guest_name: newReservation.guestName.normalize('NFC'),
    guest_phone: newReservation.guestPhone,
    guest_email: newReservation.guestEmail ?? '',
    guest_language: newReservation.guestLanguage ?? 'ko',
    is_email_of_link: false,
    head_count: newReservation.headCount,
    channel: newReservation.channel,
    block_reason: newReservation.blockReason,
    memo: newReservation.memo,
    price_amount: newReservation.price.totalAmount,
    price_lines: [...newReservation.price.lines],
    ...('discount' in newReservation.price ? toExtraColumns(newReservation.price) : NO_EXTRA_COLUMNS),
    compensated_amount: null,
    paid_amount: 0,
    // A guest who books online cannot pay so little.
    waived_amount:
      newReservation.channel === 'ONLINE' && newReservation.price.totalAmount < LEAST_ONLINE_WON
        ? newReservation.price.totalAmount
        : 0,
    // A hold never lasts longer than the reservation.
    hold_expires_at:
      newReservation.state === 'PENDING'
        ? new Date(Math.min(now.getTime() + store.holdMinutes * MINUTE_MS, newReservation.endsAt.getTime()))
        : null,
    series_id: newReservation.seriesId ?? null,
    keeps_from: null,
    cancelled_at: null,
    refund_percent: null,
    refund_amount: null,
    refund_due_amount: null,
    ...NO_HELD_EXTENSION,
    read_move_id: null,
    created_at: now,
    version: 1,
  };
}

/**
 * Writes the reservation, its first history entry and its event, pipelined. The caller has locked the room and checked
 * that it is free.
 */
export function insertReservation(tx: Tx, row: ReservationRow, by: ReservationActor): ReservationEvent {
  const created = shapeHistory({ kind: 'CREATED', at: row.created_at, by });
  const event = eventRow(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'reservation.changed',
    data: toReservation(row),
  });
  const guest = guestColumns(tx, row);
  INSERT.write(
    tx,
    row.product_id,
    row.store_id,
    row.id,
    row.room_id,
    row.code,
    row.kind,
    row.state,
    row.starts_at.toISOString(),
    row.ends_at.toISOString(),
    row.buffer_ends_at.toISOString(),
    row.business_date,
    guest.guest_name,
    guest.guest_phone,
    guest.phone_mark,
    row.head_count,
    row.channel,
    row.block_reason,
    row.memo,
    row.price_amount,
    JSON.stringify(row.price_lines),
    row.hold_expires_at?.toISOString() ?? null,
    row.series_id,
    created.at,
    event.name,
    event.data,
    created.id,
    by.kind,
    by.id,
    by.label,
    guest.last_four_mark,
    guest.name_marks,
    guest.guest_email,
    row.guest_language,
    JSON.stringify(row.add_on_lines),
    row.coupon_id,
    row.discount === null ? null : JSON.stringify(row.discount),
    row.waived_amount,
  );
  return created;
}
