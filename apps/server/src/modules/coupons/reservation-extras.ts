import type { BodyOf, quoteReservation, ReplyOf } from '@munjigi/contract';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { notFound, type Caller, type UnitOfWork } from '../../http/index.ts';
import { toReservationDiscount, type ReservationExtras } from '../reservations/index.ts';
import { quoteWithExtras, readChosenExtras } from './chosen-extras.ts';
import { redeemCoupon } from './redeem.ts';
import type { CouponReader } from './redeemable.sql.ts';

interface GuestOfStay {
  readonly guestPhone: string;
  /** Only of a guest with a phone outside Korea, whose uses count for the mailbox (BK-16). */
  readonly guestEmail?: string;
}

/** The keyed hash by which online booking counts the uses of a guest, so that a use at the counter counts for both. */
export type MarkOfGuest = (productId: string, guest: GuestOfStay) => Buffer;

/** What staff or a channel add to a stay: the same add-ons and coupons as online, under the same limits (CP-7, CH-5). */
export function reservationExtras(markOf: MarkOfGuest, reader: CouponReader): ReservationExtras {
  return {
    read: ({ tx, clock }, { productId, storeId: id, timeZone, dayCutoff }, request) =>
      readChosenExtras(
        tx,
        { id, timeZone, dayCutoff },
        { ...request, reader, phoneMark: markOfStay(markOf, productId, request) },
        clock.now(),
      ),
    async redeem(tx, row, { coupon, today }) {
      if (coupon === null) return;
      const { product_id: productId, store_id: storeId, id: reservationId } = row;
      const phoneMark = markOfStay(markOf, productId, { guestPhone: row.guest_phone, guestEmail: row.guest_email });
      const use = { productId, storeId, reservationId, couponId: coupon.couponId, today, phoneMark };
      await redeemCoupon(tx, { ...use, reader });
    },
  };
}

function markOfStay(markOf: MarkOfGuest, productId: string, { guestPhone, guestEmail = '' }: GuestOfStay): Buffer {
  const isOfMailbox = guestEmail !== '' && isPhoneAbroad(guestPhone);
  return markOf(productId, { guestPhone, ...(isOfMailbox && { guestEmail }) });
}

/** Returns the price of a stay with its add-ons and its coupon, as the request that creates it computes it. */
export async function quoteNewStay(
  { tx, clock, actor }: UnitOfWork<Caller>,
  { addOns, couponCode, guestPhone, guestEmail, ...stay }: BodyOf<typeof quoteReservation>,
  { markOf, reader }: { readonly markOf: MarkOfGuest; readonly reader: CouponReader },
): Promise<ReplyOf<typeof quoteReservation>> {
  const store = await tx
    .selectFrom('rooms as r')
    .innerJoin('stores as s', (join) =>
      join.onRef('s.product_id', '=', 'r.product_id').onRef('s.id', '=', 'r.store_id'),
    )
    .select(['s.id', 's.time_zone as timeZone', 's.day_cutoff as dayCutoff'])
    .where('r.id', '=', stay.roomId)
    .executeTakeFirst();
  if (!store) throw notFound();
  const phoneMark = guestPhone === '' ? undefined : markOfStay(markOf, actor.productId, { guestPhone, guestEmail });
  const { price } = await quoteWithExtras(
    { tx, clock },
    store,
    { ...stay, isWalkIn: false },
    { addOns, couponCode, reader, phoneMark },
  );
  const { totalAmount, lines, addOnLines, discount } = price;
  return { totalAmount, lines, addOnLines, discount: toReservationDiscount({ discount }) };
}
