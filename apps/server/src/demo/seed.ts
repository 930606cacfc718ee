import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { SYSTEM, storeActor, type Actor, type Database, type Tx } from '../db/index.ts';
import { hashPassword } from '../modules/accounts/index.ts';
import { seedAddOns, seedCoupons } from './past/extras.ts';
import { directionsOfRoom, seedGuestInformation, seedRatings } from './past/guest-pages.ts';
import { seedHelpDesk } from './past/help-desk.ts';
import { seedHistory } from './past/history.ts';
import { seedNotifications } from './past/notifications.ts';
import { seedPayments } from './past/payments.ts';
import { seedPhotos } from './past/photos.ts';
import { seedPrices, seedSettings } from './past/prices.ts';
import { seededRandom, type SeededRandom } from './random.ts';
import { seedSeller } from './past/sellers.ts';
import { seedReservations } from './past/reservations.ts';
import { seedSettlement } from './past/settlement.ts';
import {
  AMENITIES,
  DEMO_PASSWORD,
  ROOM_NAMES,
  WORLD,
  type DemoPerson,
  type DemoProduct,
  type DemoStore,
} from './world.ts';

const DAY_MS = 24 * 3600_000;

export interface DemoOptions {
  /** The share of reservations that a booking channel made and collected the money of, from 0 to 0.85. */
  readonly channelShare?: number;
}

/**
 * Seeds products, stores, rooms, notifications and people. Each step checks whether it was done, so the next start
 * completes an interrupted one.
 */
export async function seedDemo(db: Database, clock: Clock, { channelShare = 0 }: DemoOptions = {}): Promise<void> {
  const now = clock.now();
  for (const [number, product] of WORLD.entries()) {
    const random = seededRandom(20_261_121 + number);
    const productId = await makeProduct(db, now, product);
    const storeIds: string[] = [];
    for (const [order, store] of product.stores.entries())
      storeIds.push(
        await makeStore(db, {
          now,
          productId,
          store,
          order,
          random,
          channelShare,
          isLast: order === product.stores.length - 1,
          owner: ownerOf(product, order),
        }),
      );
    await db.withActor(headOffice(productId), (tx) => seedCoupons(tx, { productId, now }));
    for (const person of product.people) await makePerson(db, { now, productId, person, storeIds });
    for (const [order, storeId] of storeIds.entries())
      await db.withActor(storeActor(productId, storeId), (tx) =>
        seedHelpDesk(tx, { productId, storeId, now, seed: 31 + order * 100_000_000 }),
      );
  }
}

/** Seeds the data that requires the doors. */
export async function seedPast(db: Database, clock: Clock): Promise<void> {
  const stores = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('stores').select(['product_id', 'id']).orderBy('id').execute(),
  );
  for (const [number, store] of stores.entries()) {
    await db.withActor(storeActor(store.product_id, store.id), (tx) =>
      seedHistory(tx, {
        productId: store.product_id,
        storeId: store.id,
        now: clock.now(),
        random: seededRandom(7_000 + number),
      }),
    );
  }
}

async function makeProduct(db: Database, now: Date, product: { slug: string; name: string }): Promise<string> {
  const row = { id: uuidv7(), slug: product.slug, name: product.name, created_at: daysBefore(now, 400) };
  return db.withActor(SYSTEM, async (tx) => {
    await tx
      .insertInto('products')
      .values(row)
      .onConflict((builder) => builder.column('slug').doNothing())
      .execute();
    return (await tx.selectFrom('products').select('id').where('slug', '=', product.slug).executeTakeFirstOrThrow()).id;
  });
}

function ownerOf({ people }: DemoProduct, order: number): string {
  const owner = people.find(({ role, stores }) => role === 'FRANCHISEE' && stores.includes(order)) ?? people[0];
  return owner?.name ?? '';
}

interface NewStore {
  readonly now: Date;
  readonly productId: string;
  readonly store: DemoStore;
  readonly order: number;
  readonly random: SeededRandom;
  readonly channelShare: number;
  /** Whether it is the last store of its chain. */
  readonly isLast: boolean;
  readonly owner: string;
}

