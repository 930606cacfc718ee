import { addDays, HEAD_OFFICE_ZONE, zonedDate } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

interface InStore {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
}

const ADD_ONS = [
  { name: '무선 마이크 세트', description: '2개, 충전 완료', unit: 'STAY', amount: 5000, max_quantity: 2 },
  { name: '빔프로젝터', description: '리모컨 포함', unit: 'HOUR', amount: 3000, max_quantity: 1 },
  { name: '간식 세트', description: '과자와 음료 4인분', unit: 'STAY', amount: 12_000, max_quantity: 5 },
] as const;

/** Add-ons that guests of the store can choose (BK-13). */
export async function seedAddOns(tx: Tx, { productId, storeId, now }: InStore): Promise<void> {
  if (await tx.selectFrom('add_ons').select('id').limit(1).executeTakeFirst()) return;
  await tx
    .insertInto('add_ons')
    .values(
      ADD_ONS.map((addOn, index) => ({
        ...addOn,
        product_id: productId,
        store_id: storeId,
        id: uuidv7(),
        room_ids: [],
        is_offered: true,
        sort_order: index,
        created_at: now,
      })),
    )
    .execute();
}

/** Coupons of the chain: one that head office bears, one that the stores bear, and one that has ended (CP-1). */
export async function seedCoupons(tx: Tx, { productId, now }: Omit<InStore, 'storeId'>): Promise<void> {
  if (await tx.selectFrom('coupons').select('id').limit(1).executeTakeFirst()) return;
  const today = zonedDate(HEAD_OFFICE_ZONE, now);
  const of = { product_id: productId, store_ids: [], max_uses: null, created_at: now };
  const share = { kind: 'PERCENT', amount: null } as const;
  await tx
    .insertInto('coupons')
    .values([
      {
        ...of,
        ...share,
        id: uuidv7(),
        code: 'WELCOME10',
        name: '첫 예약 10% 할인',
        percent: 10,
        max_discount_amount: 10_000,
        min_price_amount: 0,
        starts_on: addDays(today, -30),
        ends_on: addDays(today, 335),
        max_uses_per_guest: 1,
        bearer: 'HEAD_OFFICE',
      },
      {
        ...of,
        id: uuidv7(),
        code: 'LONGSTAY',
        name: '5만원 이상 5천원 할인',
        kind: 'AMOUNT',
        percent: null,
        amount: 5000,
        max_discount_amount: null,
        min_price_amount: 50_000,
        starts_on: addDays(today, -10),
        ends_on: addDays(today, 80),
        max_uses_per_guest: null,
        bearer: 'STORE',
      },
      {
        ...of,
        ...share,
        id: uuidv7(),
        code: 'SEASON20',
        name: '지난 시즌 20% 할인',
        percent: 20,
        max_discount_amount: null,
        min_price_amount: 0,
        starts_on: addDays(today, -90),
        ends_on: addDays(today, -31),
        max_uses_per_guest: null,
        bearer: 'STORE',
      },
    ])
    .execute();
}
