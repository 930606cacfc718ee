import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  email,
  id,
  instant,
  namedInstant,
  phone,
  phoneCode,
  singleLine,
  timeOfDay,
  version,
  weekday,
} from '../fields.ts';
import { AGE_BASES, AGE_CHECK_OUTCOMES, AGE_CHECK_WAYS, AGE_DOCUMENTS } from './age-values.ts';
import { bookingPhone } from './booking-contact.ts';
import { bookingPath } from './booking.ts';

export * from './age-values.ts';

/** Rooms and hours for adults, and how a guest is found to be one (AG-1 to AG-13, decision 141). */

const ageBasis = z.enum(AGE_BASES);

const ageRule = z.strictObject({
  /** Rooms of the rule; empty: every room of the store. */
  roomIds: z.array(id).max(500),
  /** The weekdays on which the band starts. */
  weekdays: z
    .array(weekday)
    .min(1)
    .max(7)
    .refine((list) => new Set(list).size === list.length, 'a weekday is named twice'),
  /** The band, in local time of the store. `toTime` at or before `fromTime` is on the next day; equal to it means 24 hours. */
  fromTime: timeOfDay,
  toTime: timeOfDay,
  basis: ageBasis,
  /** For staff: why the store has the rule. */
  note: singleLine(200, 0),
});
export type AgeRule = z.infer<typeof ageRule>;

const ageTerms = {
  rules: z.array(ageRule).max(20),
  /** For how many months a check counts. */
  checkMonths: z.number().int().min(1).max(24),
};

