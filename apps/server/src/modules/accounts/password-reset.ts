import {
  RESET_LINK_MINUTES,
  type BodyOf,
  type issuePasswordReset,
  type ReplyOf,
  type resetPassword,
} from '@munjigi/contract';
import { createHash, randomBytes } from 'node:crypto';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import type { Clock } from '../../clock.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { personAuditActor, recordAudit, recordChange, type AuditRecord } from '../audit/index.ts';
import { refuseFaultyPassword } from './password-rules.ts';
import { claimReset, findReset, saveReset, type UsableReset } from './password-reset.sql.ts';
import { hashPassword } from './passwords.ts';
import { NO_STORE } from './sign-in.ts';
import { countAttempt, deleteAttempts, hashOfEmail, deleteAttempt } from './sign-in-attempts.ts';
import { endSessions, findUserRow, publishUserChange, toUser, selectPersonForUpdate } from './users.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}

const LINK_MS = RESET_LINK_MINUTES * 60_000;

/**
 * Issues a link for another active account of the product and revokes the previous one. Stores only the hash of its
 * token.
 */
export async function issueReset(work: UnitOfWork, userId: string): Promise<ReplyOf<typeof issuePasswordReset>> {
  const { tx, clock, actor } = work;
  await selectPersonForUpdate(tx, userId);
  const row = await findUserRow(tx, userId);
  if (!row) throw notFound();
  // A person changes their own password only with the current one, because an open screen alone is not enough.
  if (userId === actor.userId) throw new Problem('OWN_ACCOUNT');
  if (row.state !== 'ACTIVE') throw new Problem('STATE_NOT_ALLOWED', { current: toUser(row) });
  const now = clock.now();
  const link = await issueLink(work, { userId, now, lifetimeMs: LINK_MS });
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'user.password-reset-issued',
    subject: { kind: 'user', id: userId },
    detail: { expiresAt: link.expiresAt },
  });
  return link;
}

interface NewLink {
  readonly userId: string;
  readonly now: Date;
  readonly lifetimeMs: number;
}

/**
 * Creates the only valid link of a person to set a password, publishes the change, and returns the token of the link (43
 * characters, base64url). Stores only the hash of the token.
 */
export async function issueLink(
  { tx, actor }: UnitOfWork,
  { userId, now, lifetimeMs }: NewLink,
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await saveReset(tx, {
    productId: actor.productId,
    userId,
    tokenHash: hashOf(token),
    issuedBy: actor,
    now,
    expiresAt,
  });
  await publishUserChange(tx, { productId: actor.productId, userId });
  return { token, expiresAt: expiresAt.toISOString() };
}

interface Attempt {
  readonly token: string;
  readonly address: string;
}

/** Returns when the link expires. */
export async function checkReset(deps: Deps, attempt: Attempt): Promise<{ expiresAt: string }> {
  const { reset, failureId } = await findCounted(deps, attempt);
  await deps.db.withActor(SYSTEM, (tx) => deleteAttempt(tx, failureId));
  return { expiresAt: reset.expires_at.toISOString() };
}

/**
 * Sets a new password with a link. One of concurrent requests with the same link wins. The used link stays in the
 * table, so that the account screen can show it.
 */
export async function resetByLink(
  deps: Deps,
  { token, address, newPassword }: Attempt & BodyOf<typeof resetPassword>,
): Promise<Record<string, never>> {
  const { db, clock, secret } = deps;
  const { reset, failureId } = await findCounted(deps, { token, address });
  const { user_id: userId, product_id: productId, email } = reset;
  // A weak password is not a guessed token: only wrong tokens count.
  await db.withActor(SYSTEM, (tx) => deleteAttempt(tx, failureId));
  await refuseFaultyPassword('newPassword', newPassword, [email, reset.name, reset.slug, 'munjigi']);
  const passwordHash = await hashPassword(newPassword);
  await db.withActor(storeActor(productId, NO_STORE), async (tx) => {
    const now = clock.now();
    await selectPersonForUpdate(tx, userId);
    const claimed = await claimReset(tx, { tokenHash: hashOf(token), now });
    if (!claimed) throw new Problem('RESET_LINK_INVALID');
    const ended = await endSessions(tx, userId, { now, reason: 'PASSWORD_RESET' });
    // The trigger of `users` ends sessions and challenges that started meanwhile.
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    await deleteAttempts(tx, hashOfEmail(secret, email));
    await publishUserChange(tx, { productId, userId });
    await recordAudit(tx, resetEntry(reset, { address, now, ended }));
  });
  return {};
}

function resetEntry(
  { user_id: id, product_id: productId, name }: UsableReset,
  { address, now, ended }: { readonly address: string; readonly now: Date; readonly ended: number },
): AuditRecord {
  return {
    productId,
    storeId: null,
    at: now,
    actor: personAuditActor({ userId: id, name, address }),
    action: 'account.password-reset',
    subject: { kind: 'user', id },
    detail: { ended },
  };
}

/**
 * Finds the link after counting the attempt like sign-in, which limits wrong tokens by address. Every unusable link
 * gets the same refusal.
 */
async function findCounted(
  { db, clock, secret }: Deps,
  { token, address }: Attempt,
): Promise<{ reset: UsableReset; failureId: string }> {
  const now = clock.now();
  const found = await db.withActor(SYSTEM, async (tx) => {
    const failureId = await countAttempt(tx, {
      secret,
      email: `password-reset:${hashOf(token).toString('base64url')}`,
      address,
      now,
    });
    return { failureId, reset: await findReset(tx, { tokenHash: hashOf(token), now }) };
  });
  const { reset, failureId } = found;
  if (!reset) throw new Problem('RESET_LINK_INVALID');
  return { reset, failureId };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
