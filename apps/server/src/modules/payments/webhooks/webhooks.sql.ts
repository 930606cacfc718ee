import type { listWebhooks, OnlineProvider, QueryOf, ReplyOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../../../http/index.ts';
import { countRows, deleteInPages, orderOf, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { toWebhook, type WebhookRow } from './webhook-row.ts';

const COLUMNS = sql`product_id, id, provider, type, state, reason, payment_id, received_at, last_received_at, times,
  worked_at, worked_times, body_bytes, is_whole, length(body) as sealed_bytes,
  (select a.store_id from provider_webhook_stores a where a.product_id = provider_webhooks.product_id
    and a.id = provider_webhooks.id) as store_id`;
type ListedRow = Parameters<typeof toWebhook>[0];

/** Newest first. Ids are assigned on receipt, so they have the same order, and an index. */
export async function findWebhooks(
  tx: Tx,
  { page, limit, provider, state, paymentId, from, to, sort }: QueryOf<typeof listWebhooks>,
): Promise<ReplyOf<typeof listWebhooks>> {
  const conditions: RawBuilder<unknown>[] = [
    provider === undefined ? null : sql`provider = ${provider}`,
    state === undefined ? null : sql`state = ${state}`,
    paymentId === undefined ? null : sql`payment_id = ${paymentId}`,
    from === undefined ? null : sql`received_at >= ${from}`,
    to === undefined ? null : sql`received_at < ${to}`,
  ].filter((rawBuilder) => rawBuilder !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const order = orderOf(sort, { receivedAt: 'id' }, 'id', sql`id desc`);
  const [counted, rows, quotas] = await Promise.all([
    countRows(tx, sql`from provider_webhooks ${where} order by ${order}`),
    sql<ListedRow>`select ${COLUMNS} from provider_webhooks ${where} order by ${order}
      limit ${limit} offset ${page * limit}`.execute(tx),
    // Only the quotas of the latest days are stored.
    sql<{
      count: number;
      bytes: number;
    }>`select coalesce(sum(counted), 0)::float8 as count, coalesce(sum(counted_bytes), 0)::float8 as bytes
      from provider_webhook_quotas`.execute(tx),
  ]);
  const [{ count, bytes } = { count: 0, bytes: 0 }] = quotas.rows;
  return { ...counted, items: rows.rows.map(toWebhook), onlyCounted: { count, bytes } };
}

/** Throws NOT_FOUND if the message does not exist. */
export async function readWebhook(
  tx: Tx,
  webhookId: string,
): Promise<WebhookRow & { readonly store_id: string | null }> {
  const row = await tx
    .selectFrom('provider_webhooks as w')
    .leftJoin('provider_webhook_stores as a', (join) =>
      join.onRef('a.product_id', '=', 'w.product_id').onRef('a.id', '=', 'w.id'),
    )
    .selectAll('w')
    .select('a.store_id')
    .where('w.id', '=', webhookId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

interface Sender {
  readonly productId: string;
  readonly provider: OnlineProvider;
  readonly address: string;
}

/** The most messages and bytes of one address in a minute, at all processes together. */
export const MAX_MESSAGES_PER_MINUTE = { count: 6000, bytes: 16 * 1024 * 1024 };
/**
 * The most refused and ignored messages of one endpoint in a minute, from all addresses together. They are counted
 * separately, so that forged messages do not use up the limit of valid ones.
 */
export const MAX_REFUSED_PER_MINUTE = { count: 600, bytes: 16 * 1024 * 1024 };
const ALL_ADDRESSES = '*';

/** Counts a message, and returns whether its address may still send in this minute. */
export function countSenderMessage(db: Database, sender: Sender, bytes: number, now: Date): Promise<boolean> {
  return db.withActor(SYSTEM, (tx) => countUse(tx, sender, { bytes, now, most: MAX_MESSAGES_PER_MINUTE }));
}

/** Counts a refused message, and returns whether the endpoint takes more of them in this minute. */
export function countRefused(tx: Tx, of: Omit<Sender, 'address'>, bytes: number, now: Date): Promise<boolean> {
  return countUse(tx, { ...of, address: ALL_ADDRESSES }, { bytes, now, most: MAX_REFUSED_PER_MINUTE });
}

async function countUse(
  tx: Tx,
  { productId, provider, address }: Sender,
  { bytes, now, most }: { readonly bytes: number; readonly now: Date; readonly most: typeof MAX_MESSAGES_PER_MINUTE },
): Promise<boolean> {
  const minute = Math.floor(now.getTime() / 60_000);
  const { rows } = await sql<{ count: number; bytes: number }>`
    insert into provider_webhook_uses as u (product_id, provider, address, minute, count, bytes)
      values (${productId}, ${provider}, ${address}, ${minute}, 1, ${bytes})
    on conflict (product_id, provider, address) do update set minute = excluded.minute,
      count = case when u.minute = excluded.minute then u.count + 1 else 1 end,
      bytes = case when u.minute = excluded.minute then u.bytes + excluded.bytes else excluded.bytes end
    returning count, bytes`.execute(tx);
  const [row] = rows;
  return row !== undefined && row.count <= most.count && row.bytes <= most.bytes;
}

/**
 * The most that is kept of a product's refused and ignored messages on a day (UTC), in rows and in bytes of these rows.
 */
export const MAX_REFUSED_PER_DAY = { count: 1000, bytes: 4 * 1024 * 1024 };

/**
 * `KEEP`: the quota of the day has room, and the message was counted in it. `FIRST_OVER`: it is the first of the day
 * that is only counted.
 */
export async function useQuota(
  tx: Tx,
  {
    productId,
    keptBytes,
    bytes,
    now,
  }: { readonly productId: string; readonly keptBytes: number; readonly bytes: number; readonly now: Date },
): Promise<'KEEP' | 'FIRST_OVER' | 'OVER'> {
  const day = now.toISOString().slice(0, 10);
  await sql`insert into provider_webhook_quotas (product_id, day) values (${productId}, ${day}::date)
    on conflict do nothing`.execute(tx);
  const stored = await sql`
    update provider_webhook_quotas set kept = kept + 1, kept_bytes = kept_bytes + ${keptBytes}
    where product_id = ${productId} and day = ${day}::date and kept < ${MAX_REFUSED_PER_DAY.count}
      and kept_bytes + ${keptBytes} <= ${MAX_REFUSED_PER_DAY.bytes}
    returning kept`.execute(tx);
  if (stored.rows.length > 0) return 'KEEP';
  const { rows } = await sql<{ counted: number }>`
    update provider_webhook_quotas set counted = counted + 1, counted_bytes = counted_bytes + ${bytes}
      where product_id = ${productId} and day = ${day}::date
    returning counted`.execute(tx);
  return rows[0]?.counted === 1 ? 'FIRST_OVER' : 'OVER';
}

export async function sweepCounts(db: Database, now: Date): Promise<void> {
  await deleteInPages(db, {
    table: 'provider_webhook_uses',
    where: sql`minute < ${Math.floor(now.getTime() / 60_000) - 2}`,
  });
}
