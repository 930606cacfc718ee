import { storeActor, type Database } from '../../../db/index.ts';
import { Problem, type BookingPreview } from '../../../http/index.ts';
import { readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

/**
 * Reads what the document of a store's booking page says before its code runs (BK-1). Resolves to `null` for every store
 * that takes no online bookings.
 */
export async function readBookingPreview(db: Database, path: StorePath): Promise<BookingPreview | null> {
  const store = await findOpenStore(db, path);
  if (store === null) return null;
  const photo = await db.withActor(storeActor(store.productId, store.id), (tx) =>
    tx
      .selectFrom('room_photos as f')
      .innerJoin('rooms as r', (join) => join.onRef('r.store_id', '=', 'f.store_id').onRef('r.id', '=', 'f.room_id'))
      .select('f.id')
      .where('f.store_id', '=', store.id)
      .where('r.archived_at', 'is', null)
      .orderBy('r.sort_order')
      .orderBy('r.id')
      .orderBy('f.sort_order')
      .orderBy('f.id')
      .limit(1)
      .executeTakeFirst(),
  );
  return {
    productName: store.productName,
    storeName: store.name,
    address: store.address,
    phone: store.phone,
    photoPath: photo ? `/api/v2/${store.productSlug}/booking/photo/${photo.id}` : null,
  };
}

async function findOpenStore(db: Database, path: StorePath): Promise<OpenStore | null> {
  try {
    return await readOpenStore(db, path);
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
