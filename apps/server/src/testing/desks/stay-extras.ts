import type { BookingDesk } from './booking-desk.ts';

/** What head office and a store offer beside the rooms. */
export interface ExtrasOfDesk {
  /** Creates an add-on of the store of the desk: 3,000 won a stay, at most 3. Returns its id. */
  readonly addOn: (change?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Creates a coupon of 5,000 won for every store and guest, which the store bears. */
  readonly coupon: (change?: Readonly<Record<string, unknown>>) => Promise<{ id: string; code: string }>;
  /** Counts the uses of a coupon. */
  readonly usedCount: (couponId: string) => Promise<unknown>;
}

let codes = 0;

/** Creates add-ons and coupons, as head office does. Throws when one is refused. */
export function openExtras({ admin, shop, storeId }: BookingDesk): ExtrasOfDesk {
  const create = async (path: string, body: object) => {
    const answer = await admin.call('POST', `/${shop.slug}/${path}`, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    async addOn(change = {}) {
      const fields = { name: '간식 세트', description: '', unit: 'STAY', amount: 3000, maxQuantity: 3, roomIds: [] };
      const { id } = await create('add-on', { storeId, ...fields, isOffered: true, sortOrder: 0, ...change });
      return String(id);
    },
    async coupon(change = {}) {
      const { id, code } = await create('coupon', {
        code: `DESK-${(codes += 1)}`,
        name: '오픈 기념',
        kind: 'AMOUNT',
        percent: null,
        amount: 5000,
        maxDiscountAmount: null,
        minPriceAmount: 0,
        startsOn: '2026-11-01',
        endsOn: '2026-12-31',
        storeIds: [],
        maxUses: null,
        maxUsesPerGuest: null,
        bearer: 'STORE',
        ...change,
      });
      return { id: String(id), code: String(code) };
    },
    usedCount: async (couponId) => (await admin.call('GET', `/${shop.slug}/coupon/${couponId}`)).body['usedCount'],
  };
}
