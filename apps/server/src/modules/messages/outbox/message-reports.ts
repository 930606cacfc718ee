import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { storeActor, SYSTEM, type Tx } from '../../../db/index.ts';
import { notFound, Problem, requestLimits, type CredentialLookups } from '../../../http/index.ts';
import { applyStaffMessageReport } from '../../staff-messages/index.ts';
import { describeCode, isOfAccount, statusCode, verdictOf } from '../drivers/solapi-codes.ts';
import { recordAccountTrouble, type MessageProviderAccess } from '../providers/message-providers.ts';
import { publishMessages, type MessageKey } from './messages.sql.ts';

const MOST_REPORTS = 1000;
/** Reports whose attempts are found by one query. */
const PART = 100;
const MOST_WORDS = 500;
const MOST_COST_WON = 1_000_000;

/** Each member is read alone: an odd one of no importance does not hide a report. */
const report = z.object({
  messageId: z.string().regex(/^[\w-]{1,100}$/),
  statusCode,
  statusMessage: z
    .string()
    .transform((words) => words.slice(0, MOST_WORDS))
    .nullish()
    .catch(null),
  /** What the message cost, by the names of Solapi. */
  cost: z.number().nonnegative().max(MOST_COST_WON).nullish().catch(null),
});

type Report = z.infer<typeof report>;

interface Incoming {
  readonly product: string;
  readonly secret: string;
  readonly body: Buffer;
  readonly address: string;
}

/** Requests with reports of one chain per minute; each can have a thousand reports. */
const MOST_REQUESTS_A_MINUTE = 300;

export interface ReportDeps {
  readonly access: MessageProviderAccess;
  readonly lookups: CredentialLookups;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

/**
 * Creates the function that applies delivery reports (MS-5). A report for an unknown message, a repeated one and one that
 * comes late change nothing. Throws NOT_FOUND for a wrong secret, without saying what was wrong.
 */
export function createReportReceiver({ access, lookups, isLimited }: ReportDeps) {
  const limits = requestLimits(isLimited ? MOST_REQUESTS_A_MINUTE : 0);
  return async ({ product, secret, body, address }: Incoming): Promise<{ applied: number }> => {
    const found = await lookups.find({ kind: 'reports', address, hash: hashOf(`${product} ${secret}`) }, async () => {
      const row = await access.db.withActor(SYSTEM, (tx) =>
        tx.selectFrom('products').select('id').where('slug', '=', product).executeTakeFirst(),
      );
      // Hashes of equal length are compared, so the time says nothing about the secret.
      const isSame = timingSafeEqual(hashOf(secret), hashOf(access.reportSecretOf(row?.id ?? '')));
      return isSame ? row : null;
    });
    if (!found) throw notFound();
    limits.countRequest(found.id);
    const reports = parseReports(readJson(body));
    let applied = 0;
    for (let from = 0; from < reports.length; from += PART)
      applied += await applyReports(access, found.id, reports.slice(from, from + PART));
    return { applied };
  };
}

/** Throws BODY_NOT_JSON. The body is parsed after its sender has shown the secret. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Problem('BODY_NOT_JSON');
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Solapi sends a list of messages. What is no report is left out, and so is a message that is on its way. */
export function parseReports(body: unknown): Report[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  return list.slice(0, MOST_REPORTS).flatMap((item) => {
    const parsed = report.safeParse(item);
    return parsed.success && verdictOf(parsed.data.statusCode) !== 'ON_ITS_WAY' ? [parsed.data] : [];
  });
}

type AttemptKey = MessageKey & { readonly message_id: string; readonly provider_message_id: string };

/** Applies some reports, each in a separate transaction. Returns how many changed something. */
async function applyReports(
  access: MessageProviderAccess,
  productId: string,
  reports: readonly Report[],
): Promise<number> {
  const { db, clock } = access;
  const keys = await db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<AttemptKey>`
      select product_id, store_id, id, message_id, provider_message_id from message_attempts
      where product_id = ${productId} and provider = 'SOLAPI'
        and provider_message_id = any(${reports.map(({ messageId }) => messageId)}::text[])`.execute(tx);
    return new Map(rows.map((row) => [row.provider_message_id, row]));
  });
  let applied = 0;
  for (const item of reports) {
    const { messageId, statusCode: code, statusMessage } = item;
    const isDelivered = verdictOf(code) === 'DELIVERED';
    const result = { ...item, isDelivered, error: isDelivered ? null : describeCode(code, statusMessage) };
    const key = keys.get(messageId);
    const isApplied = key
      ? await applyGuestReport(access, key, result)
      : await db.withActor(SYSTEM, (tx) =>
          applyStaffMessageReport(tx, { ...result, productId, providerMessageId: messageId }),
        );
    if (!isApplied) continue;
    applied += 1;
    const { error } = result;
    if (error !== null && isOfAccount(code))
      await db.withActor(SYSTEM, (tx) =>
        recordAccountTrouble(tx, { product_id: productId, provider: 'SOLAPI' }, error, clock.now()),
      );
  }
  return applied;
}

interface ReportResult extends Report {
  readonly isDelivered: boolean;
  readonly error: string | null;
}

async function applyGuestReport(
  { db, clock }: MessageProviderAccess,
  key: AttemptKey,
  { isDelivered, error, cost }: ReportResult,
): Promise<boolean> {
  const now = clock.now();
  return db.withActor(storeActor(key.product_id, key.store_id), async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .select(['id', 'state', 'expires_at'])
      .where('store_id', '=', key.store_id)
      .where('id', '=', key.message_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changed = await tx
      .updateTable('message_attempts')
      .set({
        state: isDelivered ? 'DELIVERED' : 'FAILED',
        is_final: true,
        reported_at: now,
        error,
        ...(typeof cost === 'number' && { cost: Math.round(cost) }),
      })
      .where('store_id', '=', key.store_id)
      .where('id', '=', key.id)
      // A report is final: neither a second nor a late one changes it.
      .where('state', 'in', ['SENDING', 'ACCEPTED', 'UNKNOWN'])
      .returning('id')
      .executeTakeFirst();
    if (!changed) return false;
    await (isDelivered
      ? markDelivered(tx, { key, messageId: message.id, now })
      : fallBack(tx, { key, message, error, now }));
    await publishMessages(tx, key.store_id, [message.id]);
    return true;
  });
}

interface Delivered {
  readonly key: MessageKey;
  readonly messageId: string;
  readonly now: Date;
}

async function markDelivered(tx: Tx, { key, messageId, now }: Delivered): Promise<void> {
  await sql`
    update messages set state = 'DELIVERED', error = null, sending_since = null, ended_at = coalesce(ended_at, ${now})
    where store_id = ${key.store_id} and id = ${messageId} and state in ('QUEUED', 'ACCEPTED')`.execute(tx);
}

interface Failed {
  readonly key: MessageKey;
  readonly message: { readonly id: string; readonly state: string; readonly expires_at: Date };
  readonly error: string | null;
  readonly now: Date;
}

/** The message is queued again for its next channel while it is worth sending; the sender fails it when none is left (MS-4). */
async function fallBack(tx: Tx, { key, message, error, now }: Failed): Promise<void> {
  const isWorth = message.expires_at > now;
  await tx
    .updateTable('messages')
    .set(
      isWorth
        ? { state: 'QUEUED', error, ended_at: null, sending_since: null, planned_at: null }
        : { state: 'FAILED', error, ended_at: now, sending_since: null },
    )
    .where('store_id', '=', key.store_id)
    .where('id', '=', message.id)
    .where('state', 'in', ['QUEUED', 'ACCEPTED'])
    .execute();
}
