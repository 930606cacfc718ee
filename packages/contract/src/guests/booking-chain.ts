import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, queryNumber } from '../fields.ts';
import { privacyPolicy } from '../stores/privacy-policies.ts';
import { location } from './guest-information.ts';

/** What a guest reads about a chain (SE-4, SE-5): its stores that take online bookings, and its privacy policy. */

const ofChain = '/api/v2/{product}/booking' as const;

const chainStore = z.object({
  id,
  name: z.string(),
  address: z.string(),
  addressEn: z.string(),
  phone: z.string(),
  timeZone: z.string(),
  /** `null`: the store has not set it. */
  location: location.nullable(),
  /** A photo of its first room with one. `null`: none. */
  photoId: id.nullable(),
  /** The shortest stay, for which the page shows whether a room is free now. */
  minMinutes: z.number().int(),
});
export type ChainStore = z.infer<typeof chainStore>;

export const bookingChain = z.object({
  product: z.object({ slug: z.string(), name: z.string() }),
  hasPrivacyPolicy: z.boolean(),
  /** Whether a guest gets a code, with which they find their bookings of all stores (BK-15). */
  canFindBookings: z.boolean(),
  /** By name. */
  stores: z.array(chainStore),
});
export type BookingChain = z.infer<typeof bookingChain>;

export const getBookingChain = endpoint({
  method: 'GET',
  path: ofChain,
  summary: 'The stores of a chain that take online bookings, by name; a chain without one is NOT_FOUND (SE-5)',
  access: 'public',
  reply: bookingChain,
});

export const publishedPolicy = privacyPolicy.omit({ changedAt: true, changedBy: true }).extend({
  product: z.object({ slug: z.string(), name: z.string() }),
  /** The legal name of head office, or the name of the chain. */
  chainName: z.string(),
  /** How long personal data of guests is kept after a stay. */
  keptMonths: z.number().int(),
  /** Every version, latest first. */
  versions: z.array(z.object({ version: z.number().int(), effectiveOn: calendarDate })),
});
export type PublishedPolicy = z.infer<typeof publishedPolicy>;

export const getPublishedPolicy = endpoint({
  method: 'GET',
  path: `${ofChain}/privacy-policy`,
  summary: 'The privacy policy of a chain, the latest version unless one is named; without one NOT_FOUND (SE-3)',
  access: 'public',
  query: z.strictObject({ version: queryNumber(1, 100_000).optional() }),
  reply: publishedPolicy,
});
