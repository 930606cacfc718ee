import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_FOR_ACCOUNT = 10;
const MOST_FOR_ADDRESS = 50;

/** Keyed, so that a table of them is no list of e-mail addresses. */
export function hashOfEmail(secret: string, email: string): string {
  return createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url');
}

/**
 * Puts a failure down before the password is looked at, to be taken back when it was right: a hundred tries at once cannot all
 * pass the count (AU-2). Refuses when there were too many. Gives the failure's id.
 */
export async function countAttempt(tx: Tx, { emailHash, address, now }: { readonly emailHash: string; readonly address: string; readonly now: Date }): Promise<string> {
  // First the account's, then the address's: in one order, so that nobody waits in a circle.
  await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 1))`.execute(tx);
  const since = new Date(now.getTime() - WINDOW_MS);
  const { rows } = await sql<{ by_account: number; by_address: number; account_since: Date | null; address_since: Date | null }>`
    select count(*) filter (where email_hash = ${emailHash}) as by_account,
           count(*) filter (where address = ${address}) as by_address,
           min(at) filter (where email_hash = ${emailHash}) as account_since,
           min(at) filter (where address = ${address}) as address_since
    from sign_in_failures where at > ${since} and (email_hash = ${emailHash} or address = ${address})`.execute(tx);
  const failures = rows[0];
  const barredSince = [
    failures && failures.by_account >= MOST_FOR_ACCOUNT ? failures.account_since : null,
    failures && failures.by_address >= MOST_FOR_ADDRESS ? failures.address_since : null,
  ].filter((since) => since !== null);
  if (barredSince.length > 0) {
    const freeAt = Math.max(...barredSince.map((at) => at.getTime())) + WINDOW_MS;
    throw new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) });
  }
  const id = uuidv7();
  await tx.insertInto('sign_in_failures').values({ id, email_hash: emailHash, address, at: now }).execute();
  return id;
}

/** The password was right. */
export async function takeBackAttempt(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('id', '=', id).execute();
}

/** For an account with a new password: attempts with the previous one no longer count. */
export async function forgetAttempts(tx: Tx, emailHash: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email_hash', '=', emailHash).execute();
}