async function makeStore(
  db: Database,
  { now, productId, store, order, random, channelShare, isLast, owner }: NewStore,
): Promise<string> {
  const storeId = await db.withActor(headOffice(productId), async (tx) => {
    const row = {
      product_id: productId,
      id: uuidv7(),
      name: store.name,
      address: store.address,
      phone: store.phone,
      mqtt_prefix: store.mqttPrefix,
      created_at: new Date(daysBefore(now, 400).getTime() + order * DAY_MS),
    };
    await tx
      .insertInto('stores')
      .values(row)
      .onConflict((builder) => builder.column('mqtt_prefix').doNothing())
      .execute();
    const { id } = await tx
      .selectFrom('stores')
      .select('id')
      .where('mqtt_prefix', '=', store.mqttPrefix)
      .executeTakeFirstOrThrow();
    await seedSettings(tx, { storeId: id, store });
    await seedGuestInformation(tx, { storeId: id, mqttPrefix: store.mqttPrefix });
    await seedSeller(tx, { ...store, productId, storeId: id, owner, now });
    return id;
  });
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    await seedRooms(tx, { now, productId, storeId, store, random });
    await seedPhotos(tx, { productId, storeId, now });
    await seedPrices(tx, { productId, storeId, now, store });
    await seedAddOns(tx, { productId, storeId, now });
    await seedReservations(tx, { productId, storeId, now, seed: order * 100_000_000, channelShare });
    await seedPayments(tx, { productId, storeId, random: seededRandom(9_000 + order) });
    await seedNotifications(tx, { productId, storeId, now });
    await seedRatings(tx, { productId, storeId, now, seed: 57 + order * 100_000_000 });
  });
  await seedSettlement(db, { productId, storeId, now, leavesLastPayout: isLast, owner });
  return storeId;
}

async function seedRooms(
  tx: Tx,
  {
    now,
    productId,
    storeId,
    store,
    random,
  }: Omit<NewStore, 'order' | 'channelShare' | 'isLast' | 'owner'> & { readonly storeId: string },
): Promise<void> {
  if (await tx.selectFrom('rooms').select('id').limit(1).executeTakeFirst()) return;
  const ids = Array.from({ length: store.rooms }, () => uuidv7());
  for (const [room, id] of ids.entries()) {
    const capacity = random.pick([4, 4, 6, 6, 8, 12]);
    await tx
      .insertInto('rooms')
      .values({
        product_id: productId,
        store_id: storeId,
        id,
        name: `${room + 1}번 ${ROOM_NAMES[room % ROOM_NAMES.length]}룸`,
        capacity,
        description: `최대 ${capacity}명이 쓰는 ${room % 2 === 0 ? '조용한' : '넓은'} 룸이에요.`,
        guest_directions: directionsOfRoom(room),
        amenities: AMENITIES.filter(() => random.next() < 0.5),
        sort_order: room + 1,
        created_at: daysBefore(now, 400),
      })
      .execute();
  }
  for (const part of store.joined?.parts ?? []) {
    const joined = { room_id: ids[(store.joined?.room ?? 0) - 1] ?? '', part_room_id: ids[part - 1] ?? '' };
    await tx
      .insertInto('room_parts')
      .values({ product_id: productId, store_id: storeId, ...joined })
      .execute();
  }
}

interface NewPerson {
  readonly now: Date;
  readonly productId: string;
  readonly person: DemoPerson;
  readonly storeIds: readonly string[];
}

async function makePerson(db: Database, { now, productId, person, storeIds }: NewPerson): Promise<void> {
  const isThere = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', person.email)
      .executeTakeFirst(),
  );
  if (isThere) return;
  const row = {
    id: uuidv7(),
    product_id: productId,
    email: person.email,
    name: person.name,
    password_hash: await hashPassword(DEMO_PASSWORD),
    roles: [person.role],
    created_at: daysBefore(now, 399),
    is_demo: true,
  };
  await db.withActor(SYSTEM, async (tx) => {
    await tx.insertInto('users').values(row).execute();
    for (const number of person.stores) {
      await tx
        .insertInto('user_stores')
        .values({ product_id: productId, user_id: row.id, store_id: storeIds[number] ?? '' })
        .execute();
    }
  });
}

function headOffice(productId: string): Actor {
  return {
    kind: 'person',
    userId: productId,
    sessionId: productId,
    name: 'demo',
    productId,
    roles: ['ADMIN'],
    storeIds: 'all',
    address: '127.0.0.1',
  };
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
