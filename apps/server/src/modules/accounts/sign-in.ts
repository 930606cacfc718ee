import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import { isPassword } from './passwords.ts';
import { proofOfRepeat } from './repeated-sign-ups.ts';
import { countAttempt, hashOfEmail, takeBackAttempt } from './sign-in-attempts.ts';
import type { Tokens } from './tokens.ts';

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
  const emailHash = hashOfEmail(deps.secret, attempt.email);
  const now = clock.now();
  const { failureId, account, isRepeat } = await db.withActor(SYSTEM, async (tx) => {
    const failureId = await countAttempt(tx, { emailHash, address: attempt.address, now });
    const [account, repeat] = await Promise.all([
      tx
        .selectFrom('users')
        .select(['id', 'product_id', 'name', 'state', 'password_hash', sql<string[]>`roles_at(roles, role_ends, ${now})`.as('roles')])
        .where(sql`lower(email)`, '=', attempt.email.toLowerCase())
        .executeTakeFirst(),
      tx.selectFrom('repeated_sign_ups').select('email_hash').where('email_hash', '=', emailHash).where('proof', '=', proofOfRepeat(deps.secret, attempt)).executeTakeFirst(),
    ]);
    return { failureId, account, isRepeat: repeat !== undefined };
  });

  const isRight = await isPassword(attempt.password, account?.password_hash ?? null);
  if (isRepeat && !isRight) {
    await db.withActor(SYSTEM, (tx) => takeBackAttempt(tx, failureId));
    throw new Problem('ACCOUNT_PENDING');
  }
  if (!account || !isRight) throw new Problem('INVALID_CREDENTIALS');

  const sessionId = uuidv7();
  const expiresAt = new Date(now.getTime() + deps.tokenHours * 3600_000);
  // Whose rights are all over is let in as little as whose account is disabled.
  const isOpen = account.state === 'ACTIVE' && account.roles.length > 0;
  await db.withActor(storeActor(account.product_id, NO_STORE), async (tx) => {
    await takeBackAttempt(tx, failureId);
    if (!isOpen) return;
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
  if (!isOpen) throw new Problem('ACCOUNT_DISABLED');
  return { accessToken: await deps.tokens.sign({ userId: account.id, sessionId }, expiresAt) };
}

/** The audit log wants a product; a session belongs to no store of it. */
export const NO_STORE = '00000000-0000-0000-0000-000000000000';
