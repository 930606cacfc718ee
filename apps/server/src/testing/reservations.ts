import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tx } from '../db/index.ts';
import { guestColumns } from '../modules/reservations/index.ts';
import type { Shop, TestServer } from './server.ts';

export interface ReservationInput {
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly bufferMinutes?: number;
  readonly state?: 'PENDING' | 'CONFIRMED' | 'IN_USE' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'NO_SHOW';
  readonly kind?: 'GUEST' | 'BLOCK';
  readonly holdExpiresAt?: Date;
  readonly headCount?: number;
  readonly businessDate?: string;
}

/** Inserts a reservation directly, at any time: only the overlap guard of the database checks it. Returns its id. */
export async function makeReservation(
  server: TestServer,
  shop: Shop,
  storeId: string,
  input: ReservationInput,
): Promise<string> {
  return server.withActor(storeActor(shop.productId, storeId), (tx) =>
    insertReservation(tx, { productId: shop.productId, storeId, at: server.clock.now() }, input),
  );
}

export async function insertReservation(
  tx: Tx,
  { productId, storeId, at }: { productId: string; storeId: string; at: Date },
  input: ReservationInput,
): Promise<string> {
  const id = uuidv7();
  const { state = 'CONFIRMED', kind = 'GUEST' } = input;
  const isGuest = kind === 'GUEST';
  await tx
    .insertInto('reservations')
    .values({
      product_id: productId,
      store_id: storeId,
      id,
      room_id: input.roomId,
      code: `T${id.replaceAll('-', '').slice(-12)}`.toUpperCase(),
      kind,
      state,
      starts_at: input.startsAt,
      ends_at: input.endsAt,
      buffer_ends_at: new Date(input.endsAt.getTime() + (input.bufferMinutes ?? 0) * 60_000),
      business_date: input.businessDate ?? new Date(input.startsAt.getTime() + 3 * 3600_000).toISOString().slice(0, 10),
      ...guestColumns(tx, { guest_name: isGuest ? '홍길동' : '', guest_phone: isGuest ? '010-1234-5678' : '' }),
      head_count: isGuest ? (input.headCount ?? 2) : 0,
      channel: 'STAFF',
      block_reason: isGuest ? null : 'CLEANING',
      memo: '',
      price_amount: isGuest ? 20_000 : 0,
      price_lines: '[]',
      hold_expires_at: state === 'PENDING' ? (input.holdExpiresAt ?? input.endsAt) : null,
      series_id: null,
      refund_percent: null,
      refund_amount: null,
      created_at: at,
    })
    .execute();
  return id;
}
