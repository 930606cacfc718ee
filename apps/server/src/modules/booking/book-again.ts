import type { bookAgain, BookAgainOffer, BodyOf, BookedOnline } from '@munjigi/contract';
import { maskName, maskPhone } from '@munjigi/rules';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { storeActor } from '../../db/index.ts';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { readReservation, type ReservationRow } from '../reservations/index.ts';
import { bookProven, checkBeforeCode, type BookOnlineDeps } from './book-online.ts';
import { codeTargetOf } from './guest-proof/guest-proof.ts';
import { readOpenStore } from './offer/open-stores.sql.ts';

/**
 * A guest books again with the link of an earlier stay (RG-7, decision 139). The link stands for a code to the phone while
 * only one device has used it and no person of the staff got it: it came in a message to this phone.
 */

/** Whether the link is enough to book again, and for whom. */
export async function readBookAgain(deps: BookOnlineDeps, guest: GuestCaller): Promise<BookAgainOffer> {
  const row = await readStayOf(deps, guest);
  const needsCode = findContact(guest, row) === null;
  return {
    reservationId: row.id,
    storeId: row.store_id,
    needsCode,
    maskedName: needsCode ? '' : maskName(row.guest_name),
    maskedPhone: needsCode ? '' : maskPhone(row.guest_phone),
  };
}

/** Books at the store of the stay for its guest. Throws PHONE_CODE_REQUIRED when the link does not prove the guest. */
export async function bookWithLink(
  deps: BookOnlineDeps,
  guest: GuestCaller,
  { body, address }: { readonly body: BodyOf<typeof bookAgain>; readonly address: string },
): Promise<BookedOnline> {
  const row = await readStayOf(deps, guest);
  const contact = findContact(guest, row);
  if (contact === null) throw new Problem('PHONE_CODE_REQUIRED');
  const store = await readOpenStore(deps.db, { product: guest.productSlug, storeId: guest.storeId });
  const { termsVersion: _seen, ...wish } = body;
  const booking = {
    store,
    body: { ...body, ...contact, guestName: row.guest_name, phoneCode: null },
    target: codeTargetOf(deps.marks, store.productId, contact),
    addressMark: deps.marks.ofAddress(store.productId, address),
    // The reply of a repeated request is kept with the key of the guest (AP-5).
    requestMark: null,
    bodyMark: deps.marks.ofRequest(`again ${guest.reservationId} ${JSON.stringify(wish)}`),
  };
  await checkBeforeCode(deps, booking);
  return bookProven(deps, booking);
}

function readStayOf({ db }: BookOnlineDeps, guest: GuestCaller): Promise<ReservationRow> {
  return db.withActor(
    storeActor(guest.productId, guest.storeId),
    async (tx) => (await readReservation(tx, guest.reservationId)).row,
  );
}

/** Whom the link proves; `null`: no one. */
function findContact(
  { isLinkShared, isLinkOfStaff }: GuestCaller,
  row: ReservationRow,
): { readonly guestPhone: string; readonly guestEmail?: string } | null {
  const { guest_phone: guestPhone, guest_email: guestEmail } = row;
  if (isLinkShared || isLinkOfStaff || row.guest_name === '') return null;
  if (/^01[016789]-/.test(guestPhone)) return { guestPhone };
  // A friend with the link can set an address, and must not book with it (GT-14).
  const isProven = isPhoneAbroad(guestPhone) && guestEmail !== '' && !row.is_email_of_link;
  return isProven ? { guestPhone, guestEmail } : null;
}
