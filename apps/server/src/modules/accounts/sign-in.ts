import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import { isPassword } from './passwords.ts';
import type { Tokens } from './tokens.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_FOR_ACCOUNT = 10;
const MOST_FOR_ADDRESS = 50;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly secret: string;
  readonly tokenHours: number;
}

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Checks e-mail and password and starts a session (AU-2, AU-3). An unknown e-mail and a wrong password cannot be told
 * apart, by answer or by time; a disabled or waiting account shows itself only to who knows its password.
 */
export async function signIn(deps: Deps, attempt: Attempt): Promise<{ accessToken: string }> {
  const { db, clock } = deps;
  // Keyed, so that the table of failures is no list of e-mail addresses.
  const emailHash = createHmac('sha256', deps.secret).update(attempt.email.toLowerCase()).digest('base64url');
  const now = clock.now();

  // The failure is put down before the password is looked at, and taken back when it was right: a hundred tries at once
  // cannot all pass the count.
  const failureId = uuidv7();
  const account = await db.withActor(SYSTEM, async (tx) => {
    // First the account's, then the address's: in one order, so that nobody waits in a circle.
    await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.address}, 1))`.execute(tx);
    const since = new Date(now.getTime() - WINDOW_MS);
    const { rows } = await sql<{ by_account: number; by_address: number; account_since: Date | null; address_since: Date | null }>`
      select count(*) filter (where email_hash = ${emailHash}) as by_account,
             count(*) filter (where address = ${attempt.address}) as by_address,
             min(at) filter (where email_hash = ${emailHash}) as account_since,
             min(at) filter (where address = ${attempt.address}) as address_since
      from sign_in_failures where at > ${since} and (email_hash = ${emailHash} or address = ${attempt.address})`.execute(tx);
    const failures = rows[0];
    const barredSince = [
      failures && failures.by_account >= MOST_FOR_ACCOUNT ? failures.account_since : null,
      failures && failures.by_address >= MOST_FOR_ADDRESS ? failures.address_since : null,
    ].filter((since) => since !== null);
    if (barredSince.length > 0) {
      const freeAt = Math.max(...barredSince.map((at) => at.getTime())) + WINDOW_MS;
      throw new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) });
    }
    await tx.insertInto('sign_in_failures').values({ id: failureId, email_hash: emailHash, address: attempt.address, at: now }).execute();
    return tx
      .selectFrom('users')
      .select(['id', 'product_id', 'name', 'state', 'password_hash'])
      .where(sql`lower(email)`, '=', attempt.email.toLowerCase())
      .executeTakeFirst();
  });

  const isRight = await isPassword(attempt.password, account?.password_hash ?? null);
  if (!account || !isRight) throw new Problem('INVALID_CREDENTIALS');

  const sessionId = uuidv7();
  const expiresAt = new Date(now.getTime() + deps.tokenHours * 3600_000);
  await db.withActor(storeActor(account.product_id, NO_STORE), async (tx) => {
    await tx.deleteFrom('sign_in_failures').where('id', '=', failureId).execute();
    if (account.state !== 'ACTIVE') return;
    // A password that was changed while we were checking the old one must not open a session.
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('state', '=', 'ACTIVE')
      .forShare()
      .executeTakeFirst();
    if (!unchanged) throw new Problem('INVALID_CREDENTIALS');
    await tx
      .insertInto('sessions')
      .values({ id: sessionId, user_id: account.id, created_at: now, expires_at: expiresAt, end_reason: null, address: attempt.address, user_agent: attempt.userAgent })
      .execute();
    await record(tx, {
      productId: account.product_id,
      storeId: null,
      at: now,
      actor: { kind: 'PERSON', id: account.id, label: account.name, address: attempt.address },
      action: 'session.started',
      subject: { kind: 'session', id: sessionId },
      detail: {},
    });
  });
  if (account.state === 'PENDING') throw new Problem('ACCOUNT_PENDING');
  if (account.state !== 'ACTIVE') throw new Problem('ACCOUNT_DISABLED');
  return { accessToken: await deps.tokens.sign({ userId: account.id, sessionId }, expiresAt) };
}

/** The audit log wants a product; a session belongs to no store of it. */
const NO_STORE = '00000000-0000-0000-0000-000000000000';
