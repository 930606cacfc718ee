import { RESET_LINK_MINUTES } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { personalOf, storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { enqueueJob, type JobHandlers } from '../../../jobs/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { queueLinkMail, type MailSettings } from '../people/account-mails.ts';
import { makeLinkToken, saveLink } from './password-reset.ts';
import { NO_STORE } from '../sign-in/sign-in.ts';
import { countAttempt } from '../sign-in/sign-in-attempts.ts';
import { selectPersonForUpdate } from '../people/users.sql.ts';

interface Deps extends MailSettings {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** Whether accounts of the demo may sign in. */
  readonly demo: boolean;
}

const JOB = 'accounts.password-reset-request';
const payload = z.object({ requestId: z.string(), sealed: z.string() });
const request = z.object({ email: z.string(), address: z.string() });
type ResetRequest = z.infer<typeof request>;

const LINK_MS = RESET_LINK_MINUTES * 60_000;
const HOUR_MS = 3600_000;
/** The most links that a person gets within an hour by request, so that a stranger cannot fill their mailbox. */
const MOST_PER_HOUR = 3;

/**
 * Accepts a request for a reset link (AU-10). It has the limits of a sign-in, for the e-mail and the address, and a job does the
 * rest: the answer and its time do not depend on whether the e-mail has an account.
 */
export async function requestReset(
  { db, clock, secret }: Deps,
  { email, address }: ResetRequest,
): Promise<Record<string, never>> {
  const now = clock.now();
  await db.withActor(SYSTEM, async (tx) => {
    await countAttempt(tx, { secret, email, address, now, purpose: 'forgotten-password:' });
    const sealed = personalOf(tx).seal(JSON.stringify({ email, address })).toString('base64');
    await enqueueJob(tx, { kind: JOB, payload: { requestId: uuidv7(), sealed }, dueAt: now });
  });
  return {};
}

export function forgottenPasswordJobs(deps: Deps): JobHandlers {
  return { [JOB]: { lane: 'timers', run: (job) => sendRequestedLink(deps, payload.parse(job)) } };
}

async function sendRequestedLink(deps: Deps, { requestId, sealed }: z.infer<typeof payload>): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const found = await db.withActor(SYSTEM, async (tx) => {
    const { email, address } = request.parse(JSON.parse(personalOf(tx).open(Buffer.from(sealed, 'base64'))));
    const account = await findOpenAccount(tx, deps, email, now);
    return account && { account, address };
  });
  if (!found) return;
  const { account, address } = found;
  await db.withActor(storeActor(account.product_id, NO_STORE), async (tx) => {
    await selectPersonForUpdate(tx, account.id);
    const dedupeKey = `FORGOTTEN_PASSWORD:${requestId}`;
    if (!(await mayGetLink(tx, account.id, { dedupeKey, now }))) return;
    const link = {
      productId: account.product_id,
      userId: account.id,
      now,
      expiresAt: new Date(now.getTime() + LINK_MS),
    };
    const token = makeLinkToken();
    const mail = { ...link, kind: 'PASSWORD_RESET', by: null, token, dedupeKey } as const;
    const { name, email, locale } = account;
    const { fault } = await queueLinkMail(tx, deps, { ...mail, name, email, locale });
    // A link that cannot be sent must not replace one that was handed over.
    if (fault !== null) return;
    // No name of an ADMIN: the account screen then says that the link came by e-mail.
    await saveLink(tx, { ...link, token, issuedBy: { userId: account.id, name: '' }, isRequested: true });
    await recordAudit(tx, {
      productId: account.product_id,
      storeId: null,
      at: now,
      actor: systemAuditActor('forgotten-password', { address }),
      action: 'account.password-reset-requested',
      subject: { kind: 'user', id: account.id },
      detail: { expiresAt: link.expiresAt.toISOString() },
    });
  });
}

/** The account of the e-mail if it may sign in: active, with a role, and no account of a demo that is off. */
async function findOpenAccount(tx: Tx, { demo }: Pick<Deps, 'demo'>, email: string, now: Date) {
  return tx
    .selectFrom('users')
    .select(['id', 'product_id', 'name', 'email', 'locale'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('state', '=', 'ACTIVE')
    .where(sql<boolean>`cardinality(roles_at(roles, role_ends, ${now})) > 0`)
    .$if(!demo, (query) => query.where('is_demo', '=', false))
    .executeTakeFirst();
}

/** False for a job that runs again after a crash, and above the limit of an hour. */
async function mayGetLink(
  tx: Tx,
  userId: string,
  { dedupeKey, now }: { readonly dedupeKey: string; readonly now: Date },
): Promise<boolean> {
  const latest = await tx
    .selectFrom('staff_messages')
    .select('dedupe_key')
    .where('user_id', '=', userId)
    .where('kind', '=', 'PASSWORD_RESET')
    .where('dedupe_key', 'like', 'FORGOTTEN_PASSWORD:%')
    .where('queued_at', '>', new Date(now.getTime() - HOUR_MS))
    .execute();
  return latest.length < MOST_PER_HOUR && latest.every((row) => row.dedupe_key !== dedupeKey);
}
