import type { listWebhooks, OnlineProvider, ProviderWebhook, QueryOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../../http/index.ts';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { shapedWebhook, type WebhookRow } from './webhook-row.ts';

const COLUMNS = sql.raw('product_id, id, provider, type, state, reason, payment_id, received_at, last_received_at, times, worked_at, worked_times, length(body) as sealed_bytes');
type ListedRow = Parameters<typeof shapedWebhook>[0];

/** Newest first. */
export async function findWebhooks(tx: Tx, { page, limit, provider, state, paymentId, from, to }: QueryOf<typeof listWebhooks>): Promise<{ total: number; items: ProviderWebhook[] }> {
  const conditions: RawBuilder<unknown>[] = [
    provider === undefined ? null : sql`provider = ${provider}`,
    state === undefined ? null : sql`state = ${state}`,
    paymentId === undefined ? null : sql`payment_id = ${paymentId}`,
    from === undefined ? null : sql`received_at >= ${from}`,
    to === undefined ? null : sql`received_at < ${to}`,
  ].filter((it) => it !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const [counted, rows] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from provider_webhooks ${where}`.execute(tx),
    sql<ListedRow>`select ${COLUMNS} from provider_webhooks ${where} order by id desc limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: counted.rows[0]?.total ?? 0, items: rows.rows.map(shapedWebhook) };
}

/** Throws NOT_FOUND. */
export async function readWebhook(tx: Tx, webhookId: string): Promise<WebhookRow> {
  const row = await tx.selectFrom('provider_webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export interface Sender {
  readonly productId: string;
  readonly provider: OnlineProvider;
  readonly address: string;
}

/** Messages and bytes of one address in a minute of the clock, at all processes together. */
export const MOST_A_MINUTE = { count: 12_000, bytes: 64 * 1024 * 1024 };

/** Counts a message, and says whether it is still within what an address may send in this minute. */
export async function countMessage(db: Database, { productId, provider, address }: Sender, bytes: number, now: Date): Promise<boolean> {
  const minute = Math.floor(now.getTime() / 60_000);
  const [row] = await db.withActor(SYSTEM, async (tx) =>
    (
      await sql<{ count: number; bytes: number }>`
        insert into provider_webhook_uses as u (product_id, provider, address, minute, count, bytes) values (${productId}, ${provider}, ${address}, ${minute}, 1, ${bytes})
        on conflict (product_id, provider, address) do update set minute = excluded.minute,
          count = case when u.minute = excluded.minute then u.count + 1 else 1 end,
          bytes = case when u.minute = excluded.minute then u.bytes + excluded.bytes else excluded.bytes end
        returning count, bytes`.execute(tx)
    ).rows,
  );
  return row !== undefined && row.count <= MOST_A_MINUTE.count && row.bytes <= MOST_A_MINUTE.bytes;
}

export async function sweepCounts(db: Database, now: Date): Promise<void> {
  await db.withActor(SYSTEM, (tx) => tx.deleteFrom('provider_webhook_uses').where('minute', '<', Math.floor(now.getTime() / 60_000) - 2).execute());
}
