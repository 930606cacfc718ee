import type { ManualMethod, NotificationKind } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../../app.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { paymentNotices } from '../../modules/payments/index.ts';
import { listStoreKeys } from '../../modules/stores/index.ts';
import { signInToHeadOffice } from '../head-office.ts';
import { seededRandom, type SeededRandom } from '../random.ts';
import { WORLD } from '../world.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
}

/** A payment or a refund of the seeded past. */
interface MoneyRow {
  readonly reservation_id: string;
  readonly guest_name: string;
  readonly method: ManualMethod;
  readonly amount: number;
  readonly at: Date;
  readonly is_refund: boolean;
}

const NEWEST = 60;
const HOUR_MS = 3_600_000;

/**
 * Seeds the notifications of a store's newest payments and refunds. They are routine and confirmed at once, as the server
 * does it. Call it after the payments. Does nothing in a store that has notifications.
 */
export async function seedNotifications(tx: Tx, { productId, storeId, now }: Place): Promise<void> {
  if (await tx.selectFrom('notifications').select('id').where('store_id', '=', storeId).limit(1).executeTakeFirst())
    return;
  const { rows } = await sql<MoneyRow>`
    select m.*, r.guest_name from (
      (select reservation_id, method, amount, paid_at as at, false as is_refund from payments
       where store_id = ${storeId} and paid_at <= ${now} order by paid_at desc limit ${NEWEST})
      union all
      (select p.reservation_id, p.method, b.amount, b.at, true from payment_refunds b
       join payments p on p.store_id = b.store_id and p.id = b.payment_id
       where b.store_id = ${storeId} and b.at <= ${now} order by b.at desc limit ${NEWEST})) m
    join reservations r on r.store_id = ${storeId} and r.id = m.reservation_id
    order by m.at desc, m.reservation_id limit ${NEWEST}`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .insertInto('notifications')
    .values(rows.map((row) => notificationOf({ productId, storeId }, row)))
    .execute();
}

function notificationOf({ productId, storeId }: Omit<Place, 'now'>, row: MoneyRow) {
  const kind: NotificationKind = row.is_refund ? 'CANCELED' : row.method === 'TRANSFER' ? 'DEPOSIT' : 'PAID';
  const words = paymentNotices[row.is_refund ? 'refunded' : row.method === 'TRANSFER' ? 'deposited' : 'recorded'];
  return {
    product_id: productId,
    store_id: storeId,
    id: uuidv7({ msecs: row.at.getTime() }),
    kind,
    reservation_id: row.reservation_id,
    amount: row.amount,
    text: words(row.guest_name, row.method, row.amount),
    created_at: row.at,
    confirmed_at: row.at,
    confirmed_by: null,
  };
}

/** Every few minutes a guest of the demo pays what is due, as a person at the counter records it. */
export function letPaymentsArrive(app: App, log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const random = seededRandom(Date.now());
  const scheduleNext = () => {
    if (isEnded) return;
    timer = setTimeout(
      () => {
        arrive(app, random)
          .catch((error: unknown) => log.warn({ err: error }, 'a payment of the demo could not come in'))
          .finally(scheduleNext);
      },
      random.int(120, 300) * 1000,
    );
  };
  scheduleNext();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

async function arrive(app: App, random: SeededRandom): Promise<void> {
  const product = random.pick(WORLD);
  const guest = await findUnpaidGuest(app.db, random.pick(product.stores).mqttPrefix);
  const office = guest === undefined ? null : await signInToHeadOffice(app, product);
  if (!office || guest === undefined) return;
  await office.ask('POST', '/payment', {
    reservationId: guest.id,
    method: random.pick(['CARD', 'CARD', 'CASH'] as const),
    amount: guest.due,
  });
  await office.signOut();
}

/** The next guests are left out: transfers of the demo wait for a match with them. */
const NEXT_GUESTS = 8;

/** A guest of the seed who has not paid, never one whom a visitor booked. */
async function findUnpaidGuest(
  db: Database,
  mqttPrefix: string,
): Promise<{ readonly id: string; readonly due: number } | undefined> {
  const now = new Date();
  for (const { productId, storeId } of await listStoreKeys(db)) {
    const found = await db.withActor(storeActor(productId, storeId), async (tx) => {
      const { rows } = await sql<{ id: string; due: number }>`
        select r.id, r.price_amount - r.paid_amount - r.waived_amount as due
        from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
        where r.store_id = ${storeId} and s.mqtt_prefix = ${mqttPrefix} and r.kind = 'GUEST' and r.state = 'CONFIRMED'
          and r.starts_at > ${new Date(now.getTime() + HOUR_MS)} and r.price_amount > r.paid_amount + r.waived_amount
          and exists (
            select from reservation_events e where e.store_id = r.store_id and e.reservation_id = r.id
              and e.kind = 'CREATED' and e.actor_kind = 'PERSON' and e.actor_id is null)
        order by r.starts_at, r.id offset ${NEXT_GUESTS} limit 1`.execute(tx);
      return rows[0];
    });
    if (found) return found;
  }
  return undefined;
}
