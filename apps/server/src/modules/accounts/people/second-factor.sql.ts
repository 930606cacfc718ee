import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** Saves an unconfirmed secret, in place of an earlier unconfirmed one. Returns false if a confirmed one exists. */
export async function saveUnconfirmedFactor(
  tx: Tx,
  factor: { readonly productId: string; readonly userId: string; readonly secret: Buffer; readonly now: Date },
): Promise<boolean> {
  const storedFactor = await tx
    .insertInto('second_factors')
    .values({
      product_id: factor.productId,
      user_id: factor.userId,
      secret: factor.secret,
      begun_at: factor.now,
      confirmed_at: null,
    })
    .onConflict((builder) =>
      builder
        .column('user_id')
        .doUpdateSet({ secret: factor.secret, begun_at: factor.now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return storedFactor !== undefined;
}

export function findFactor(tx: Tx, userId: string) {
  return tx
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Claims a time step, so that a code works once (RFC 6238, 5.2). Returns true for only one of concurrent requests. */
export async function claimTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const claimed = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function confirmFactor(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

/** Deletes the second factor and its recovery codes. Returns false if no confirmed one exists. */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** Claims a recovery code. Returns true for only one of concurrent requests. */
export async function claimRecoveryCode(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function readFactorState(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ confirmedAt: Date | null; codesLeft: number; isRequired: boolean }> {
  const { rows } = await sql<{ confirmed_at: Date | null; codes_left: number; is_required: boolean }>`
    select f.confirmed_at, (select count(*) from recovery_codes where user_id = u.id and used_at is null) as codes_left,
           coalesce(rule.second_factor_roles && roles_at(u.roles, u.role_ends, ${now}), false) as is_required
    from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    left join sign_in_rules rule on rule.product_id = u.product_id
    where u.id = ${userId}`.execute(tx);
  const [row] = rows;
  return {
    confirmedAt: row?.confirmed_at ?? null,
    codesLeft: row?.codes_left ?? 0,
    isRequired: row?.is_required ?? false,
  };
}
