import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tx } from '../db/index.ts';
import type { Caller, Shop, TestServer } from './server.ts';

interface TokenOf {
  readonly productId: string;
  readonly storeId: string;
  readonly reservationId: string;
  readonly at: Date;
  /** The person of the staff who issues the token. Absent: the server issues it for a message. */
  readonly issuedBy?: string;
}

/** Inserts a token of the guest of a reservation, valid until a day after its end. Returns the token. */
export async function insertGuestToken(tx: Tx, of: TokenOf): Promise<string> {
  const token = `mjg_${randomBytes(32).toString('base64url')}`;
  const reservation = await tx
    .selectFrom('reservations')
    .select(['code', 'ends_at'])
    .where('id', '=', of.reservationId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('guest_tokens')
    .values({
      product_id: of.productId,
      store_id: of.storeId,
      id: uuidv7(),
      reservation_id: of.reservationId,
      reservation_code: reservation.code,
      token_hash: createHash('sha256').update(token).digest(),
      issued_at: of.at,
      issued_by: of.issuedBy ?? null,
      issued_by_name: of.issuedBy === undefined ? null : 'test',
      expires_at: new Date(reservation.ends_at.getTime() + 24 * 3600_000),
      revoked_at: null,
      last_used_at: null,
      command_id: null,
    })
    .execute();
  return token;
}

/** Gives the guest of a reservation a token, as a message does. */
export async function makeGuest(
  server: TestServer,
  shop: Shop,
  storeId: string,
  reservationId: string,
): Promise<{ token: string; call: Caller['call'] }> {
  const { productId } = shop;
  const token = await server.withActor(storeActor(productId, storeId), (tx) =>
    insertGuestToken(tx, { productId, storeId, reservationId, at: server.clock.now() }),
  );
  return { token, call: server.caller(token) };
}

/** Opens a case at the help desk as the guest of a reservation does. */
export async function raiseCase(server: TestServer, shop: Shop, storeId: string, reservationId: string): Promise<void> {
  const { productId } = shop;
  await server.withActor(storeActor(productId, storeId), (tx) =>
    tx
      .insertInto('help_desk_cases')
      .values({
        product_id: productId,
        store_id: storeId,
        id: uuidv7(),
        reservation_id: reservationId,
        person_id: null,
        person_name: null,
        opened_at: server.clock.now(),
        business_date: '2026-01-01',
        outcome: null,
      })
      .execute(),
  );
}
