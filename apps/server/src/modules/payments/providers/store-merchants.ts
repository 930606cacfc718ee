import {
  ONLINE_PROVIDERS,
  type BodyOf,
  type Collectors,
  type endStoreMerchant,
  type listStoreMerchants,
  type OnlineProvider,
  type QueryOf,
  type ReplyOf,
  type setStoreMerchant,
  type StoreMerchant,
} from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, type Tables, type Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import {
  auditOfConnection,
  changedConnection,
  sealPlaceOfMerchant,
  toConnection,
  type SettingDeps,
} from './connection.ts';
import type { Providers, StoreProvider } from './open-providers.ts';

/** Merchants of stores: a store with a running one collects the money of its guests itself (decision 140). */

type Row = Selectable<Tables['store_merchants']>;
type ShowingDeps = Pick<SettingDeps, 'troubles' | 'addresses'>;

/** Lists merchants of stores, the running ones first, then the ones that ended last. */
export async function findStoreMerchants(
  tx: Tx,
  deps: ShowingDeps & { readonly slug: string },
  { page, limit, sort, storeId }: QueryOf<typeof listStoreMerchants>,
): Promise<ReplyOf<typeof listStoreMerchants>> {
  const rows = tx
    .selectFrom('store_merchants')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''));
  const [counted, found] = await Promise.all([
    rows.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .selectAll()
      .orderBy(orderOf(sort, { startedAt: 'started_at' }, 'id', sql`ended_at desc nulls first, store_id, id`))
      .limit(limit)
      .offset(page * limit)
      .execute(),
  ]);
  return { total: counted.total, items: await showMerchants(tx, deps, found) };
}

/**
 * Sets the merchant of a store at a provider (MC-2). The same merchant id replaces its keys in place; another id ends the
 * running merchant. Throws NOT_FOUND for an unknown store, STALE for an outdated version, and INVALID_INPUT for a new
 * merchant without a secret.
 */
