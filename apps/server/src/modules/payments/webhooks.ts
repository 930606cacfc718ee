import type { OnlineProvider, ProviderWebhook, WebhookDetail, WebhookReason } from '@munjigi/contract';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, SYSTEM, type Tx } from '../../db/index.ts';
import { limiterKeyOf, notFound, Problem, type Person, type Upload } from '../../http/index.ts';
import { enqueue } from '../../jobs/index.ts';
import { record as recordAudit } from '../audit/index.ts';
import { messageFault } from '../payment-providers/index.ts';
import { byCaller } from '../reservations/index.ts';
import type { ProviderDeps } from './look.ts';
import { maskedJson } from './masked-json.ts';
import { shapedWebhook } from './webhook-row.ts';
import { WEBHOOK_JOB } from './work-webhook.ts';
import { countMessage, readWebhook } from './webhooks.sql.ts';

interface Came {
  readonly product: string;
  readonly provider: OnlineProvider;
  readonly upload: Upload;
  readonly address: string;
  readonly header: (name: string) => string | null;
}

/** Headers that are kept: what signs a message, and who says that he sends it. */
const KEPT = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'tosspayments-webhook-transmission-id', 'tosspayments-webhook-transmission-time'];

const MINUTE_MS = 60_000;

/**
 * Keeps a message as it came, and has it worked soon (PY-2). The same message again is counted and nothing else. Refuses one that is not
 * signed as it must be, which is kept as well; of a product that takes no payments there, nothing is kept.
 */
export async function receive(deps: ProviderDeps, { product, provider, upload, address, header }: Came): Promise<{ received: true }> {
  const { db, clock } = deps;
  const now = clock.now();
  const found = await db.withActor(SYSTEM, (tx) => tx.selectFrom('products').select('id').where('slug', '=', product).executeTakeFirst());
  const open = found ? await deps.providers.open(found.id, provider) : null;
  if (!found || !open) throw notFound();
  if (!(await countMessage(db, { productId: found.id, provider, address: limiterKeyOf(address) }, upload.bytes.length, now))) {
    throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000) });
  }
  const headers = Object.fromEntries(KEPT.flatMap((name) => (header(name) === null ? [] : [[name, (header(name) ?? '').slice(0, 1000)]])));
  const fault = messageFault(open, headers, upload.bytes, now);
  const message = {
    product_id: found.id, id: uuidv7({ msecs: now.getTime() }), provider, message_key: messageKey(headers, upload.bytes, fault), headers: JSON.stringify(headers), body: db.personal.seal(upload.bytes),
    type: null, state: fault === null ? 'RECEIVED' : 'REJECTED', reason: fault, payment_id: null, received_at: now, last_received_at: now,
  };
  await db.withActor(SYSTEM, async (tx) => {
    const { id, times } = await tx
      .insertInto('provider_webhooks')
      .values(message)
      .onConflict((it) => it.columns(['product_id', 'provider', 'message_key']).doUpdateSet({ times: sql`provider_webhooks.times + 1`, last_received_at: now }))
      .returning(['id', 'times'])
      .executeTakeFirstOrThrow();
    if (times === 1) await enqueue(tx, { kind: WEBHOOK_JOB, payload: { productId: found.id, id }, dueAt: now });
  });
  if (fault !== null) throw new Problem('SIGNATURE_INVALID', { detail: fault });
  return { received: true };
}

/** A forged message never stands in the way of the one that it copies. */
function messageKey(headers: Readonly<Record<string, string>>, body: Buffer, fault: WebhookReason | null): Buffer {
  const signed = fault === null ? '' : `${fault}.${headers['webhook-timestamp'] ?? ''}.${headers['webhook-signature'] ?? ''}`;
  return createHash('sha256').update(`${signed}.${headers['webhook-id'] ?? ''}.`).update(body).digest();
}

export async function showWebhook(tx: Tx, webhookId: string): Promise<WebhookDetail> {
  const row = await readWebhook(tx, webhookId);
  return { ...shapedWebhook({ ...row, sealed_bytes: row.body.length }), headers: row.headers as Record<string, string>, body: maskedJson(personalOf(tx).openBytes(row.body)) };
}

/** Has a message worked again. */
export async function replay(tx: Tx, { clock }: Pick<ProviderDeps, 'clock'>, actor: Person, webhookId: string): Promise<ProviderWebhook> {
  const now = clock.now();
  await readWebhook(tx, webhookId);
  await tx.updateTable('provider_webhooks').set({ state: 'RECEIVED', reason: null }).where('id', '=', webhookId).execute();
  await enqueue(tx, { kind: WEBHOOK_JOB, payload: { productId: actor.productId, id: webhookId }, dueAt: now });
  await recordAudit(tx, { productId: actor.productId, storeId: null, at: now, actor: byCaller(actor), action: 'webhook.replayed', subject: { kind: 'webhook', id: webhookId }, detail: {} });
  const row = await readWebhook(tx, webhookId);
  return shapedWebhook({ ...row, sealed_bytes: row.body.length });
}
