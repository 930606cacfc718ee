import type { Selectable } from 'kysely';
import { statement, SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';
import type { UsedToken } from './guest-tokens.sql.ts';

/** The page of a companion can be read for so long after the acts have ended, so that it says why they have (GT-24). */
const READABLE_AFTER_DAYS = 30;
const MINUTE_MS = 60_000;

interface OfReservation {
  readonly storeId: string;
  readonly reservationId: string;
}

interface OfLink {
  readonly storeId: string;
  readonly linkId: string;
}

/** Of the guest's token that the link was made with, and of the link. */
export interface UsedCompanionLink extends Omit<UsedToken, 'is_shared' | 'is_of_staff'> {
  readonly companion_id: string;
  readonly number: number;
  readonly issued_at: Date;
}

/** Finds the link with this hash whose page can be read, in one statement, which also writes the last use once a minute. */
export async function useCompanionLink(
  db: Database,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<UsedCompanionLink | undefined> {
  const [link] = await db.doAtOnce(
    SYSTEM,
    statement<UsedCompanionLink>`
    with known as (
      select c.product_id, p.slug, p.name as product_name, c.store_id, t.id, t.reservation_id, t.reservation_code,
        c.id as companion_id, c.number, c.issued_at, c.last_used_at
      from companion_links c join guest_tokens t on t.store_id = c.store_id and t.id = c.guest_token_id
        join products p on p.id = c.product_id
      where c.token_hash = ${hash} and c.revoked_at is null and t.revoked_at is null
        and t.expires_at + ${READABLE_AFTER_DAYS} * interval '1 day' > ${now}),
    noted as (
      update companion_links c set last_used_at = ${now}::timestamptz from known
      where c.store_id = known.store_id and c.id = known.companion_id
        and (known.last_used_at is null or known.last_used_at <= ${new Date(now.getTime() - MINUTE_MS)}))
    select product_id, slug, product_name, store_id, id, reservation_id, reservation_code, companion_id, number,
      issued_at from known`,
  );
  return link;
}

/** Locks the link, so that it cannot end before the act of its companion has committed. `null`: it was revoked. */
export async function selectCompanionLinkForUpdate(
  tx: Tx,
  { storeId, linkId }: OfLink,
): Promise<{ readonly command_id: string | null } | null> {
  const { rows } = await tx.executeQuery(statement<{ command_id: string | null }>`
    select command_id from companion_links
    where store_id = ${storeId} and id = ${linkId} and revoked_at is null for update`);
  return rows[0] ?? null;
}

export async function writeCommandOfCompanion(
  tx: Tx,
  { storeId, linkId }: OfLink,
  commandId: string | null,
): Promise<void> {
  await tx
    .updateTable('companion_links')
    .set({ command_id: commandId })
    .where('store_id', '=', storeId)
    .where('id', '=', linkId)
    .execute();
}

export type CompanionLinkRow = Pick<
  Selectable<Tables['companion_links']>,
  'id' | 'number' | 'issued_at' | 'last_used_at' | 'key_mark' | 'revoked_at'
> & { readonly is_valid: boolean };

/** Finds all links of a reservation, in the order of their numbers. Valid: neither the link nor the guest's token has ended. */
export async function findCompanionLinks(tx: Tx, of: OfReservation): Promise<CompanionLinkRow[]> {
  const { rows } = await tx.executeQuery(statement<CompanionLinkRow>`
    select c.id, c.number, c.issued_at, c.last_used_at, c.key_mark, c.revoked_at,
      c.revoked_at is null and t.revoked_at is null as is_valid
    from companion_links c join guest_tokens t on t.store_id = c.store_id and t.id = c.guest_token_id
    where c.store_id = ${of.storeId} and c.reservation_id = ${of.reservationId} order by c.number`);
  return rows;
}

/** Counts the links of a reservation that open doors now. */
export async function countCompanionLinks(tx: Tx, of: OfReservation, now: Date): Promise<number> {
  const { rows } = await tx.executeQuery(statement<{ count: number }>`
    select count(*)::integer as count
    from companion_links c join guest_tokens t on t.store_id = c.store_id and t.id = c.guest_token_id
    where c.store_id = ${of.storeId} and c.reservation_id = ${of.reservationId} and c.revoked_at is null
      and t.revoked_at is null and t.expires_at > ${now}`);
  return rows[0]?.count ?? 0;
}
