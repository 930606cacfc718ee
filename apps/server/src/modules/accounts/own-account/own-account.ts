import type { BodyOf, changePassword, editOwnAccount, OwnAccount } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { notFound, Problem, staleProblem, type Person, type UnitOfWork } from '../../../http/index.ts';
import { recordOwnAccountChange } from '../../audit/index.ts';
import { findUsedReset } from './password-reset.sql.ts';
import { verifyOwnPassword, selectLiveSessionForUpdate } from './own-password.ts';
import { refuseFaultyPassword } from '../sign-in/password-rules.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { NO_STORE } from '../sign-in/sign-in.ts';
import { deleteAttempt } from '../sign-in/sign-in-attempts.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { endSessions, findSessions, findUserRow, grantsOf, publishUserChange } from '../people/users.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly secret: string;
  readonly tokenHours: number;
}

/** How long the account screen shows that the password was set with a link. */
const RESET_SHOWN_MS = 30 * 24 * 3600_000;

/** The person's own account (AU-6), for every role. */
export async function readAccount(tx: Tx, actor: Person, now: Date): Promise<OwnAccount> {
  const row = await findUserRow(tx, actor.userId);
  if (!row) throw notFound();
  const sessions = await findSessions(tx, row, now);
  const reset = await findUsedReset(tx, row.id, new Date(now.getTime() - RESET_SHOWN_MS));
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    locale: row.locale,
    roles: grantsOf(row),
    stores: row.stores,
    sessions: sessions
      .filter(({ isLive }) => isLive)
      .map((session) => ({ ...session, isThis: session.id === actor.sessionId })),
    passwordReset:
      reset === undefined ? null : { at: reset.used_at.toISOString(), issuedBy: reset.issued_by_name || null },
    version: row.version,
  };
}

export async function editAccount(
  work: UnitOfWork,
  { version, ...change }: BodyOf<typeof editOwnAccount>,
): Promise<OwnAccount> {
  const { tx, clock, actor } = work;
  const edited = await tx
    .updateTable('users')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', actor.userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  const account = await readAccount(tx, actor, clock.now());
  if (!edited) throw staleProblem(account);
  await publishUserChange(tx, actor);
  await recordOwnAccountChange(work, 'account.changed', change);
  return account;
}

export async function endOwnSessions(
  work: UnitOfWork,
  which: { readonly only?: string; readonly except?: string },
): Promise<{ ended: number }> {
  const { tx, clock, actor } = work;
  const ended = await endSessions(tx, actor.userId, { ...which, now: clock.now(), reason: 'ENDED_BY_PERSON' });
  if (which.only !== undefined && ended === 0) throw notFound();
  if (ended > 0) {
    await publishUserChange(tx, actor);
    await recordOwnAccountChange(work, 'account.sessions-ended', { ended });
  }
  return { ended };
}

interface PasswordChange extends BodyOf<typeof changePassword> {
  readonly actor: Person;
  readonly userAgent: string;
}

/**
 * Requires the current password and counts wrong ones like sign-in. Ends every session, including this one, so that a
 * stolen token stops working, and starts a new one in the same transaction.
 */
export async function setPassword(
  deps: Deps,
  { actor, userAgent, currentPassword, newPassword }: PasswordChange,
): Promise<{ accessToken: string }> {
  const { db, clock } = deps;
  const now = clock.now();
  await refuseFaultyPassword('newPassword', newPassword, [actor.email, actor.name, actor.productSlug, 'munjigi']);
  const { failureId, passwordHash } = await verifyOwnPassword(deps, actor, {
    path: 'currentPassword',
    password: currentPassword,
  });
  const newHash = await hashPassword(newPassword);
  const sessionId = uuidv7();
  const expiresAt = new Date(now.getTime() + deps.tokenHours * 3600_000);
  await db.withActor(storeActor(actor.productId, NO_STORE), async (tx) => {
    await deleteAttempt(tx, failureId);
    await selectLiveSessionForUpdate(tx, actor);
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: newHash })
      .where('id', '=', actor.userId)
      .where('password_hash', '=', passwordHash)
      .where('state', '=', 'ACTIVE')
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new Problem('SESSION_ENDED');
    await tx
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: actor.userId,
        created_at: now,
        expires_at: expiresAt,
        end_reason: null,
        address: actor.address,
        user_agent: userAgent,
      })
      .execute();
    await publishUserChange(tx, actor);
    await recordOwnAccountChange({ tx, clock, actor }, 'account.password-changed', {});
  });
  return { accessToken: await deps.tokens.sign({ userId: actor.userId, sessionId }, expiresAt) };
}
