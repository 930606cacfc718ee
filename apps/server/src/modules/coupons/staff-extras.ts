import type { BodyOf, quoteReservation, ReplyOf } from '@munjigi/contract';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { notFound, type UnitOfWork } from '../../http/index.ts';
import { toReservationDiscount, type StaffExtras } from '../reservations/index.ts';
import { quoteWithExtras, readChosenExtras } from './chosen-extras.ts';
import { redeemCoupon } from './redeem.ts';

interface GuestOfStay {
  readonly guestPhone: string;
  /** Only of a guest with a phone outside Korea, whose uses count for the mailbox (BK-16). */
  readonly guestEmail?: string;
}

/** The keyed hash by which online booking counts the uses of a guest, so that a use at the counter counts for both. */
export type MarkOfGuest = (productId: string, guest: GuestOfStay) => Buffer;

/** What staff add to a stay that they create: the same add-ons and coupons as online, under the same limits (CP-7). */
export function staffExtras(markOf: MarkOfGuest): StaffExtras {
  return {
    read: ({ tx, clock }, { productId, storeId: id, timeZone, dayCutoff }, request) =>
      readChosenExtras(
        tx,
        { id, timeZone, dayCutoff },
        { ...request, reader: 'STAFF', phoneMark: markOfStay(markOf, productId, request) },
        clock.now(),
      ),
    async redeem(tx, row, { coupon, today }) {
      if (coupon === null) return;
      const { product_id: productId, store_id: storeId, id: reservationId } = row;
      const phoneMark = markOfStay(markOf, productId, { guestPhone: row.guest_phone, guestEmail: row.guest_email });
      const use = { productId, storeId, reservationId, couponId: coupon.couponId, today, phoneMark };
      await redeemCoupon(tx, { ...use, reader: 'STAFF' });
    },
  };
}

function markOfStay(markOf: MarkOfGuest, productId: string, { guestPhone, guestEmail = '' }: GuestOfStay): Buffer {
  const isOfMailbox = guestEmail !== '' && isPhoneAbroad(guestPhone);
  return markOf(productId, { guestPhone, ...(isOfMailbox && { guestEmail }) });
}

/** Returns the price of a stay with its add-ons and its coupon, as `createReservation` computes it. */
export async function quoteForStaff(
  { tx, clock, actor }: UnitOfWork,
  { addOns, couponCode, guestPhone, guestEmail, ...stay }: BodyOf<typeof quoteReservation>,
  markOf: MarkOfGuest,
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
    { addOns, couponCode, reader: 'STAFF', phoneMark },
  );
  const { totalAmount, lines, addOnLines, discount } = price;
  return { totalAmount, lines, addOnLines, discount: toReservationDiscount({ discount }) };
}
