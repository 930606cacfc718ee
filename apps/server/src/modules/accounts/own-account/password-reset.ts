import {
  RESET_LINK_MINUTES,
  type BodyOf,
  type issuePasswordReset,
  type LinkEmail,
  type ReplyOf,
  type resetPassword,
} from '@munjigi/contract';
import { createHash, randomBytes } from 'node:crypto';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import type { Clock } from '../../../clock.ts';
import { notFound, Problem, type UnitOfWork } from '../../../http/index.ts';
import { personAuditActor, recordAudit, recordChange, type AuditRecord } from '../../audit/index.ts';
import { withdrawMessagesOfPerson } from '../../staff-messages/index.ts';
import { LINK_KINDS, queueLinkMail, type LinkMail, type MailSettings } from '../people/account-mails.ts';
import { refuseFaultyPassword } from '../sign-in/password-rules.ts';
import { claimReset, findReset, saveReset, type UsableReset } from './password-reset.sql.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { NO_STORE } from '../sign-in/sign-in.ts';
import { countAttempt, deleteAttempts, hashOfEmail, deleteAttempt } from '../sign-in/sign-in-attempts.ts';
import { endSessions, findUserRow, publishUserChange, toUser, selectPersonForUpdate } from '../people/users.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}

const LINK_MS = RESET_LINK_MINUTES * 60_000;

/**
 * Issues a link for another active account of the product, sends it by e-mail where that is possible, and revokes the
 * previous one. Stores only the hash of its token.
 */
export async function issueReset(
  settings: MailSettings,
  work: UnitOfWork,
  userId: string,
): Promise<ReplyOf<typeof issuePasswordReset>> {
  const { tx, clock, actor } = work;
  await selectPersonForUpdate(tx, userId);
  const row = await findUserRow(tx, userId);
  if (!row) throw notFound();
  // A person changes their own password only with the current one, because an open screen alone is not enough.
  if (userId === actor.userId) throw new Problem('OWN_ACCOUNT');
  if (row.state !== 'ACTIVE') throw new Problem('STATE_NOT_ALLOWED', { current: toUser(row) });
  const now = clock.now();
  const { name, email, locale } = row;
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const link = await issueLink(settings, work, { kind: 'PASSWORD_RESET', userId, name, email, locale, expiresAt });
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'user.password-reset-issued',
    subject: { kind: 'user', id: userId },
    detail: { expiresAt: link.expiresAt },
  });
  return link;
}

type NewLink = Pick<LinkMail, 'kind' | 'userId' | 'name' | 'email' | 'locale' | 'expiresAt'>;

/**
 * Creates the only valid link of a person to set a password, queues the e-mail with it, and returns its token (43
 * characters, base64url).
 */
export async function issueLink(
  settings: MailSettings,
  { tx, clock, actor }: UnitOfWork,
  link: NewLink,
): Promise<{ token: string; expiresAt: string; email: LinkEmail }> {
  const [token, now, { productId }] = [makeLinkToken(), clock.now(), actor];
  const dedupeKey = `LINK:${hashOf(token).toString('base64url')}`;
  const email = await queueLinkMail(tx, settings, { ...link, productId, by: actor.name, token, dedupeKey, now });
  await saveLink(tx, {
    productId,
    userId: link.userId,
    token,
    issuedBy: actor,
    isRequested: false,
    now,
    expiresAt: link.expiresAt,
  });
  return { token, expiresAt: link.expiresAt.toISOString(), email };
}

export function makeLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

interface SavedLink extends Omit<Parameters<typeof saveReset>[1], 'tokenHash'> {
  readonly token: string;
}

/** Saves a link in place of the previous one, and publishes the change. Stores only the hash of the token. */
export async function saveLink(tx: Tx, { token, ...link }: SavedLink): Promise<void> {
  await saveReset(tx, { ...link, tokenHash: hashOf(token) });
  await publishUserChange(tx, { productId: link.productId, userId: link.userId });
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
    // The e-mail with the used link may still wait.
    await withdrawMessagesOfPerson(tx, { productId, userId, kinds: LINK_KINDS, now });
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
