import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

export interface ChannelReservationKey {
  readonly reservationId: string;
  readonly externalId: string | null;
}

/** The reservation, if it was created with this key. */
export async function findByChannelKey(
  tx: Tx,
  keyId: string,
  reservationId: string,
): Promise<ChannelReservationKey | null> {
  const row = await tx
    .selectFrom('channel_reservations')
    .select(['id', 'external_id'])
    .where('id', '=', reservationId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row ? { reservationId: row.id, externalId: row.external_id } : null;
}

/**
 * Finds the reservation for which this key used the external id before. An advisory lock makes concurrent requests with
 * the same id wait until this transaction ends, so call it before locking a room.
 */
export async function claimExternalId(
  tx: Tx,
  keyId: string,
  externalId: string,
): Promise<ChannelReservationKey | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${keyId} ${externalId}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('channel_reservations')
    .select('id')
    .where('key_id', '=', keyId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row ? { reservationId: row.id, externalId } : null;
}
