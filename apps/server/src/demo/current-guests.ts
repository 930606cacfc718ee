import { storeActor, type Database } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';

interface CurrentGuest {
  readonly id: string;
  readonly version: number;
  /** The prefix of the store, and the number of the room in it. */
  readonly mqttPrefix: string;
  readonly room: number;
}

/** The guests of all stores in this state whose stay has begun and ends after `until`. */
export async function findCurrentGuests(
  db: Database,
  { state, until }: { readonly state: 'CONFIRMED' | 'IN_USE'; readonly until: Date },
): Promise<CurrentGuest[]> {
  const now = new Date();
  const found: CurrentGuest[] = [];
  for (const { productId, storeId } of await listStoreKeys(db)) {
    const guests = await db.withActor(storeActor(productId, storeId), (tx) =>
      tx
        .selectFrom('reservations as r')
        .innerJoin('rooms as o', (join) => join.onRef('o.store_id', '=', 'r.store_id').onRef('o.id', '=', 'r.room_id'))
        .innerJoin('stores as s', 's.id', 'r.store_id')
        .select(['r.id', 'r.version', 's.mqtt_prefix as mqttPrefix', 'o.sort_order as room'])
        .where('r.store_id', '=', storeId)
        .where('r.kind', '=', 'GUEST')
        .where('r.state', '=', state)
        .where('r.starts_at', '<=', now)
        .where('r.ends_at', '>', until)
        .execute(),
    );
    found.push(...guests);
  }
  return found;
}

/** The rooms with a guest who has come and whose stay ends after `until`, each as `prefix number`. */
export async function findOccupiedRooms(db: Database, until: Date): Promise<Set<string>> {
  const guests = await findCurrentGuests(db, { state: 'IN_USE', until });
  return new Set(guests.map(({ mqttPrefix, room }) => `${mqttPrefix} ${room}`));
}
