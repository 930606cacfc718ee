import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { personAuditActor, recordAudit } from '../../audit/index.ts';
import type { MailSettings } from '../people/account-mails.ts';
import { recordDevice, type DeviceOfSignIn } from '../people/known-devices.ts';
import { isPassword } from './passwords.ts';
import { proofOfRepeat } from './repeated-sign-ups.ts';
import { findFactor } from '../people/second-factor.sql.ts';
import { countAttempt, hashOfEmail, deleteAttempt } from './sign-in-attempts.ts';
import { makeChallenge } from './sign-in-challenge.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { publishUserChange } from '../people/users.sql.ts';

export interface SignInDeps extends MailSettings {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly secret: string;
  readonly tokenHours: number;
  /** Whether accounts of the demo may sign in. */
  readonly demo: boolean;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Attempt extends DeviceOfSignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Checks e-mail and password and starts a session (AU-2, AU-3). An unknown e-mail and a wrong password are
 * indistinguishable by answer and time. A disabled or pending account, and one with a second factor (AU-5), is revealed
 * only to a request with its password. Without DEMO=1, accounts of the demo are refused like a wrong password.
 */
export async function signIn(deps: SignInDeps, attempt: Attempt): Promise<{ accessToken: string }> {
  const { db, clock } = deps;
  const now = clock.now();
  const { failureId, account, isRepeat } = await db.withActor(SYSTEM, async (tx) => {
    const failureId = await countAttempt(tx, {
      secret: deps.secret,
      email: attempt.email,
      address: attempt.address,
      now,
    });
    const [account, isRepeat] = await Promise.all([
      findAccount(tx, attempt.email, now),
      isRepeatedSignUp(tx, deps.secret, attempt),
    ]);
    return { failureId, account, isRepeat };
  });

  const isRight = await isPassword(attempt.password, account?.password_hash ?? null);
  if (isRepeat && !isRight) {
    await db.withActor(SYSTEM, (tx) => deleteAttempt(tx, failureId));
    throw new Problem('ACCOUNT_PENDING');
  }
  if (!account || !isRight) throw new Problem('INVALID_CREDENTIALS');
  if (account.is_demo && !deps.demo) {
    await recordRefusedDemo(deps, { ...account, productId: account.product_id }, attempt.address);
    // The attempt counts as a failure, like a wrong password.
    throw new Problem('INVALID_CREDENTIALS');
  }

  // An account whose rights have all ended is refused like a disabled one.
  const isOpen = account.state === 'ACTIVE' && account.roles.length > 0;
  const admitted = await db.withActor(storeActor(account.product_id, NO_STORE), async (tx) => {
    await deleteAttempt(tx, failureId);
    if (!isOpen) return undefined;
    // A password that changed during the check must not start a session.
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('state', '=', 'ACTIVE')
      .forShare()
      .executeTakeFirst();
    if (!unchanged) throw new Problem('INVALID_CREDENTIALS');
    const factor = await findFactor(tx, account.id);
    if (factor?.confirmed_at) return { challenge: await makeChallenge(tx, account.id, now) };
    return openSession(deps, tx, { ...account, productId: account.product_id }, attempt);
  });
  if (account.state === 'PENDING') throw new Problem('ACCOUNT_PENDING');
  if (!admitted) throw new Problem('ACCOUNT_DISABLED');
  if ('challenge' in admitted) throw new Problem('SECOND_FACTOR_NEEDED', { challenge: admitted.challenge });
  return {
    accessToken: await deps.tokens.sign({ userId: account.id, sessionId: admitted.sessionId }, admitted.expiresAt),
  };
}

function findAccount(tx: Tx, email: string, now: Date) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'product_id',
      'name',
      'state',
      'is_demo',
      'password_hash',
      sql<string[]>`roles_at(roles, role_ends, ${now})`.as('roles'),
    ])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Whether this e-mail and password come from a sign-up with the e-mail of an account that already exists. */
async function isRepeatedSignUp(tx: Tx, secret: string, attempt: Attempt): Promise<boolean> {
  const repeat = await tx
    .selectFrom('repeated_sign_ups')
    .select('email_hash')
    .where('email_hash', '=', hashOfEmail(secret, attempt.email))
    .where('proof', '=', proofOfRepeat(secret, attempt))
    .executeTakeFirst();
  return repeat !== undefined;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly productId: string;
}

/**
 * Records that a demo account was refused although the password was right: a sign of an attempt with the published
 * password.
 */
async function recordRefusedDemo(
  { db, clock, log }: SignInDeps,
  { id, name, productId }: Account,
  address: string,
): Promise<void> {
  log.warn({ userId: id }, 'a demo account was refused: this server runs without DEMO=1');
  await db.withActor(storeActor(productId, NO_STORE), (tx) =>
    recordAudit(tx, {
      productId,
      storeId: null,
      at: clock.now(),
      actor: personAuditActor({ userId: id, name, address }),
      action: 'session.demo-refused',
      subject: { kind: 'user', id },
      detail: {},
    }),
  );
}

/** Starts a session once every check has passed. */
export async function openSession(
  { clock, tokenHours, secret }: SignInDeps,
  tx: Tx,
  { id, name, productId }: Account,
  { address, userAgent, device }: DeviceOfSignIn,
): Promise<{ sessionId: string; expiresAt: Date }> {
  const [sessionId, now] = [uuidv7(), clock.now()];
  const expiresAt = new Date(now.getTime() + tokenHours * 3600_000);
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      created_at: now,
      expires_at: expiresAt,
      end_reason: null,
      address,
      user_agent: userAgent,
    })
    .execute();
  await recordAudit(tx, {
    productId,
    storeId: null,
    at: now,
    actor: personAuditActor({ userId: id, name, address }),
    action: 'session.started',
    subject: { kind: 'session', id: sessionId },
    detail: {},
  });
  await recordDevice(tx, secret, { userId: id, productId, address, userAgent, device, now });
  // Open screens show the sessions of a person.
  await publishUserChange(tx, { productId, userId: id });
  return { sessionId, expiresAt };
}

/** The actor needs a store, but a session belongs to none. */
export const NO_STORE = '00000000-0000-0000-0000-000000000000';
