import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../db/index.ts';
import { limiterKeyOf, Problem } from '../../../http/index.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_FOR_ACCOUNT = 10;
const MOST_FOR_ADDRESS = 50;
/** An address is familiar to an account that has signed in from it within this many days. */
const FAMILIAR_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/** Keyed, so that the stored hashes do not reveal e-mail addresses. */
export function hashOfEmail(secret: string, email: string): string {
  return createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url');
}

interface Attempt {
  readonly secret: string;
  readonly email: string;
  readonly address: string;
  readonly now: Date;
  /** Attempts of another purpose than signing in have limits of their own. */
  readonly purpose?: string;
}

/**
 * Records a failure before the password is checked; `deleteAttempt` deletes it when the password was right, so that a hundred
 * attempts at once cannot all pass the count (AU-2). Throws `TOO_MANY_ATTEMPTS` with the time to wait. Returns the failure's id.
 *
 * Where the account has signed in from this address before, only failures of this account from this address count: a stranger
 * elsewhere, or another client behind the same address, cannot lock its owner out.
 */
export async function countAttempt(tx: Tx, { secret, email, address, now, purpose = '' }: Attempt): Promise<string> {
  const emailHash = hashOfEmail(secret, purpose + email);
  const key = purpose + limiterKeyOf(address);
  // Locks the account first, then the address: a fixed order prevents deadlocks.
  await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(tx);
  const since = new Date(now.getTime() - WINDOW_MS);
  const { rows } = await sql<{
    by_account: number;
    by_address: number;
    by_both: number;
    account_since: Date | null;
    address_since: Date | null;
    both_since: Date | null;
  }>`
    select count(*) filter (where email_hash = ${emailHash}) as by_account,
           count(*) filter (where address = ${key}) as by_address,
           count(*) filter (where email_hash = ${emailHash} and address = ${key}) as by_both,
           min(at) filter (where email_hash = ${emailHash}) as account_since,
           min(at) filter (where address = ${key}) as address_since,
           min(at) filter (where email_hash = ${emailHash} and address = ${key}) as both_since
    from sign_in_failures where at > ${since} and (email_hash = ${emailHash} or address = ${key})`.execute(tx);
  const failures = rows[0];
  const barredSince = [
    failures && failures.by_account >= MOST_FOR_ACCOUNT ? failures.account_since : null,
    failures && failures.by_address >= MOST_FOR_ADDRESS ? failures.address_since : null,
  ].filter((at) => at !== null);
  const isBarredItself = failures !== undefined && failures.by_both >= MOST_FOR_ACCOUNT;
  if (isBarredItself || (barredSince.length > 0 && !(await isFamiliar(tx, { email, key, now })))) {
    if (isBarredItself && failures.both_since) barredSince.push(failures.both_since);
    const freeAt = Math.max(...barredSince.map((at) => at.getTime())) + WINDOW_MS;
    throw new Problem('TOO_MANY_ATTEMPTS', {
      retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    });
  }
  const id = uuidv7();
  await tx.insertInto('sign_in_failures').values({ id, email_hash: emailHash, address: key, at: now }).execute();
  return id;
}

/** Whether the account has started a session from this address, or its network. */
async function isFamiliar(
  tx: Tx,
  { email, key, now }: { readonly email: string; readonly key: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select distinct s.address from users u join sessions s on s.user_id = u.id
    where lower(u.email) = ${email.toLowerCase()}
      and s.created_at > ${new Date(now.getTime() - FAMILIAR_DAYS * DAY_MS)}`.execute(tx);
  return rows.some((row) => limiterKeyOf(row.address) === key);
}

/** Deletes the recorded failure, because the password was right. */
export async function deleteAttempt(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('id', '=', id).execute();
}

/** Deletes the failures of an account with a new password: attempts with the previous one no longer count. */
export async function deleteAttempts(tx: Tx, emailHash: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email_hash', '=', emailHash).execute();
}
