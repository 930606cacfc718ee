import { INVITATION_DAYS, type BodyOf, type inviteUser, type ReplyOf } from '@munjigi/contract';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { MailSettings } from './people/account-mails.ts';
import { issueLink } from './own-account/password-reset.ts';
import { hashPassword } from './sign-in/passwords.ts';
import { changeStores, checkedRights, type Rights } from './people/rights.ts';
import { findUserRow, toUser } from './people/users.sql.ts';

const LINK_MS = INVITATION_DAYS * 24 * 60 * 60_000;

/**
 * Creates an account with its rights and a one-time link to set its password, which is sent by e-mail where that is possible (AU-9). No password works until then. A reset
 * link can replace a lost link. Throws EMAIL_TAKEN for an address that has an account or a request in any chain of this
 * server, also for a declined request until its deletion after 30 days.
 */
export async function createInvitation(
  settings: MailSettings,
  work: UnitOfWork,
  { email, name, roles, storeIds }: BodyOf<typeof inviteUser>,
): Promise<ReplyOf<typeof inviteUser>> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const rights = await checkedRights(tx, { roles, storeIds }, now);
  const userId = await insertUser(tx, { productId: actor.productId, email, name, rights, now });
  await changeStores(tx, { productId: actor.productId, userId, before: [], after: rights.storeIds });
  const expiresAt = new Date(now.getTime() + LINK_MS);
  // The person has chosen no language yet.
  const { locale } = actor;
  const link = await issueLink(settings, work, { kind: 'INVITATION', userId, name, email, locale, expiresAt });
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'user.invited',
    subject: { kind: 'user', id: userId },
    detail: { roles: rights.grants, storeIds: rights.storeIds, expiresAt: link.expiresAt },
  });
  const row = await findUserRow(tx, userId);
  if (!row) throw notFound();
  return { user: toUser(row), ...link };
}

interface NewUser {
  readonly productId: string;
  readonly email: string;
  readonly name: string;
  readonly rights: Rights;
  readonly now: Date;
}

async function insertUser(tx: Tx, { productId, email, name, rights, now }: NewUser): Promise<string> {
  const id = uuidv7();
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const { rows } = await sql`
    insert into users (id, product_id, email, name, password_hash, roles, role_ends, state, created_at, decided_at)
    values (${id}, ${productId}, ${email}, ${name}, ${passwordHash}, ${rights.grants.map(({ role }) => role)},
      ${JSON.stringify(rights.ends)}, 'ACTIVE', ${now}, ${now})
    on conflict (lower(email)) do nothing
    returning id`.execute(tx);
  if (rows.length === 0) throw new Problem('EMAIL_TAKEN');
  return id;
}