export async function changeStoreMerchant(
  deps: SettingDeps,
  work: UnitOfWork,
  body: BodyOf<typeof setStoreMerchant>,
): Promise<StoreMerchant> {
  const { tx, clock, actor } = work;
  const { storeId, provider } = body;
  const now = clock.now();
  const running = await selectRunningForUpdate(work, { storeId, provider });
  if ((running?.version ?? null) !== (body.version ?? null))
    throw staleProblem(running ? await showMerchant(deps, work, running) : null);
  const before = running?.merchant_id === body.merchantId ? running : await findMerchantOfId(tx, body);
  if (running && running.id !== before?.id) await endMerchant(work, running);
  const key = { product_id: actor.productId, store_id: storeId, id: before?.id ?? uuidv7(), provider };
  const changed = changedConnection(deps, {
    input: body,
    place: sealPlaceOfMerchant(key),
    before,
    at: now,
    by: actor.name,
  });
  const after = before
    ? await tx
        .updateTable('store_merchants')
        .set({ ...changed, ended_at: null, ...(before.ended_at !== null && { started_at: now }) })
        .where('store_id', '=', storeId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('store_merchants')
        .values({ ...key, ...changed, started_at: now, ended_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
  await deps.troubles.retry(tx, provider, now);
  await recordChange(work, {
    storeId,
    action: 'store-merchant.set',
    subject: { kind: 'store-merchant', id: after.id },
    detail: { merchantId: after.merchant_id, ...auditOfConnection(body, after.base_url) },
  });
  return showMerchant(deps, work, after);
}

/** Ends the running merchant of a store (MC-3). Throws NOT_FOUND without one, and STALE for an outdated version. */
export async function endRunningMerchant(
  deps: ShowingDeps,
  work: UnitOfWork,
  { storeId, provider, version }: BodyOf<typeof endStoreMerchant>,
): Promise<StoreMerchant> {
  const running = await selectRunningForUpdate(work, { storeId, provider });
  if (!running) throw notFound();
  if (running.version !== version) throw staleProblem(await showMerchant(deps, work, running));
  const ended = await endMerchant(work, running);
  await recordChange(work, {
    storeId,
    action: 'store-merchant.ended',
    subject: { kind: 'store-merchant', id: ended.id },
    detail: { provider, merchantId: ended.merchant_id },
  });
  return showMerchant(deps, work, ended);
}

/** Says who collects for a store at each provider that is set up. Opens the connections, which staff cannot read. */
export async function readStoreCollectors(
  providers: Providers,
  store: Omit<StoreProvider, 'provider'>,
): Promise<Collectors> {
  const open = await Promise.all(ONLINE_PROVIDERS.map((provider) => providers.open({ ...store, provider })));
  return {
    storeId: store.storeId,
    items: open
      .filter((provider) => provider !== null)
      .map(({ provider, storeMerchantId, merchantId }) =>
        storeMerchantId === null
          ? { provider, collector: 'CHAIN', merchantId: null }
          : { provider, collector: 'STORE', merchantId },
      ),
  };
}

/** The running merchant of the store at the provider; `null`: it has none. */
export async function findRunningMerchantId(
  tx: Tx,
  { storeId, provider }: { readonly storeId: string; readonly provider: OnlineProvider },
): Promise<string | null> {
  const row = await tx
    .selectFrom('store_merchants')
    .select('id')
    .where('store_id', '=', storeId)
    .where('provider', '=', provider)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Two people who change the merchant of a store wait for each other at the row of the store. */
async function selectRunningForUpdate(
  { tx }: UnitOfWork,
  { storeId, provider }: { readonly storeId: string; readonly provider: OnlineProvider },
): Promise<Row | undefined> {
  const store = await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  if (!store) throw notFound();
  return tx
    .selectFrom('store_merchants')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('provider', '=', provider)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

function findMerchantOfId(
  tx: Tx,
  { storeId, provider, merchantId }: BodyOf<typeof setStoreMerchant>,
): Promise<Row | undefined> {
  return tx
    .selectFrom('store_merchants')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('provider', '=', provider)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
}

function endMerchant({ tx, clock, actor }: UnitOfWork, running: Row): Promise<Row> {
  const now = clock.now();
  return tx
    .updateTable('store_merchants')
    .set({ ended_at: now, changed_at: now, changed_by_name: actor.name, version: running.version + 1 })
    .where('store_id', '=', running.store_id)
    .where('id', '=', running.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function showMerchant(deps: ShowingDeps, { tx, actor }: UnitOfWork, row: Row): Promise<StoreMerchant> {
  const [shown] = await showMerchants(tx, { ...deps, slug: actor.productSlug }, [row]);
  if (!shown) throw new Error('A merchant that is not shown');
  return shown;
}

async function showMerchants(
  tx: Tx,
  { troubles, addresses, slug }: ShowingDeps & { readonly slug: string },
  rows: readonly Row[],
): Promise<StoreMerchant[]> {
  if (rows.length === 0) return [];
  const [found, open] = await Promise.all([troubles.read(tx), countOpen(tx, rows)]);
  return rows.map((row) => ({
    ...toConnection(row, {
      provider: row.provider,
      webhookPath: `/api/v2/${slug}/webhook/${row.provider.toLowerCase()}/${row.store_id}`,
      trouble: found.get(row.id),
      addresses,
    }),
    id: row.id,
    storeId: row.store_id,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    openCount: open.get(row.id) ?? 0,
  }));
}

/** Counts begun payments that are still looked up and have no money, and refunds that the provider has not made. */
async function countOpen(tx: Tx, merchants: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select m.merchant_id as id, (count(*) filter (where p.paid_at is null and o.look_at is not null)
      + sum((select count(*) from payment_refunds f where f.store_id = m.store_id and f.payment_id = m.id
        and f.state = 'REQUESTED')))::integer as count
    from payment_merchants m join payments p on p.store_id = m.store_id and p.id = m.id
      join provider_payments o on o.store_id = m.store_id and o.id = m.id
    where m.merchant_id = any (${merchants.map(({ id }) => id)}::uuid[]) group by 1`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
