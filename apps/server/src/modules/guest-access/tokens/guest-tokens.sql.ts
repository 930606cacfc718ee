import { sql, type Selectable } from 'kysely';
import { statement, SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';

/** A row of the table without what only the statement of `useToken` reads. */
export type GuestTokenRow = Omit<Selectable<Tables['guest_tokens']>, 'token_hash' | 'device_hash' | 'shared_at'>;

const COLUMNS = [
  'product_id',
  'store_id',
  'id',
  'reservation_id',
  'reservation_code',
  'issued_at',
  'issued_by',
  'issued_by_name',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'command_id',
  'key_mark',
] as const satisfies readonly (keyof GuestTokenRow)[];

interface OfReservation {
  readonly storeId: string;
  readonly reservationId: string;
}

/** A token with the time until which the page of its guest can be read (GT-3). */
type LatestToken = GuestTokenRow & { readonly readable_until: Date };

/** Until when the page of the token `t` can be read, in the store `s`. */
export const READABLE_UNTIL = sql<Date>`t.expires_at + s.guest_page_months * interval '1 month'`;

/** Finds the token that was issued last, valid or not. */
export async function findLatestToken(tx: Tx, of: OfReservation): Promise<LatestToken | null> {
  const row = await tx
    .selectFrom('guest_tokens as t')
    .innerJoin('stores as s', (join) =>
      join.onRef('s.product_id', '=', 't.product_id').onRef('s.id', '=', 't.store_id'),
    )
    .select(COLUMNS.map((column) => `t.${column}` as const))
    .select(READABLE_UNTIL.as('readable_until'))
    .where('t.store_id', '=', of.storeId)
    .where('t.reservation_id', '=', of.reservationId)
    // Of two that were issued in one millisecond, the valid one.
    .orderBy('t.issued_at', 'desc')
    .orderBy('t.revoked_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the token that was derived from this key and is not revoked. */
export async function findValidTokenId(tx: Tx, of: OfReservation, keyMark: string): Promise<string | null> {
  const row = await tx
    .selectFrom('guest_tokens')
    .select('id')
    .where('store_id', '=', of.storeId)
    .where('reservation_id', '=', of.reservationId)
    .where('key_mark', '=', keyMark)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Revokes the valid tokens of a reservation, if there are any. */
export async function revokeToken(tx: Tx, of: OfReservation, at: Date): Promise<void> {
  await tx
    .updateTable('guest_tokens')
    .set({ revoked_at: at })
    .where('store_id', '=', of.storeId)
    .where('reservation_id', '=', of.reservationId)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface UsedToken {
  readonly product_id: string;
  readonly slug: string;
  readonly product_name: string;
  readonly store_id: string;
  readonly id: string;
  readonly reservation_id: string;
  readonly reservation_code: string;
  /** Whether a second device has used the link, or the request comes from another device than the first one. */
  readonly is_shared: boolean;
  /** Whether a person of the staff got the token, which is shown once to them. */
  readonly is_of_staff: boolean;
}

interface TokenUse {
  readonly hash: Buffer;
  readonly device: readonly [cookie?: Buffer, otherCookie?: Buffer];
  readonly marksShared: boolean;
  readonly now: Date;
}

const MINUTE_MS = 60_000;

/**
 * Finds the token with this hash whose page can be read (GT-3) in one statement, which also writes the last use once a minute, and the devices
 * (GT-14). `device`: the SHA-256 of the cookies of the device; a request without one leaves the devices as they are.
 * `marksShared`: another device than the first one makes the link a shared one.
 */
export async function useToken(
  db: Database,
  { hash, device: cookies, marksShared, now }: TokenUse,
): Promise<UsedToken | undefined> {
  const device = cookies[0] ?? null;
  const other = cookies[1] ?? device;
  const [token] = await db.doAtOnce(
    SYSTEM,
    statement<UsedToken>`
    with known as (
      select t.product_id, p.slug, p.name as product_name, t.store_id, t.id, t.reservation_id, t.reservation_code,
        t.last_used_at,
        t.shared_at is not null or (t.device_hash is not null and t.device_hash is distinct from ${device}::bytea
          and t.device_hash is distinct from ${other}::bytea) as is_shared,
        t.issued_by is not null as is_of_staff
      from guest_tokens t join products p on p.id = t.product_id
        join stores s on s.product_id = t.product_id and s.id = t.store_id
      where t.token_hash = ${hash} and t.revoked_at is null
        and t.expires_at + s.guest_page_months * interval '1 month' > ${now}),
    noted as (
      update guest_tokens t set last_used_at = ${now}::timestamptz,
        device_hash = coalesce(t.device_hash, ${device}::bytea),
        shared_at = case when ${marksShared} and t.device_hash not in (${device}::bytea, ${other}::bytea)
          then coalesce(t.shared_at, ${now}) else t.shared_at end
      from known
      where t.store_id = known.store_id and t.id = known.id
        and (known.last_used_at is null or known.last_used_at <= ${new Date(now.getTime() - MINUTE_MS)}
          or (t.device_hash is null and ${device}::bytea is not null)
          or (${marksShared} and t.shared_at is null and t.device_hash not in (${device}::bytea, ${other}::bytea))))
    select product_id, slug, product_name, store_id, id, reservation_id, reservation_code, is_shared, is_of_staff
      from known`,
  );
  return token;
}

interface LockedToken {
  /** The guest's latest command to a door. */
  readonly command_id: string | null;
  /** Whether the acts of its guest have ended (GT-3). */
  readonly has_ended: boolean;
}

/**
 * Locks the token, so that it cannot end before the act of its guest has committed, and one guest acts once at a time.
 * `null`: it was revoked since the request was admitted.
 */
export async function selectTokenForUpdate(
  tx: Tx,
  { storeId, tokenId, now }: { readonly storeId: string; readonly tokenId: string; readonly now: Date },
): Promise<LockedToken | null> {
  const { rows } = await tx.executeQuery(statement<LockedToken>`
    select command_id, expires_at <= ${now} as has_ended from guest_tokens
    where store_id = ${storeId} and id = ${tokenId} and revoked_at is null for update`);
  return rows[0] ?? null;
}

/** Whether a command to a door has not ended. The row that names it is locked. */
export async function isUnderWay(
  tx: Tx,
  { storeId, commandId }: { readonly storeId: string; readonly commandId: string | null },
): Promise<boolean> {
  // A separate statement, because the one before may have waited for the lock with an older view of the commands.
  const { rows } = await tx.executeQuery(statement<object>`
    select from device_history where store_id = ${storeId} and id = ${commandId} and finished_at is null`);
  return rows.length > 0;
}

export async function writeCommandOfToken(
  tx: Tx,
  of: { readonly storeId: string; readonly tokenId: string },
  commandId: string | null,
): Promise<void> {
  await tx
    .updateTable('guest_tokens')
    .set({ command_id: commandId })
    .where('store_id', '=', of.storeId)
    .where('id', '=', of.tokenId)
    .execute();
}
