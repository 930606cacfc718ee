import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, version } from '../fields.ts';
import { MESSAGE_LANGUAGES, REFUSABLE_KINDS } from './message-variables.ts';
import { guestContact } from '../reservations/reservations.ts';

/** How messages reach a guest, and which they refuse: set by the guest (GP-7) and by staff on their wish (MS-15). */

const refusal = z.object({ kind: z.enum(REFUSABLE_KINDS), isRefused: z.boolean() });

const contactOfGuest = z.object({
  reservationId: id,
  storeId: id,
  /** Of the reservation; a change names it (AP-4). */
  version,
  language: z.enum(MESSAGE_LANGUAGES),
  /** Masked, because friends of the guest have the link too; empty: none. */
  maskedEmail: z.string(),
  /** Whether the product sends e-mails at all. */
  hasEmails: z.boolean(),
  /** Every kind that can be refused. Empty for a guest without a phone number, by which refusals are kept. */
  refusals: z.array(refusal),
});
export type ContactOfGuest = z.infer<typeof contactOfGuest>;

const ofGuest = '/api/v2/{product}/guest/contact';

export const getGuestContact = endpoint({
  method: 'GET',
  path: ofGuest,
  summary: 'The language of the messages, the masked e-mail address, and the refused kinds (GP-7)',
  access: 'guest',
  reply: contactOfGuest,
  problems: ['STATE_NOT_ALLOWED'],
});

export const changeGuestContact = endpoint({
  method: 'PATCH',
  path: ofGuest,
  summary:
    'Change the language, set or remove the e-mail address, or refuse kinds of messages; at most five times within an hour. It sends no message (GP-7)',
  access: 'guest',
  body: z.strictObject({
    version,
    language: guestContact.guestLanguage.optional(),
    /** Empty: remove it. */
    email: guestContact.guestEmail.optional(),
    /** The kinds that the guest decides about; the others stay as they are. */
    refusals: z.array(refusal).max(REFUSABLE_KINDS.length).optional(),
  }),
  reply: contactOfGuest,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'MESSAGE_LIMIT'],
});

const messageOptOuts = z.object({
  reservationId: id,
  storeId: id,
  /** False: the guest has no phone number, by which refusals are kept. */
  isPossible: z.boolean(),
  items: z.array(
    refusal.extend({
      /** Both `null` for a kind that is not refused. */
      decidedAt: instant.nullable(),
      decidedBy: z.enum(['GUEST', 'PERSON']).nullable(),
    }),
  ),
});
export type MessageOptOuts = z.infer<typeof messageOptOuts>;

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/message/opt-outs';

export const getMessageOptOuts = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'The kinds of messages that the guest of a reservation refuses in all stores of the product (MS-15)',
  access: 'messages:read',
  reply: messageOptOuts,
});

export const setMessageOptOut = endpoint({
  method: 'POST',
  path: ofReservation,
  summary: "Refuse a kind of messages, or allow it again, on the guest's wish (MS-15)",
  access: 'messages:send',
  body: refusal.strict(),
  reply: messageOptOuts,
  problems: ['STATE_NOT_ALLOWED'],
});
