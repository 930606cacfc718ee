import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { room } from '../stores/rooms.ts';
import { SELLER_GAPS } from '../stores/seller-values.ts';

/** What has to be set up before guests can book online (BK-8). */
export const BOOKING_GAPS = [
  'PUBLIC_URL',
  'SMS_PROVIDER',
  'CHECKOUT_PROVIDER',
  'HOURS',
  'ROOM',
  'PRICE',
  ...SELLER_GAPS,
] as const;
export type BookingGap = (typeof BOOKING_GAPS)[number];

export const getBookingSetup = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/booking-setup',
  summary: 'The public address of the booking page of a store, and what is missing before guests can book (BK-8)',
  access: 'stores:read',
  reply: z.object({
    storeId: id,
    isOpen: z.boolean(),
    /** `null`: the server does not know its public address. */
    url: z.string().nullable(),
    /** The path of the page as guests will see it, with a token that is valid for an hour (BK-12). `null`: the page is open. */
    previewPath: z.string().nullable(),
    missing: z.array(z.enum(BOOKING_GAPS)),
    /** The rooms of which a poster can be printed, in the order of the store. */
    rooms: z.array(room.pick({ id: true, name: true })),
  }),
});

export const printBookingPoster = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/booking-poster',
  summary:
    'A poster (PDF, A4) with a QR code of the booking page of the store, or of one room. Without a public address of the server, or while online booking is off: STATE_NOT_ALLOWED (BK-8)',
  access: 'stores:read',
  query: z.strictObject({ roomId: id.optional() }),
  kind: 'file',
  reply: z.any(),
  problems: ['STATE_NOT_ALLOWED'],
});
