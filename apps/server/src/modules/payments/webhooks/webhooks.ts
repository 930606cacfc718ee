import type { OnlineProvider, ProviderWebhook, WebhookDetail } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import { personalOf, SYSTEM, type Tx } from '../../../db/index.ts';
import { limiterKeyOf, notFound, Problem, type UploadedFile, type UnitOfWork } from '../../../http/index.ts';
import { enqueueJob } from '../../../jobs/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { byCaller } from '../../reservations/index.ts';
import { classifyMessage } from './classify-message.ts';
import { storeAbridgedMessage, storeWholeMessage } from './store-message.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import { maskedJson } from './masked-json.ts';
import { recordRefusedMessage } from './refused-message.ts';
import { toWebhook, WEBHOOK_JOB } from './webhook-row.ts';
import { countSenderMessage, readWebhook } from './webhooks.sql.ts';

interface IncomingRequest {
  readonly product: string;
  /** The store whose address the message came to; `null`: that of the chain. */
  readonly storeId: string | null;
  readonly provider: OnlineProvider;
  readonly upload: UploadedFile;
  readonly address: string;
  readonly header: (name: string) => string | null;
  readonly log: FastifyBaseLogger;
}

/** Headers that are kept: those that sign a message and those that name its sender. */
const KEPT = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'tosspayments-webhook-transmission-id',
  'tosspayments-webhook-transmission-time',
];

const MINUTE_MS = 60_000;

/**
 * Receives a message of a provider (PY-2). A message that names a payment is stored whole and processed soon; of every
 * other message only the beginning is stored, within the quotas of its product. A repeated message is only counted.
 * Throws NOT_FOUND for a product that takes no payments there, SIGNATURE_INVALID, and TOO_MANY_REQUESTS.
 */
export async function receiveWebhook(
  deps: ProviderDeps,
  { product, storeId, provider, upload, address, header, log }: IncomingRequest,
): Promise<{ received: true }> {
  const { db, clock } = deps;
  const at = clock.now();
  const found = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('products').select('id').where('slug', '=', product).executeTakeFirst(),
  );
  const keys = found ? await deps.providers.readMessageKeys({ productId: found.id, storeId, provider }) : null;
  if (!found || !keys) throw notFound();
  const productId = found.id;
  if (!(await countSenderMessage(db, { productId, provider, address: limiterKeyOf(address) }, upload.bytes.length, at)))
    throw tooMany(at);
  const headers = Object.fromEntries(
    KEPT.flatMap((name) => (header(name) === null ? [] : [[name, (header(name) ?? '').slice(0, 1000)]])),
  );
  const delivery = { productId, storeId, provider, headers, body: upload.bytes, at };
  const verdict = await classifyMessage(db, keys, delivery);
  if (verdict.kind !== 'REFUSE') {
    if ((await storeWholeMessage(deps, delivery, verdict)).kind === 'LIMITED') throw tooMany(at);
    return { received: true };
  }
  const stored = await storeAbridgedMessage(deps, delivery, verdict);
  if (stored.kind === 'LIMITED') throw tooMany(at);
  if (stored.kind === 'FIRST_OVER_QUOTA')
    log.warn(
      { productId, provider },
      'refused and ignored messages of this product are only counted until midnight (UTC): the quota of the day is used up',
    );
  if (stored.kind === 'KEPT' && stored.isNew && verdict.state === 'REJECTED' && verdict.place !== null)
    await recordRefusedMessage(deps, stored.id, verdict.place);
  if (verdict.fault !== null) throw new Problem('SIGNATURE_INVALID', { detail: verdict.fault });
  return { received: true };
}

function tooMany(at: Date): Problem {
  return new Problem('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.ceil((MINUTE_MS - (at.getTime() % MINUTE_MS)) / 1000),
  });
}

export async function showWebhook(tx: Tx, webhookId: string): Promise<WebhookDetail> {
  const row = await readWebhook(tx, webhookId);
  return {
    ...toWebhook({ ...row, sealed_bytes: row.body.length }),
    headers: row.headers,
    body: maskedJson(personalOf(tx).openBytes(row.body), row.is_whole),
    digest: row.body_digest?.toString('hex') ?? null,
  };
}

/** Enqueues a message for processing again. Throws STATE_NOT_ALLOWED when only its beginning is left. */
export async function reprocessWebhook({ tx, clock, actor }: UnitOfWork, webhookId: string): Promise<ProviderWebhook> {
  const now = clock.now();
  const before = await readWebhook(tx, webhookId);
  if (!before.is_whole)
    throw new Problem('STATE_NOT_ALLOWED', { current: toWebhook({ ...before, sealed_bytes: before.body.length }) });
  await tx
    .updateTable('provider_webhooks')
    .set({ state: 'RECEIVED', reason: null, was_worked: before.was_worked || before.state === 'WORKED' })
    .where('id', '=', webhookId)
    .execute();
  await enqueueJob(tx, { kind: WEBHOOK_JOB, payload: { productId: actor.productId, id: webhookId }, dueAt: now });
  await recordAudit(tx, {
    productId: actor.productId,
    storeId: null,
    at: now,
    actor: byCaller(actor),
    action: 'webhook.replayed',
    subject: { kind: 'webhook', id: webhookId },
    detail: {},
  });
  const row = await readWebhook(tx, webhookId);
  return toWebhook({ ...row, sealed_bytes: row.body.length });
}
