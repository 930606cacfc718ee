import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { extensionOffer } from './extension-offers.ts';
import {
  calendarDate,
  id,
  instant,
  listOf,
  money,
  namedInstant,
  paging,
  phone,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { PROVIDER_METHODS } from '../money/payment-methods.ts';
import { addOn } from '../money/add-ons.ts';
import {
  createReservation,
  extendReservation,
  newGuestContact,
  reservationDetail,
  stayExtras,
} from './reservations.ts';
import { reservationDiscount } from './coupon-terms.ts';
import { quoteReservation } from './reservation-quote.ts';
import { room } from '../stores/rooms.ts';
import { store } from '../stores/stores.ts';

/**
 * RV-9: another company's program that books for its guests. It has an API key, for all stores or some, and sees the
 * reservations that it created.
 */

const channelStore = store.pick({
  id: true,
  name: true,
  address: true,
  phone: true,
  timeZone: true,
  hours: true,
  slotMinutes: true,
  minMinutes: true,
  maxMinutes: true,
  horizonDays: true,
  holdMinutes: true,
  dayCutoff: true,
  cancellationTiers: true,
});

export const listChannelStores = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel/store',
  summary: 'The stores of the API key, with what guests should know about them',
  access: 'channel',
  query: z.strictObject({ ...paging, sort: sortBy('name', 'createdAt') }),
  reply: listOf(channelStore),
});

export const listChannelRooms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel/room',
  summary: 'Rooms that are not archived, in the order of their store',
  access: 'channel',
  query: z.strictObject({ ...paging, sort: sortBy('order', 'name', 'capacity'), storeId: id.optional() }),
  reply: listOf(
    room.pick({
      id: true,
      storeId: true,
      name: true,
      capacity: true,
      description: true,
      amenities: true,
      order: true,
      partRoomIds: true,
    }),
  ),
});

export const listChannelAddOns = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel/add-on',
  summary:
    'What guests can add to a stay, in the order of its store (BK-13). `unit`: the price is for a stay, an hour or a person; `roomIds`: only in these rooms; empty: in every room',
  access: 'channel',
  query: z.strictObject({ ...paging, sort: sortBy('sortOrder', 'name', 'amount'), storeId: id.optional() }),
  reply: listOf(addOn.omit({ isOffered: true, version: true })),
});

/** A bookable period: a stay may start and end on any slot in it and last as long as the store allows. */
const freeTime = z.object({ startsAt: instant, endsAt: instant });

export const readAvailability = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel/availability',
  summary:
    'The free periods of each room on a business date: open, not closed, not taken (buffers included), not past. The last period may continue past the end of the date, ' +
    'as a stay may. A later booking can still get SLOT_TAKEN. Use the quote to find out whether the whole period has a price',
  access: 'channel',
  query: z.strictObject({ storeId: id, date: calendarDate, roomId: id.optional() }),
  reply: z.object({
    storeId: id,
    date: calendarDate,
    slotMinutes: z.number().int(),
    minMinutes: z.number().int(),
    maxMinutes: z.number().int(),
    rooms: z.array(z.object({ roomId: id, name: z.string(), capacity: z.number().int(), free: z.array(freeTime) })),
  }),
});
export type Availability = z.infer<(typeof readAvailability)['reply']>;

/** The discount of a coupon. Who bears it stays between the store and head office. */
const channelDiscount = reservationDiscount.omit({ couponId: true, bearer: true }).nullable();

const headCount = z.number().int().min(1).max(1000);

export const quoteForChannel = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/quote',
  summary:
    'The price of a period in a room, line by line, with add-ons and the discount of a coupon (CH-5). `guestPhone`: for coupons that count the uses of one guest. Creates nothing',
  access: 'channel',
  body: quoteReservation.body,
  reply: quoteReservation.reply.extend({ discount: channelDiscount }),
  problems: quoteReservation.problems,
});

/** A reservation for a channel: the guest is masked (PD-1), and names and notes of staff are left out. */
export const channelReservation = reservationDetail
  .pick({
    id: true,
    code: true,
    storeId: true,
    roomId: true,
    state: true,
    startsAt: true,
    endsAt: true,
    headCount: true,
    guestName: true,
    guestPhone: true,
    guestEmail: true,
    guestLanguage: true,
    priceAmount: true,
    priceLines: true,
    addOnLines: true,
    paidAmount: true,
    holdExpiresAt: true,
    createdAt: true,
    cancelledAt: true,
    refundPercent: true,
    refundAmount: true,
    cancellation: true,
    version: true,
  })
  .extend({ externalId: z.string().nullable(), discount: channelDiscount });
