import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { guestReservation } from './guest-access.ts';
import { guestPage } from './guest-page.ts';

/**
 * Links that a guest gives to companions (GT-21 to GT-26): a token with the prefix `mjc_`, which reaches the endpoints with
 * the access `companion` only.
 */

const companionLink = z.object({
  id,
  storeId: id,
  /** Counts the links of the reservation from 1. */
  number: z.number().int(),
  issuedAt: instant,
  /** To the minute. `null`: not used. */
  lastUsedAt: instant.nullable(),
  /** The path of the companion's page. `null`: this server cannot compose it. */
  path: z.string().nullable(),
});
export type CompanionLink = z.infer<typeof companionLink>;

const ofGuest = '/api/v2/{product}/guest/companion';

export const listCompanionLinks = endpoint({
  method: 'GET',
  path: ofGuest,
  summary: 'The valid links for companions, oldest first (GT-23)',
  access: 'guest',
  reply: z.object({
    total: z.number().int().nonnegative(),
    items: z.array(companionLink),
    /** How many can be valid at the same time. */
    most: z.number().int(),
  }),
});

export const createCompanionLink = endpoint({
  method: 'POST',
  path: ofGuest,
  summary:
    'Create a link for a companion: way, doors, code in its window and help, without payment, cancelling and personal data (GT-21, GT-23)',
  access: 'guest',
  body: z.strictObject({}),
  reply: companionLink,
  shownOnce: ['path'],
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_COMPANIONS', 'TOO_MANY_ATTEMPTS'],
});

export const revokeCompanionLink = endpoint({
  method: 'DELETE',
  path: `${ofGuest}/{companionId}`,
  summary: 'End the link of a companion at once (GT-24)',
  access: 'guest',
  reply: z.object({ reservationId: id, storeId: id, companionId: id, revokedAt: instant }),
});

/** What a companion sees of the reservation: no name, phone, price, payment, code of the reservation or history (GT-22). */
const companionStay = guestReservation
  .pick({ reservationId: true, storeId: true, state: true, startsAt: true, endsAt: true, store: true, roomName: true })
  .extend({
    may: guestReservation.shape.may.pick({ readAccessCode: true, openDoors: true, askForHelp: true }),
  });

export const companionPage = guestPage
  .pick({ product: true, now: true, arrival: true, codes: true, doors: true })
  .extend({
    /** The number of the link. `null`: read with the link of the guest. */
    companion: z.number().int().nullable(),
    reservation: companionStay,
    /** What this companion asked for, and the answers since then; nothing of the guest and of other companions (GT-26). */
    help: guestPage.shape.help,
    /** When the reservation was cancelled. `null`: it was not. */
    cancelledAt: instant.nullable(),
    /** The stay before its latest move, if it moved after the link was created. */
    movedFrom: guestPage.shape.moves.element.shape.from.nullable(),
  });
export type CompanionPage = z.infer<typeof companionPage>;

export const getCompanionPage = endpoint({
  method: 'GET',
  path: '/api/v2/companion/page',
  summary:
    'Everything that the page of a companion shows, with the product of the token: place, period, way, codes, doors and own help (GT-22)',
  access: 'companion',
  reply: companionPage,
});
