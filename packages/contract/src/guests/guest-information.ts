import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, singleLine, text, version } from '../fields.ts';

/** What the page of a guest says about getting in and about the store (GP-2). */

const GUEST_PAGE_MONTHS = { least: 1, most: 24 } as const;

/** Only https: the guest's page opens the address. */
const mapUrl = singleLine(500, 0).refine((value) => value === '' || isHttpsUrl(value), 'must be an https address');

/** Degrees of WGS 84. */
export const location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Location = z.infer<typeof location>;

/** Each Korean text has an English one (GP-12). Empty: guests read the Korean one. */
const information = {
  /** The address of the store in English. */
  addressEn: singleLine(200, 0),
  directions: text(500, 0),
  directionsEn: text(500, 0),
  mapUrl,
  /** Where the store is, for the distance on the page of the chain (SE-5). `null`: not set. */
  location: location.nullable(),
  houseRules: text(1000, 0),
  houseRulesEn: text(1000, 0),
  /** Empty: the store offers no network. */
  wifiName: singleLine(32, 0),
  wifiPassword: singleLine(63, 0),
  /** Whether guests can book online (BK-1). */
  bookingIsOpen: z.boolean(),
  /** Shown before a guest books online, beside the refund tiers. */
  bookingTerms: text(4000, 0),
  bookingTermsEn: text(4000, 0),
  /** How many months after its end the page of a guest can be read (GT-3). */
  pageMonths: z.number().int().min(GUEST_PAGE_MONTHS.least).max(GUEST_PAGE_MONTHS.most),
};

export const guestInformation = z.object({
  storeId: id,
  addressEn: z.string(),
  directions: z.string(),
  directionsEn: z.string(),
  mapUrl: z.string(),
  location: location.nullable(),
  houseRules: z.string(),
  houseRulesEn: z.string(),
  wifiName: z.string(),
  /** `null`: the person may not change the store, so they may not read it. */
  wifiPassword: z.string().nullable(),
  bookingIsOpen: z.boolean(),
  bookingTerms: z.string(),
  bookingTermsEn: z.string(),
  pageMonths: z.number().int(),
  /** The version of the store. */
  version,
});
export type GuestInformation = z.infer<typeof guestInformation>;

const ofStore = '/api/v2/{product}/store/{storeId}/guest-information';

export const getGuestInformation = endpoint({
  method: 'GET',
  path: ofStore,
  summary:
    "What the page of a guest says about the store; the Wi-Fi password only for people with 'stores:write' (GP-2)",
  access: 'stores:read',
  reply: guestInformation,
});

export const editGuestInformation = endpoint({
  method: 'PATCH',
  path: ofStore,
  summary:
    'Change what the page of a guest says about the store. Without a network name there is no password (GP-2). Online booking is switched on only with the data of the seller (SE-2)',
  access: 'stores:write',
  body: z.strictObject({ ...z.object(information).partial().shape, version }),
  reply: guestInformation,
  problems: ['STALE', 'BOOKING_NOT_READY'],
});

function isHttpsUrl(value: string): boolean {
  return value.startsWith('https://') && URL.canParse(value);
}
