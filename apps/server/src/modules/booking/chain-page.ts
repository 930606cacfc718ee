import type { BookingChain, ChainStore, PublishedPolicy } from '@munjigi/contract';
import { sql } from 'kysely';
import { statement, storesActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { createShortCache, jsonSize, notFound } from '../../http/index.ts';
import { readKeptMonths } from '../personal-data/index.ts';
import { hasProvider } from '../staff-messages/index.ts';
import { findPrivacyPolicy, listPolicyVersions, readChainSeller } from '../stores/index.ts';
import { listOpenStores } from './offer/open-stores.sql.ts';

const KEPT_MS = 5000;
const MOST_KEPT = 100;

interface PolicyPath {
  readonly product: string;
  /** `null`: the latest. */
  readonly version: number | null;
}

/** What guests see of a chain. All guests share one read for five seconds. */
interface ChainReader {
  /** Throws NOT_FOUND for a chain without a store that takes online bookings (SE-5). */
  readChain(product: string): Promise<BookingChain>;
  /** Throws NOT_FOUND without a policy, or for a version that does not exist (SE-3). */
  readPolicy(path: PolicyPath): Promise<PublishedPolicy>;
}

export function createChainReader(db: Database): ChainReader {
  const chains = createShortCache<BookingChain>({ keptMs: KEPT_MS, most: MOST_KEPT, sizeOf: jsonSize });
  const policies = createShortCache<PublishedPolicy>({ keptMs: KEPT_MS, most: MOST_KEPT, sizeOf: jsonSize });
  return {
    readChain: (product) => chains.get(product, () => readChainPage(db, product)),
    readPolicy: (path) => policies.get(`${path.product} ${path.version}`, () => readPolicyPage(db, path)),
  };
}

async function readChainPage(db: Database, slug: string): Promise<BookingChain> {
  const [product, open] = await Promise.all([readProduct(db, slug), listOpenStores(db, slug)]);
  if (open === null) throw notFound();
  return db.withActor(storesActor(open.productId, open.storeIds), async (tx) => {
    const [stores, policy, canFindBookings] = await Promise.all([
      listChainStores(tx, open.storeIds),
      findPrivacyPolicy(tx, null),
      hasProvider(tx, open.productId, 'SMS'),
    ]);
    return { product: { slug, name: product.name }, hasPrivacyPolicy: policy !== null, canFindBookings, stores };
  });
}

async function readPolicyPage(db: Database, { product: slug, version }: PolicyPath): Promise<PublishedPolicy> {
  const product = await readProduct(db, slug);
  return db.withActor(storesActor(product.id, []), async (tx) => {
    const [policy, versions, seller, keptMonths] = await Promise.all([
      findPrivacyPolicy(tx, version),
      listPolicyVersions(tx),
      readChainSeller(tx),
      readKeptMonths(tx),
    ]);
    if (policy === null) throw notFound();
    const { changedAt: _byStaff, changedBy: _ofStaff, ...published } = policy;
    const chainName = seller.legalName === '' ? product.name : seller.legalName;
    return { ...published, product: { slug, name: product.name }, chainName, keptMonths, versions };
  });
}

async function readProduct(db: Database, slug: string): Promise<{ id: string; name: string }> {
  const [product] = await db.doAtOnce(
    SYSTEM,
    statement<{ id: string; name: string }>`select id, name from products where slug = ${slug}`,
  );
  if (product === undefined) throw notFound();
  return product;
}

async function listChainStores(tx: Tx, storeIds: readonly string[]): Promise<ChainStore[]> {
  const { rows } = await sql<Omit<ChainStore, 'location'> & { latitude: number | null; longitude: number | null }>`
    select s.id, s.name, s.address, s.guest_address_en as "addressEn", s.phone, s.time_zone as "timeZone",
      s.min_minutes as "minMinutes", l.latitude, l.longitude,
      (select f.id from room_photos f join rooms r on r.store_id = f.store_id and r.id = f.room_id
       where f.store_id = s.id and r.archived_at is null
       order by r.sort_order, r.id, f.sort_order, f.id limit 1) as "photoId"
    from stores s left join store_locations l on l.store_id = s.id
    where s.id = any(${storeIds}::uuid[]) order by s.name, s.id`.execute(tx);
  return rows.map(({ latitude, longitude, ...store }) => ({
    ...store,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
}

/** The paths of all booking pages, for search engines: of each chain and of each of its stores. */
export async function listBookingPaths(db: Database): Promise<string[]> {
  const rows = await db.doAtOnce(
    SYSTEM,
    statement<{ slug: string; id: string }>`
    select p.slug, s.id from stores s join products p on p.id = s.product_id
    where s.booking_is_open and s.closed_at is null order by p.slug, s.name, s.id limit 40000`,
  );
  const chains = [...new Set(rows.map(({ slug }) => slug))].map((slug) => `/b/${slug}`);
  return [...chains, ...rows.map(({ slug, id }) => `/b/${slug}/${id}`)];
}