export type ChannelReservation = z.infer<typeof channelReservation>;

export const createChannelReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation',
  summary:
    'Hold a period for a guest: PENDING until it is confirmed, or EXPIRED at `holdExpiresAt`. `externalId`, the number of the channel, is used once: ' +
    'a second request is refused with the reservation that has it. `expectedPriceAmount`, if sent, must equal the price',
  access: 'channel',
  body: z.strictObject({
    roomId: id,
    startsAt: namedInstant,
    endsAt: namedInstant,
    headCount,
    guestName: singleLine(60),
    guestPhone: phone,
    ...newGuestContact,
    memo: text(500, 0).default(''),
    externalId: singleLine(100).optional(),
    ...stayExtras,
    expectedPriceAmount: money.optional(),
  }),
  reply: channelReservation,
  problems: ['EXTERNAL_ID_TAKEN', ...createReservation.problems],
});

export const getChannelReservation = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel/reservation/{reservationId}',
  summary: 'A reservation of this API key. `extension`: the offer to its guest before the end (NX-4); null without one',
  access: 'channel',
  reply: channelReservation.extend({
    extension: extensionOffer.pick({ until: true, offeredAt: true, choices: true, reason: true }).nullable(),
  }),
});

/** Money that the channel collected from its guest, in won (CH-2). */
export const channelMoney = z
  .strictObject({
    /** What the guest paid, VAT included. */
    amount: money.min(1).max(2_000_000_000),
    method: z.enum(PROVIDER_METHODS).default('CARD'),
    /** What the channel keeps of it, without VAT, and the VAT of that. */
    commissionAmount: money.min(0).max(2_000_000_000),
    commissionVatAmount: money.min(0).max(2_000_000_000),
    /** What the channel calls the payment; used once. */
    reference: singleLine(100),
  })
  .refine((item) => item.commissionAmount + item.commissionVatAmount <= item.amount, {
    path: ['commissionAmount'],
    error: 'must not be more than the amount',
  });
export type ChannelMoney = z.output<typeof channelMoney>;

export const confirmChannelReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/confirm',
  summary:
    'PENDING → CONFIRMED: the guest has paid. `payment`: the channel collected the money and reports it (CH-2); without it, the money is still due',
  access: 'channel',
  body: z.strictObject({ version, payment: channelMoney.optional() }),
  reply: channelReservation,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'MORE_THAN_DUE', 'EXTERNAL_ID_TAKEN'],
});

export const reportChannelPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/payment',
  summary:
    'Report money that the channel collected, for example for an extension (CH-2). What covers the price confirms a PENDING reservation',
  access: 'channel',
  body: channelMoney,
  reply: channelReservation,
  problems: ['STATE_NOT_ALLOWED', 'MORE_THAN_DUE', 'EXTERNAL_ID_TAKEN'],
});

export const extendChannelReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/extend',
  summary:
    'Add whole slots at the end, at their price, with or without an offer. `expectedPriceAmount`, if sent, must equal the new total price',
  access: 'channel',
  body: extendReservation.body,
  reply: channelReservation,
  problems: extendReservation.problems,
});

export const revealChannelCode = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/access-code',
  summary:
    'The access code of the guest, and when it works; the reply has each code once, later null (DR-5). `spares`: a separate code for each door that cannot be reached to write the own code; also once each, so request it again before the guest arrives (NX-3)',
  access: 'channel',
  body: z.strictObject({}),
  reply: z.object({
    codeId: id,
    code: z.string().nullable(),
    doors: z.array(z.object({ name: z.string(), opensAt: instant, closesAt: instant })),
    spares: z.array(z.object({ name: z.string(), code: z.string() })).nullable(),
  }),
  shownOnce: ['code', 'spares'],
  problems: ['ACCESS_CODE_ABSENT'],
});

export const cancelChannelReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/cancel',
  summary:
    "Cancel; the store's tiers determine the refund. Money that the channel collected counts as returned by it at once (CH-3)",
  access: 'channel',
  body: z.strictObject({ version, reason: text(300, 0).default('') }),
  reply: channelReservation,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});
