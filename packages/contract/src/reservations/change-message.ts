import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, namedInstant } from '../fields.ts';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES } from '../guests/message-variables.ts';
import { SERIES_SCOPES } from './reservation-values.ts';

/** What a person is about to do with a reservation (MS-25). `CHANGE`: the members of the query that are present. */
export const MESSAGE_ACTS = [
  'CHANGE',
  'CONFIRM',
  'CANCEL',
  'PAYMENT',
  'REFUND',
  'REVERSE_PAYMENT',
  'NO_SHOW',
  'CHECK_IN',
  'COMPLETE',
] as const;
export type MessageAct = (typeof MESSAGE_ACTS)[number];

/**
 * Why the guest gets no message of an act (MS-16, MS-25). `NOTHING_NEW`: the guest knows the stay as it would be.
 * `NO_MESSAGE_OF_ACT`: the act makes no message, as docs/guest-messages.md lists. `CONFIRMATION_WAITS`: a confirmation that was not sent yet will say the change.
 */
export const CHANGE_MESSAGE_OBSTACLES = [
  'NO_GUEST',
  'STAY_OVER',
  'NOTHING_NEW',
  'NO_CONTACT',
  'NO_MESSAGE_PROVIDER',
  'CONFIRMATION_WAITS',
  'TEMPLATE_DISABLED',
  'NO_MESSAGE_OF_ACT',
  'OPTED_OUT',
  'SWITCHED_OFF',
] as const;
export type ChangeMessageObstacle = (typeof CHANGE_MESSAGE_OBSTACLES)[number];

export const previewChangeMessage = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/{reservationId}/message/change',
  summary:
    'The message that the guest of a reservation would get of an act or a change, with its text, or why none. It changes nothing (MS-16, MS-25)',
  access: 'reservations:book',
  query: z.strictObject({
    act: z.enum(MESSAGE_ACTS).default('CHANGE'),
    /** Of a payment, a refund, or the refund of a cancellation, in won. */
    amount: z.coerce.number().int().min(0).max(1_000_000_000_000).optional(),
    roomId: id.optional(),
    startsAt: namedInstant.optional(),
    endsAt: namedInstant.optional(),
    headCount: z.coerce.number().int().min(1).max(1000).optional(),
    /** The price in won that the change would have; absent: the present one. */
    priceAmount: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    scope: z.enum(SERIES_SCOPES).default('ONE'),
  }),
  reply: z.object({
    /** `null`: the change needs no message. */
    kind: z.enum(MESSAGE_KINDS).nullable(),
    /** `null`: the message goes out. */
    obstacle: z.enum(CHANGE_MESSAGE_OBSTACLES).nullable(),
    /** Of a series: one message for each stay that changes. */
    messageCount: z.number().int().min(0),
    /** Masked. */
    recipient: z.string(),
    language: z.enum(MESSAGE_LANGUAGES),
    /** Later than the change: an undone change makes no message, and quiet hours can delay it (MS-6). */
    sendAt: instant.nullable(),
    subject: z.string(),
    /** The guest's name and the link are masked. */
    body: z.string(),
  }),
});