const ageRules = z.object({
  storeId: id,
  ...ageTerms,
  /** Whether the product has a provider of identity checks. */
  hasIdentityProvider: z.boolean(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  /** 0: nothing was saved yet. */
  version: z.number().int().min(0),
});
export type AgeRules = z.infer<typeof ageRules>;

const rulesOfStore = '/api/v2/{product}/store/{storeId}/age-rules';

export const getAgeRules = endpoint({
  method: 'GET',
  path: rulesOfStore,
  summary: 'The rooms and hours of a store that are for adults only (AG-1)',
  access: 'stores:read',
  reply: ageRules,
});

export const setAgeRules = endpoint({
  method: 'POST',
  path: rulesOfStore,
  summary:
    'Set the rooms and hours for adults. They apply to stays that are booked, moved or extended from now on (AG-1)',
  access: 'stores:write',
  body: z.strictObject({ ...ageTerms, version: z.number().int().min(0) }),
  reply: ageRules,
  problems: ['STALE'],
});

const identityProvider = z.object({
  baseUrl: z.string(),
  /** False: the server does not call this address, which was stored when its settings allowed it. */
  isAddressAllowed: z.boolean(),
  channelKey: z.string(),
  merchantId: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  version,
});
export type IdentityProviderSettings = z.infer<typeof identityProvider>;

const providerPath = '/api/v2/{product}/identity-provider';

export const getIdentityProvider = endpoint({
  method: 'GET',
  path: providerPath,
  summary: 'The connection to the provider of identity checks, without its secret; `null`: there is none (AG-4)',
  access: 'webhooks:read',
  reply: z.object({ provider: identityProvider.nullable() }),
});

export const setIdentityProvider = endpoint({
  method: 'POST',
  path: providerPath,
  summary: 'Set the connection to PortOne for identity checks. A secret that is left out stays as it is (AG-4)',
  access: 'webhooks:write',
  body: z.strictObject({
    /** The version that the person saw; absent when the provider is set for the first time. */
    version: version.optional(),
    /** The provider's own address. An address on this machine only if the server allows tests (`PROVIDER_TEST_URLS`). */
    baseUrl: z.url().max(200).optional(),
    channelKey: singleLine(200),
    merchantId: singleLine(100),
    apiSecret: singleLine(300).optional(),
  }),
  reply: z.object({ provider: identityProvider.nullable() }),
  problems: ['STALE'],
});

/** A check that a guest has begun. */
const startedAgeCheck = z.object({
  checkId: id,
  storeId: id,
  /** The id that the window of the provider gets, once for this check. */
  verificationId: z.string(),
  channelKey: z.string(),
  merchantId: z.string(),
  /** The page of a virtual provider. `null`: the script of the provider opens its own window. */
  checkUrl: z.string().nullable(),
  expiresAt: instant,
});
export type StartedAgeCheck = z.infer<typeof startedAgeCheck>;

const finishedAgeCheck = z.object({ checkId: id, storeId: id, outcome: z.enum(AGE_CHECK_OUTCOMES) });
export type FinishedAgeCheck = z.infer<typeof finishedAgeCheck>;

const ofBooking = `${bookingPath}/age-check` as const;

export const startAgeCheck = endpoint({
  method: 'POST',
  path: ofBooking,
  summary:
    'Begin the identity check of a guest who books online and has confirmed the phone with a code. It is for one use. ' +
    'More than five a day are TOO_MANY_ATTEMPTS (AG-5, AG-8)',
  access: 'public',
  body: z.strictObject({ guestPhone: bookingPhone, phoneCode, basis: ageBasis }),
  reply: startedAgeCheck,
  problems: ['INVALID_CODE', 'PROVIDER_NOT_SET', 'TOO_MANY_ATTEMPTS'],
});

export const finishAgeCheck = endpoint({
  method: 'POST',
  path: `${ofBooking}/{checkId}`,
  summary:
    'Have the server look up what came of a check. Only the provider is believed: the browser says nothing about the person (AG-5)',
  access: 'public',
  body: z.strictObject({ guestPhone: bookingPhone }),
  reply: finishedAgeCheck,
  problems: ['STATE_NOT_ALLOWED'],
});

const ageCheck = z.object({
  reservationId: id,
  storeId: id,
  /** `null`: the stay touches no rule. */
  basis: ageBasis.nullable(),
  /** When the guest was found to be adult. `null`: not yet, so the guest gets no code before the check-in. */
  metAt: instant.nullable(),
  way: z.enum(AGE_CHECK_WAYS).nullable(),
  document: z.enum(AGE_DOCUMENTS).nullable(),
  confirmedBy: z.string().nullable(),
  /** When the guest asked the staff to look at a document. */
  askedAt: instant.nullable(),
});

const ageCheckOfGuest = ageCheck.omit({ document: true, confirmedBy: true }).extend({
  /** Whether the guest can do the identity check of the provider. */
  canCheckIdentity: z.boolean(),
});
export type AgeCheckOfGuest = z.infer<typeof ageCheckOfGuest>;

const ofGuest = '/api/v2/{product}/guest/age-check';

export const getOwnAgeCheck = endpoint({
  method: 'GET',
  path: ofGuest,
  summary: 'Whether the stay is for adults, and whether its guest has been checked (AG-7)',
  access: 'guest',
  reply: ageCheckOfGuest,
});

export const startOwnAgeCheck = endpoint({
  method: 'POST',
  path: ofGuest,
  summary: 'Begin the identity check of the guest of this stay, as with an online booking (AG-5, AG-7)',
  access: 'guest',
  body: z.strictObject({ basis: ageBasis }),
  reply: startedAgeCheck,
  problems: ['STATE_NOT_ALLOWED', 'PROVIDER_NOT_SET', 'TOO_MANY_ATTEMPTS'],
});

export const finishOwnAgeCheck = endpoint({
  method: 'POST',
  path: `${ofGuest}/{checkId}`,
  summary: 'Have the server look up what came of the check of the guest of this stay (AG-5)',
  access: 'guest',
  body: z.strictObject({}),
  reply: finishedAgeCheck,
  problems: ['STATE_NOT_ALLOWED'],
});

export const askForDocumentCheck = endpoint({
  method: 'POST',
  path: `${ofGuest}/document`,
  summary: 'Ask the staff to look at a document, for a guest who cannot do the identity check (AG-9)',
  access: 'guest',
  body: z.strictObject({}),
  reply: ageCheckOfGuest,
  problems: ['STATE_NOT_ALLOWED'],
});

export type AgeCheckForStaff = z.infer<typeof ageCheck>;

export const previewAgeCheck = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/age-check/preview',
  summary:
    'Whether a stay would be for adults and its guest would get no code before a check: of a reservation that moves or becomes longer, or of a new one for a guest. Changes nothing (AG-13)',
  access: 'reservations:book',
  body: z.strictObject({
    roomId: id,
    startsAt: namedInstant,
    endsAt: namedInstant,
    /** The stay that changes. Absent: a new one, for the guest of the other two fields. */
    reservationId: id.optional(),
    guestPhone: z.union([phone, z.literal('')]).default(''),
    guestEmail: z.union([email, z.literal('')]).default(''),
  }),
  reply: z.object({
    /** `null`: the stay touches no rule. */
    basis: ageBasis.nullable(),
    /** Whether the guest has to be checked. False for a stay for all ages, and for a guest who was checked. */
    isCheckNeeded: z.boolean(),
  }),
  problems: ['PERIOD_INVALID'],
});

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/age-check';

export const getAgeCheck = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'Whether a stay is for adults, and how its guest was checked (AG-10)',
  access: 'reservations:read',
  reply: ageCheck,
});

export const confirmAdult = endpoint({
  method: 'POST',
  path: `${ofReservation}/confirm`,
  summary:
    'Confirm that the person saw a document of an adult. Its number and its picture are not kept. A stay that needs no check is STATE_NOT_ALLOWED (AG-10)',
  access: 'reservations:write',
  body: z.strictObject({ document: z.enum(AGE_DOCUMENTS), reason: singleLine(200) }),
  reply: ageCheck,
  problems: ['STATE_NOT_ALLOWED'],
});
