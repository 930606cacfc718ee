import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import type { DemoStore } from '../world.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  readonly store: DemoStore;
}

const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

const ALWAYS = { room_ids: [], starts_on: null, ends_on: null, included_head_count: 4, extra_person_amount: 1000 };
const SLOT = { ...ALWAYS, unit: 'SLOT' as const, package_minutes: null };

/** Seeds opening hours and the other settings of a store, unless they are set already. */
export async function seedSettings(tx: Tx, { storeId, store }: Pick<Place, 'storeId' | 'store'>): Promise<void> {
  const hours = [...WORKDAYS, ...WEEKEND].map((weekday) => ({
    weekday,
    opensAt: store.opensAt,
    closesAt: store.closesAt,
  }));
  await tx
    .updateTable('stores')
    .set({
      hours: JSON.stringify(hours),
      business_number: store.businessNumber,
      slot_minutes: 30,
      min_minutes: 60,
      max_minutes: 720,
      horizon_days: 60,
      buffer_minutes: store.bufferMinutes,
      waitlist_offer_minutes: store.waitlistOfferMinutes,
      settlement_terms: JSON.stringify({ royaltyPercent: 5, cycle: 'MONTHLY', payoutLagDays: 5 }),
    })
    .where('id', '=', storeId)
    .where(sql`hours`, '=', '[]')
    .execute();
}

export async function seedPrices(tx: Tx, { productId, storeId, now, store }: Place): Promise<void> {
  if (await tx.selectFrom('price_policies').select('id').limit(1).executeTakeFirst()) return;
  const policies = [...slotPolicies(store.slotAmount), ...packagePolicies(store.slotAmount)];
  await tx
    .insertInto('price_policies')
    .values(
      policies.map((policy) => ({
        ...policy,
        product_id: productId,
        store_id: storeId,
        id: uuidv7(),
        created_at: new Date(now.getTime() - 399 * 24 * 3600_000),
      })),
    )
    .execute();
}

function slotPolicies(slotAmount: number) {
  return [
    {
      ...SLOT,
      name: '평일 낮',
      weekdays: WORKDAYS,
      holidays: false,
      from_time: '00:00',
      to_time: '00:00',
      amount: slotAmount,
      priority: 10,
    },
    {
      ...SLOT,
      name: '평일 저녁',
      weekdays: WORKDAYS,
      holidays: false,
      from_time: '18:00',
      to_time: '00:00',
      amount: slotAmount * 1.4,
      priority: 20,
    },
    {
      ...SLOT,
      name: '주말·공휴일',
      weekdays: WEEKEND,
      holidays: true,
      from_time: '00:00',
      to_time: '00:00',
      amount: slotAmount * 1.6,
      priority: 20,
    },
  ];
}

function packagePolicies(slotAmount: number) {
  return [
    {
      ...ALWAYS,
      name: '3시간 패키지',
      unit: 'PACKAGE' as const,
      package_minutes: 180,
      weekdays: WORKDAYS,
      holidays: false,
      from_time: '09:00',
      to_time: '18:00',
      amount: slotAmount * 5,
      priority: 30,
      extra_person_amount: 5000,
    },
    {
      ...ALWAYS,
      name: '올나이트',
      unit: 'PACKAGE' as const,
      package_minutes: 480,
      weekdays: [...WORKDAYS, ...WEEKEND],
      holidays: true,
      from_time: '22:00',
      to_time: '06:00',
      amount: slotAmount * 11,
      priority: 40,
      extra_person_amount: 8000,
    },
  ];
}
