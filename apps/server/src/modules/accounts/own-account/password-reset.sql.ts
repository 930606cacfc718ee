import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

export interface UsableReset {
  readonly user_id: string;
  readonly product_id: string;
  readonly slug: string;
  readonly name: string;
  readonly email: string;
  readonly expires_at: Date;
}

interface NewReset {
  readonly productId: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly issuedBy: { readonly userId: string; readonly name: string };
  /** Whether it was requested by e-mail, which anyone can do. */
  readonly isRequested: boolean;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Saves the link in place of the previous one. A requested one leaves a link that an ADMIN issued valid (AU-10). */
export async function saveReset(
  tx: Tx,
  { productId, userId, tokenHash, issuedBy, isRequested, now, expiresAt }: NewReset,
): Promise<void> {
  const values = {
    token_hash: tokenHash,
    issued_by: issuedBy.userId,
    issued_by_name: issuedBy.name,
    issued_at: now,
    expires_at: expiresAt,
    used_at: null,
  };
  if (!isRequested)
    await tx
      .updateTable('password_resets')
      .set({ expires_at: now })
      .where('user_id', '=', userId)
      .where('is_requested', '=', true)
      .where('expires_at', '>', now)
      .execute();
  await tx
    .insertInto('password_resets')
    .values({ product_id: productId, user_id: userId, is_requested: isRequested, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'is_requested']).doUpdateSet(values))
    .execute();
}

interface ResetRequest {
  readonly tokenHash: Buffer;
  readonly now: Date;
}

/** Finds a usable link with its person: unused, not expired, and of an active account. */
export async function findReset(tx: Tx, { tokenHash, now }: ResetRequest): Promise<UsableReset | undefined> {
  const { rows } = await sql<UsableReset>`
    select r.user_id, r.product_id, p.slug, u.name, u.email, r.expires_at
    from password_resets r join users u on u.id = r.user_id join products p on p.id = r.product_id
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now} and u.state = 'ACTIVE'`.execute(
    tx,
  );
  return rows[0];
}

/** Marks the link as used. Returns true for only one of concurrent requests. The caller has locked the person. */
export async function claimReset(tx: Tx, { tokenHash, now }: ResetRequest): Promise<boolean> {
  const { rows } = await sql`
    update password_resets r set used_at = ${now} from users u
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now} and u.id = r.user_id
      and u.state = 'ACTIVE'
    returning r.user_id`.execute(tx);
  return rows.length === 1;
}

/** Finds the link that set the person's password after `since`. */
export async function findUsedReset(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<{ used_at: Date; issued_by_name: string } | undefined> {
  const { rows } = await sql<{ used_at: Date; issued_by_name: string }>`
    select used_at, issued_by_name from password_resets where user_id = ${userId} and used_at > ${since}
    order by used_at desc limit 1`.execute(tx);
  return rows[0];
}
