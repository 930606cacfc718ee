import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { bookedOnline, bookedStay, isRoomNamed, ONLINE_REFUSALS, ROOM_FAULT } from './booking.ts';

/** A guest books again at the store of an earlier stay, with its link in place of a code (RG-7). */

const path = '/api/v2/{product}/guest/book-again';

export const bookAgainOffer = z.object({
  reservationId: id,
  storeId: id,
  /** The link does not prove the guest: they enter name and phone, and confirm them with a code. */
  needsCode: z.boolean(),
  /** For whom the link books, masked. Empty with `needsCode`. */
  maskedName: z.string(),
  maskedPhone: z.string(),
});
export type BookAgainOffer = z.infer<typeof bookAgainOffer>;

export const getBookAgain = endpoint({
  method: 'GET',
  path,
  summary:
    'Whether the link of this stay stands for the code to the phone when its guest books again, and for whom (RG-7)',
  access: 'guest',
  reply: bookAgainOffer,
});

export const bookAgain = endpoint({
  method: 'POST',
  path,
  summary:
    'Book as `POST …/booking/store/{storeId}/reservation` at the store of this stay, for its guest. A link that was used on a second device, or was given to staff, is PHONE_CODE_REQUIRED (RG-7)',
  access: 'guest',
  body: z.strictObject(bookedStay).refine(isRoomNamed, ROOM_FAULT),
  reply: bookedOnline,
  problems: ['PHONE_CODE_REQUIRED', ...ONLINE_REFUSALS],
});
