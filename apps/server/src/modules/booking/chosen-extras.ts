import type { BodyOf, quoteBooking } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { chooseAddOns } from '../add-ons/index.ts';
import { findRedeemable } from '../coupons/index.ts';
import type { PriceExtras } from '../reservations/index.ts';
import type { OpenStore } from './open-stores.sql.ts';

/** The add-ons and the coupon of a request, at the present prices and terms. */
export interface ChosenExtras extends PriceExtras {
  /** The lowest price without the discount for which the coupon is accepted. */
  readonly minPriceAmount: number;
  /** The business date on which the coupon is redeemed. */
  readonly today: string;
  /** Whether every add-on is offered in the room. */
  readonly fitsRoom: (roomId: string) => boolean;
}

/** Throws ADD_ON_REFUSED or COUPON_REFUSED for what the store does not offer or accept now (BK-13, CP-3). */
export async function readChosenExtras(
  tx: Tx,
  store: OpenStore,
  { addOns: chosen, couponCode }: Pick<BodyOf<typeof quoteBooking>, 'addOns' | 'couponCode'>,
  now: Date,
): Promise<ChosenExtras> {
  const today = businessDateOf(store, now);
  const choices = await chooseAddOns(tx, store.id, chosen);
  const redeemable =
    couponCode === undefined ? null : await findRedeemable(tx, { code: couponCode, storeId: store.id, today });
  return {
    addOns: choices.map(({ roomIds: _ofRooms, ...choice }) => choice),
    coupon: redeemable?.coupon ?? null,
    minPriceAmount: redeemable?.minPriceAmount ?? 0,
    today,
    fitsRoom: (roomId) => choices.every(({ roomIds }) => roomIds.length === 0 || roomIds.includes(roomId)),
  };
}

/** Throws ADD_ON_REFUSED when an add-on is not offered in the room. */
export function checkRoomOfExtras({ fitsRoom }: ChosenExtras, roomId: string): void {
  if (fitsRoom(roomId)) return;
  const { message } = new Problem('ADD_ON_REFUSED');
  throw new Problem('ADD_ON_REFUSED', { errors: [{ path: 'addOns', code: 'other_room', message }] });
}
