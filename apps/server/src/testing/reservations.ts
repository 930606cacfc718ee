import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tx } from '../db/index.ts';
import { guestColumns } from '../modules/reservations/index.ts';
import type { Shop, TestServer } from './server.ts';

export interface MadeReservation {
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
  it: MadeReservation,
): Promise<string> {
  return server.withActor(storeActor(shop.productId, storeId), (tx) =>
    insertReservation(tx, { productId: shop.productId, storeId, at: server.clock.now() }, it),
  );
}

export async function insertReservation(
  tx: Tx,
  { productId, storeId, at }: { productId: string; storeId: string; at: Date },
  it: MadeReservation,
): Promise<string> {
  const id = uuidv7();
  const { state = 'CONFIRMED', kind = 'GUEST' } = it;
  const isGuest = kind === 'GUEST';
  await tx
    .insertInto('reservations')
    .values({
      product_id: productId,
      store_id: storeId,
      id,
      room_id: it.roomId,
      code: `T${id.replaceAll('-', '').slice(-12)}`.toUpperCase(),
      kind,
      state,
      starts_at: it.startsAt,
      ends_at: it.endsAt,
      buffer_ends_at: new Date(it.endsAt.getTime() + (it.bufferMinutes ?? 0) * 60_000),
      business_date: it.businessDate ?? new Date(it.startsAt.getTime() + 3 * 3600_000).toISOString().slice(0, 10),
      ...guestColumns(tx, { guest_name: isGuest ? '홍길동' : '', guest_phone: isGuest ? '010-1234-5678' : '' }),
      head_count: isGuest ? (it.headCount ?? 2) : 0,
      channel: 'STAFF',
      block_reason: isGuest ? null : 'CLEANING',
      memo: '',
      price_amount: isGuest ? 20_000 : 0,
      price_lines: '[]',
      hold_expires_at: state === 'PENDING' ? (it.holdExpiresAt ?? it.endsAt) : null,
      series_id: null,
      refund_percent: null,
      refund_amount: null,
      created_at: at,
    })
    .execute();
  return id;
}
