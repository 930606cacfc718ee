import type { BookingStore } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { storeActor, storesActor, type Database, type Tx } from '../../db/index.ts';
import { createShortCache, jsonSize, notFound, type FileReply } from '../../http/index.ts';
import { listOfferedAddOns } from '../add-ons/index.ts';
import { acceptsCoupons } from '../coupons/index.ts';
import type { IdentityDeps } from '../identity-checks/index.ts';
import { canPayOnline, type ProviderDeps } from '../payments/index.ts';
import { hasProvider } from '../staff-messages/index.ts';
import { findSellerFacts } from '../stores/index.ts';
import { keyOfPath, listOpenStores, readOpenStore, type OpenStore, type StorePath } from './offer/open-stores.sql.ts';
import { termsVersionOf } from './offer/shown-terms.ts';

const DAY_MS = 24 * 3600_000;
const KEPT_MS = 1000;
const MOST_KEPT = 500;

interface PageDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: ProviderDeps['providers'];
  readonly identities: IdentityDeps['identities'];
}

/** Answers what a guest should know before booking (BK-1). */
interface BookingStoresReader {
  read(path: StorePath): Promise<BookingStore>;
}

/** All guests of a store share one read for a second (BK-2); the present time is added to each reply. */
export function createBookingStores(deps: PageDeps): BookingStoresReader {
  const pages = createShortCache<StorePage>({ keptMs: KEPT_MS, most: MOST_KEPT, sizeOf: jsonSize });
  return {
    async read(path) {
      const { store, ...page } = await pages.get(keyOfPath(path), () => readStorePage(deps, path));
      const now = deps.clock.now();
      const {
        productSlug,
        productName,
        productId: _ofServer,
        hours: _inTimes,
        bufferMinutes: _inRules,
        ...shown
      } = store;
      const { dayCutoff: _inToday, ...information } = shown;
      return {
        ...information,
        ...page,
        product: { slug: productSlug, name: productName },
        termsVersion: termsVersionOf(store, 'ko'),
        termsVersionEn: termsVersionOf(store, 'en'),
        now: now.toISOString(),
        today: businessDateOf(store, now),
        lastDate: businessDateOf(store, new Date(now.getTime() + store.horizonDays * DAY_MS)),
      };
    },
  };
}

interface StorePage extends Pick<
  BookingStore,
  | 'addOns'
  | 'canCheckIdentity'
  | 'canPay'
  | 'canSendCode'
  | 'canSendEmail'
  | 'hasCoupons'
  | 'hasPrivacyPolicy'
  | 'rooms'
  | 'seller'
> {
  readonly store: OpenStore;
}

async function readStorePage(deps: PageDeps, path: StorePath): Promise<StorePage> {
  const { db } = deps;
  const store = await readOpenStore(db, path);
  const [canPay, identity] = await Promise.all([
    canPayOnline(deps, { productId: store.productId, storeId: store.id }),
    deps.identities.open(store.productId),
  ]);
  const today = businessDateOf(store, deps.clock.now());
  const [rooms, addOns, hasCoupons, canSendCode, canSendEmail, selling] = await db.withActor(
    storeActor(store.productId, store.id),
    (tx) =>
      Promise.all([
        findBookableRooms(tx, store.id),
        listOfferedAddOns(tx, store.id),
        acceptsCoupons(tx, store.id, today),
        hasProvider(tx, store.productId, 'SMS'),
        hasProvider(tx, store.productId, 'EMAIL'),
        findSellerFacts(tx, store.id),
      ]),
  );
  return {
    store,
    seller: selling?.shown ?? null,
    hasPrivacyPolicy: selling?.hasPrivacyPolicy ?? false,
    canCheckIdentity: identity !== null,
    canPay,
    canSendCode,
    canSendEmail,
    addOns,
    hasCoupons,
    rooms,
  };
}

async function findBookableRooms(tx: Tx, storeId: string): Promise<BookingStore['rooms']> {
  const { rows } = await sql<BookingStore['rooms'][number]>`
    select r.id, r.name, r.capacity, r.description, r.description_en as "descriptionEn", r.amenities,
      (select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height)
        order by f.sort_order, f.id), '[]')
       from room_photos f where f.store_id = r.store_id and f.room_id = r.id) as photos
    from rooms r where r.store_id = ${storeId} and r.archived_at is null order by r.sort_order, r.id`.execute(tx);
  return rows;
}

/** A photo of a room that is not archived, of a store that takes online bookings. A picture never changes. */
export async function readBookingPhoto(
  { db }: Pick<PageDeps, 'db'>,
  { product, photoId }: { readonly product: string; readonly photoId: string },
  size: 'small' | 'large',
): Promise<FileReply> {
  const open = await listOpenStores(db, product);
  if (!open) throw notFound();
  const photo = await db.withActor(storesActor(open.productId, open.storeIds), (tx) =>
    tx
      .selectFrom('room_photos as f')
      .innerJoin('rooms as r', (join) => join.onRef('r.store_id', '=', 'f.store_id').onRef('r.id', '=', 'f.room_id'))
      .select(`f.${size} as bytes`)
      .where('f.id', '=', photoId)
      .where('r.archived_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!photo) throw notFound();
  return { type: 'image/webp', body: photo.bytes, headers: { 'cache-control': 'public, max-age=86400, immutable' } };
}
