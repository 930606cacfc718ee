import type { BodyOf, ChosenAddOn, quotePrice } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';
import { chooseAddOns } from '../add-ons/index.ts';
import { quoteStay } from '../price-policies/index.ts';
import { addExtras, checkCouponMinimum, checkRoomOfExtras, type ChosenExtras } from '../reservations/index.ts';
import { findRedeemable, type CouponReader } from './redeemable.sql.ts';

/** A store that sells add-ons and accepts coupons, with what decides about its business date. */
interface ExtrasStore {
  readonly id: string;
  readonly timeZone: string;
  readonly dayCutoff: string;
}

interface ExtrasRequest {
  readonly addOns: readonly ChosenAddOn[];
  readonly couponCode?: string | undefined;
  readonly reader: CouponReader;
  /** The keyed hash of the guest's phone, if it is known: then the limit of one guest is checked as well. */
  readonly phoneMark?: Buffer | undefined;
}

/** Throws ADD_ON_REFUSED or COUPON_REFUSED for what the store does not offer or accept now (BK-13, CP-3, CP-7). */
export async function readChosenExtras(
  tx: Tx,
  store: ExtrasStore,
  { addOns: chosen, couponCode, reader, phoneMark }: ExtrasRequest,
  now: Date,
): Promise<ChosenExtras> {
  const today = businessDateOf(store, now);
  const choices = await chooseAddOns(tx, store.id, chosen);
  const redeemable =
    couponCode === undefined
      ? null
      : await findRedeemable(tx, { code: couponCode, storeId: store.id, today, reader, phoneMark });
  return {
    addOns: choices.map(({ roomIds: _ofRooms, ...choice }) => choice),
    coupon: redeemable?.coupon ?? null,
    minPriceAmount: redeemable?.minPriceAmount ?? 0,
    today,
    fitsRoom: (roomId) => choices.every(({ roomIds }) => roomIds.length === 0 || roomIds.includes(roomId)),
  };
}

/** Returns the price of a stay with its add-ons and its coupon, and that of the room alone. */
export async function quoteWithExtras(
  { tx, clock }: Pick<UnitOfWork, 'tx' | 'clock'>,
  store: ExtrasStore,
  stay: BodyOf<typeof quotePrice>,
  request: ExtrasRequest,
) {
  const quote = await quoteStay(tx, stay);
  const extras = await readChosenExtras(tx, store, request, clock.now());
  checkRoomOfExtras(extras, stay.roomId);
  const period = { startsAt: new Date(stay.startsAt), endsAt: new Date(stay.endsAt) };
  const price = addExtras(quote, extras, period);
  checkCouponMinimum(price, extras.minPriceAmount);
  return { roomAmount: quote.totalAmount, price };
}
