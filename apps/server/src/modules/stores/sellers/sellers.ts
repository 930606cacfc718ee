import type { BodyOf, ChainSeller, setChainSeller, setStoreSeller, StoreSeller } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { selectStoreForUpdate } from '../stores.sql.ts';
import { keepBookingReady } from './booking-readiness.ts';
import {
  findSellerFacts,
  listStoresOfChain,
  toIdentity,
  toIdentityColumns,
  type ChainSellerRow,
  type StoreSellerRow,
} from './sellers.sql.ts';

type Identity = ReturnType<typeof toIdentity>;

const EMPTY: Identity = {
  legalName: '',
  representative: '',
  mailOrderNumber: '',
  mailOrderExemption: null,
  address: '',
  phone: '',
  email: '',
  hostingProvider: '',
};
const NEVER_CHANGED = { changedAt: null, changedBy: null, version: 0 } as const;

/** Reads who sells the stays of a store. Throws NOT_FOUND for a store that the actor does not see. */
export async function readStoreSeller(tx: Tx, storeId: string): Promise<StoreSeller> {
  const [facts, row] = await Promise.all([findSellerFacts(tx, storeId), findStoreRow(tx, storeId)]);
  if (!facts) throw notFound();
  return {
    storeId,
    kind: facts.kind,
    ...(row ? toIdentity(row) : EMPTY),
    shown: facts.shown,
    missing: [...facts.missing],
    ...changeOf(row),
  };
}

/** Sets who sells the stays of a store. Throws STALE, and BOOKING_NOT_READY (SE-2). */
export async function changeStoreSeller(
  work: UnitOfWork,
  storeId: string,
  body: BodyOf<typeof setStoreSeller>,
): Promise<StoreSeller> {
  const { tx, clock, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const before = await readStoreSeller(tx, storeId);
  if (before.version !== body.version) throw staleProblem(before);
  const { kind, version, ...identity } = body.kind === 'STORE' ? body : { ...body, ...EMPTY };
  const values = {
    kind,
    ...toIdentityColumns(identity),
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: version + 1,
  };
  await keepBookingReady(tx, storeId, () =>
    tx
      .insertInto('store_sellers')
      .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
      .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
      .execute(),
  );
  await recordChange(work, {
    storeId,
    action: 'seller.store-set',
    subject: { kind: 'store', id: storeId },
    detail: { before: { kind: before.kind, ...ofIdentity(before) }, after: { kind, ...identity } },
  });
  return readStoreSeller(tx, storeId);
}

export async function readChainSeller(tx: Tx): Promise<ChainSeller> {
  const [row, storeIds] = await Promise.all([
    tx.selectFrom('chain_sellers').selectAll().executeTakeFirst(),
    listStoresOfChain(tx),
  ]);
  return {
    businessNumber: row?.business_number ?? '',
    ...(row ? toIdentity(row) : EMPTY),
    isBroker: row?.is_broker ?? false,
    storeCount: storeIds.length,
    ...changeOf(row ?? null),
  };
}

/** Sets head office as a seller. Throws STALE, and BOOKING_NOT_READY for a store that it sells for (SE-2). */
export async function changeChainSeller(
  work: UnitOfWork,
  { version, ...body }: BodyOf<typeof setChainSeller>,
): Promise<ChainSeller> {
  const { tx, clock, actor } = work;
  const before = await readChainSeller(tx);
  if (before.version !== version) throw staleProblem(before);
  const { businessNumber, isBroker, ...identity } = body;
  const values = {
    business_number: businessNumber,
    is_broker: isBroker,
    ...toIdentityColumns(identity),
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: version + 1,
  };
  const save = async () => {
    const saved =
      version === 0
        ? await tx
            .insertInto('chain_sellers')
            .values({ product_id: actor.productId, ...values })
            .onConflict((builder) => builder.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('chain_sellers')
            .set(values)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst();
    if (!saved) throw staleProblem(await readChainSeller(tx));
  };
  // All its stores depend on the same data, so one of them that is open stands for all.
  const openStoreId = await findOpenStoreOfChain(tx);
  await (openStoreId === null ? save() : keepBookingReady(tx, openStoreId, save));
  await recordChange(work, {
    storeId: null,
    action: 'seller.chain-set',
    subject: { kind: 'seller', id: null },
    detail: {
      before: { businessNumber: before.businessNumber, isBroker: before.isBroker, ...ofIdentity(before) },
      after: body,
    },
  });
  return readChainSeller(tx);
}

async function findStoreRow(tx: Tx, storeId: string): Promise<StoreSellerRow | null> {
  const row = await tx.selectFrom('store_sellers').selectAll().where('store_id', '=', storeId).executeTakeFirst();
  return row ?? null;
}

async function findOpenStoreOfChain(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('store_sellers as o')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .select('s.id')
    .where('o.kind', '=', 'CHAIN')
    .where('s.booking_is_open', '=', true)
    .where('s.closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

function changeOf(row: Pick<ChainSellerRow, 'changed_at' | 'changed_by_name' | 'version'> | null) {
  if (row === null) return NEVER_CHANGED;
  return { changedAt: row.changed_at.toISOString(), changedBy: row.changed_by_name, version: row.version };
}

function ofIdentity(from: Identity): Identity {
  const { legalName, representative, mailOrderNumber, mailOrderExemption, address, phone, email, hostingProvider } =
    from;
  return { legalName, representative, mailOrderNumber, mailOrderExemption, address, phone, email, hostingProvider };
}
