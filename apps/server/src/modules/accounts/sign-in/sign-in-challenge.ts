import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

const LIVES_MS = 5 * 60_000;
const MOST_TRIES = 10;

/**
 * Creates a challenge for an account whose password was right. It allows one second step within five minutes. Stores
 * only its hash.
 */
export async function makeChallenge(tx: Tx, userId: string, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await tx
    .insertInto('sign_in_challenges')
    .values({ token_hash: hashOf(challenge), user_id: userId, expires_at: new Date(now.getTime() + LIVES_MS) })
    .execute();
  return challenge;
}

/**
 * Counts an attempt and returns the account of the challenge; `undefined` when it has expired, is unknown, or was tried
 * too often.
 */
export async function claimChallengeAttempt(
  tx: Tx,
  challenge: string,
  now: Date,
): Promise<{ userId: string; email: string; productId: string } | undefined> {
  const { rows } = await sql<{ user_id: string; email: string; product_id: string }>`
    update sign_in_challenges c set tries = tries + 1
    from users u where c.token_hash = ${hashOf(challenge)} and u.id = c.user_id and c.expires_at > ${now}
      and c.tries < ${MOST_TRIES}
    returning u.id as user_id, u.email, u.product_id`.execute(tx);
  const [row] = rows;
  return row && { userId: row.user_id, email: row.email, productId: row.product_id };
}

/** Deletes the challenge. Returns true for only one of concurrent requests. */
export async function endChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashOf(challenge))
    .returning('user_id')
    .executeTakeFirst();
  return ended !== undefined;
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
