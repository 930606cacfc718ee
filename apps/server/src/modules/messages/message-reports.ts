import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import { notFound, Problem, requestLimits, type CredentialLookups } from '../../http/index.ts';
import { applyStaffMessageReport } from '../staff-messages/index.ts';
import { hideNumbers } from './drivers/driver.ts';
import type { MessageProviderAccess } from './message-providers.ts';
import { publishMessages, type MessageKey } from './messages.sql.ts';

const MOST_BYTES = 64 * 1024;
const MOST_REPORTS = 1000;
const DELIVERED = '4000';
/** Below 3000 the message is still on its way (2xxx) or was not accepted (1xxx). */
const ON_ITS_WAY = /^2\d{3}$/;

const report = z.object({
  messageId: z.string().min(1).max(100),
  statusCode: z.string().max(10),
  statusMessage: z.string().max(500).optional(),
  /** What the message cost, by the names of Solapi. */
  cost: z.number().nonnegative().optional(),
});

type Report = z.infer<typeof report>;

interface Incoming {
  readonly product: string;
  readonly secret: string;
  readonly body: unknown;
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
    if (JSON.stringify(body ?? null).length > MOST_BYTES) throw new Problem('BODY_TOO_LARGE');
    let applied = 0;
    for (const item of parseReports(body)) if (await applyReport(access, found.id, item)) applied += 1;
    return { applied };
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Solapi sends a list of messages; what is no report is left out. */
function parseReports(body: unknown): Report[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  return list.slice(0, MOST_REPORTS).flatMap((item) => {
    const parsed = report.safeParse(item);
    return parsed.success && !ON_ITS_WAY.test(parsed.data.statusCode) ? [parsed.data] : [];
  });
}

async function applyReport({ db, clock }: MessageProviderAccess, productId: string, item: Report): Promise<boolean> {
  const key = await db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<MessageKey & { message_id: string }>`
      select product_id, store_id, id, message_id from message_attempts
      where product_id = ${productId} and provider = 'SOLAPI' and provider_message_id = ${item.messageId} limit 1`.execute(
      tx,
    );
    return rows[0];
  });
  const isDelivered = item.statusCode === DELIVERED;
  const error = isDelivered ? null : hideNumbers(`${item.statusCode} ${item.statusMessage ?? ''}`.trim());
  if (!key) {
    const { messageId: providerMessageId } = item;
    return db.withActor(SYSTEM, (tx) =>
      applyStaffMessageReport(tx, { productId, providerMessageId, isDelivered, error }),
    );
  }
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
        ...(item.cost !== undefined && { cost: Math.round(item.cost) }),
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
