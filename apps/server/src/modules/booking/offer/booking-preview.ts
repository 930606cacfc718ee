import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { Problem, type BookingPreview } from '../../../http/index.ts';
import { findLocation } from '../../stores/index.ts';
import { readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

/**
 * Reads what the document of a store's booking page says before its code runs (BK-1). Resolves to `null` for every store
 * that takes no online bookings.
 */
export async function readBookingPreview(db: Database, path: StorePath): Promise<BookingPreview | null> {
  const store = await findOpenStore(db, path);
  if (store === null) return null;
  const [photo, location] = await db.withActor(storeActor(store.productId, store.id), (tx) =>
    Promise.all([findFirstPhoto(tx, store.id), findLocation(tx, store.id)]),
  );
  return {
    productName: store.productName,
    storeName: store.name,
    address: store.address,
    phone: store.phone,
    location,
    hours: store.hours,
    photoPath: photo ? `/api/v2/${store.productSlug}/booking/photo/${photo.id}` : null,
  };
}

async function findFirstPhoto(tx: Tx, storeId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('room_photos as f')
    .innerJoin('rooms as r', (join) => join.onRef('r.store_id', '=', 'f.store_id').onRef('r.id', '=', 'f.room_id'))
    .select('f.id')
    .where('f.store_id', '=', storeId)
    .where('r.archived_at', 'is', null)
    .orderBy('r.sort_order')
    .orderBy('r.id')
    .orderBy('f.sort_order')
    .orderBy('f.id')
    .limit(1)
    .executeTakeFirst();
}

async function findOpenStore(db: Database, path: StorePath): Promise<OpenStore | null> {
  try {
    return await readOpenStore(db, path);
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
