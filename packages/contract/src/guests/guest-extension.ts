import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { extensionChoice, NO_EXTENSION } from '../reservations/extension-offers.ts';
import { id, money, version } from '../fields.ts';
import { guestPermission } from './guest-access.ts';
import { ONLINE_PROVIDERS } from '../money/payment-providers.ts';
import { heldExtension } from '../reservations/reservations.ts';

/** More time at the end of a stay, which its guest pays for online (GT-12). */

/** Why a guest cannot extend: a refusal of the booking rules, or nothing to pay with. */
export const NO_GUEST_EXTENSION = [...NO_EXTENSION, 'PROVIDER_NOT_SET'] as const;

export const guestExtension = z.object({
  reservationId: id,
  storeId: id,
  /** The version of the reservation. */
  version,
  mayExtend: guestPermission,
  /** The shortest first. They are valid at this moment only, because another booking may come first. */
  choices: z.array(extensionChoice),
  /** Why there are no choices, though the guest may extend now. */
  reason: z.enum(NO_GUEST_EXTENSION).nullable(),
  /** The time that is held and not paid; paying makes it part of the stay. `null`: none. */
  held: heldExtension.nullable(),
  /** The providers whose page of payment the server knows (decision 072). */
  checkoutProviders: z.array(z.enum(ONLINE_PROVIDERS)),
});
export type GuestExtension = z.infer<typeof guestExtension>;

const path = '/api/v2/{product}/guest/extension';

export const getGuestExtension = endpoint({
  method: 'GET',
  path,
  summary: 'By how much the guest can extend now and at what price, or why not; and the extension that is held (GT-12)',
  access: 'guest',
  reply: guestExtension,
});

export const extendAsGuest = endpoint({
  method: 'POST',
  path,
  summary:
    'Hold more time at the end of the stay, to be paid next; time without a price is added at once. `expectedPriceAmount` is the price of the whole stay (GT-12)',
  access: 'guest',
  body: z.strictObject({ version, minutes: z.number().int().min(1).max(1440), expectedPriceAmount: money }),
  reply: guestExtension,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'PRICE_CHANGED', 'PROVIDER_NOT_SET', 'AGE_CHECK_NEEDED', ...NO_EXTENSION],
});

export const returnExtensionAsGuest = endpoint({
  method: 'DELETE',
  path,
  summary: 'Return the held time before it is paid, and not while a payment is being confirmed (GT-13)',
  access: 'guest',
  reply: guestExtension,
  problems: ['STATE_NOT_ALLOWED', 'PAYMENT_UNDER_WAY'],
});
