import type { OnlineProvider } from '@munjigi/contract';
import { sql } from 'kysely';
import { SYSTEM, type Tx } from '../../../db/index.ts';
import { enqueueJob } from '../../../jobs/index.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import { ABRIDGED_STATES, WEBHOOK_JOB } from './webhook-row.ts';

const DAY_MS = 24 * 3600_000;
/** Days for which refused, ignored and waiting messages are kept. */
export const KEPT_DAYS = 7;
const QUOTA_DAYS = 7;
const PAGE = 500;

/**
 * Enqueues the messages of a provider that wait for a secret: those of the product of the transaction, or of the named
 * product.
 */
export async function enqueueWaitingMessages(
  tx: Tx,
  provider: OnlineProvider,
  now: Date,
  productId?: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('provider_webhooks')
    .select(['product_id', 'id'])
    .where('state', '=', 'WAITING')
    .where('provider', '=', provider)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .orderBy('id')
    .limit(PAGE)
    .execute();
  for (const row of rows)
    await enqueueJob(tx, {
      kind: WEBHOOK_JOB,
      payload: { productId: row.product_id, id: row.id },
      dueAt: now,
      dedupeKey: `waiting.${row.id}`,
    });
}

/**
 * Retries waiting messages whose secret became readable without a change of settings: the server got its own secret
 * back.
 */
export async function retryWaitingMessages({
  db,
  clock,
  providers,
}: Pick<ProviderDeps, 'db' | 'clock' | 'providers'>): Promise<void> {
  const found = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('provider_webhooks as w')
      .leftJoin('provider_webhook_stores as a', (join) =>
        join.onRef('a.product_id', '=', 'w.product_id').onRef('a.id', '=', 'w.id'),
      )
      .select(['w.product_id', 'w.provider', 'a.store_id'])
      .distinct()
      .where('w.state', '=', 'WAITING')
      .execute(),
  );
  for (const { product_id: productId, provider, store_id: storeId } of found) {
    const keys = await providers.readMessageKeys({ productId, storeId, provider });
    if (keys && keys.webhookSecrets.length > 0)
      await db.withActor(SYSTEM, (tx) => enqueueWaitingMessages(tx, keys.provider, clock.now(), productId));
  }
}

/**
 * Deletes expired rows, one page per transaction, so that no time-out ends it and other transactions wait only briefly.
 */
export async function sweepWebhooks({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const states = [...ABRIDGED_STATES, 'WAITING'];
  for (let deleted = PAGE; deleted === PAGE;) {
    const { rows } = await db.withActor(SYSTEM, (tx) =>
      sql`
        delete from provider_webhooks where (product_id, id) in (
          select product_id, id from provider_webhooks where state = any (${states}) and not was_worked
            and received_at < ${before} order by received_at limit ${PAGE} for update skip locked)
        returning id`.execute(tx),
    );
    deleted = rows.length;
  }
  const day = new Date(clock.now().getTime() - QUOTA_DAYS * DAY_MS).toISOString().slice(0, 10);
  await db.withActor(SYSTEM, (tx) => tx.deleteFrom('provider_webhook_quotas').where('day', '<', day).execute());
}
