import type { GuestPage, ReservationEvent } from '@munjigi/contract';
import { LEAST_ONLINE_WON, refundStepsOf } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { readGuestCodes, type AccessDeps } from '../access-codes/index.ts';
import { findRequirement } from '../age-checks/index.ts';
import { issuesCashReceipts } from '../cash-receipts/index.ts';
import { sellsPasses } from '../passes/index.ts';
import { readHelpOfGuest } from '../help-desk/index.ts';
import { dueAmountOf } from '../payments/index.ts';
import { readReservation } from '../reservations/index.ts';
import { findSellerFacts } from '../stores/index.ts';
import { readAcceptedTerms } from './accepted-terms.ts';
import { readArrival, toArrival } from './arrival.ts';
import { readMovesOf, refundOfGuest, stateChangeOf } from './guest-history.ts';
import {
  readDoorsOf,
  readGuestDoors,
  readPlace,
  toGuestReservation,
  withoutEndedDoors,
  type GuestPlace,
  type GuestWork,
} from './guest-page.ts';
import { permitRating } from './guest-permissions.ts';
import { readRatingOfGuest } from './stay-ratings.ts';

/** Reads everything that the page of a guest shows first (GP-1). The statements are sent together. */
export async function composeGuestPage(
  deps: Pick<AccessDeps, 'devices' | 'seal'>,
  work: GuestWork,
): Promise<GuestPage> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { storeId, reservationId } = actor;
  const [record, allDoors, place, arrival, help, given, acceptedTerms, selling, offers, age] = await Promise.all([
    readReservation(tx, reservationId),
    readDoorsOf(tx, actor),
    readPlace(tx, actor),
    readArrival(tx, reservationId),
    readHelpOfGuest(tx, reservationId, now),
    readRatingOfGuest(tx, reservationId),
    readAcceptedTerms(tx, reservationId),
    findSellerFacts(tx, storeId),
    readOffersOfStore(tx, storeId),
    findRequirement(tx, storeId, reservationId),
  ]);
  const { row, history } = record;
  const doors = withoutEndedDoors(allDoors, place, now);
  const [codes, guestDoors, moves] = await Promise.all([
    readGuestCodes(deps, tx, { storeId, reservationId }, { doors, now }),
    readGuestDoors(deps.devices, work, doors),
    readMovesOf(tx, record),
  ]);
  const dueAmount = dueAmountOf(row) ?? 0;
  return {
    product: { slug: actor.productSlug, name: actor.productName },
    seller: selling?.shown ?? null,
    hasPrivacyPolicy: selling?.hasPrivacyPolicy ?? false,
    now: now.toISOString(),
    reservation: toGuestReservation(record, place, doors, now),
    dueAmount,
    leastOnlineAmount: LEAST_ONLINE_WON,
    isExtensionReturned: isExtensionReturned(history),
    isMoveReturned: isMoveReturned(history),
    arrival: toArrival(arrival, { row, doors, now, expiresAt: place.expires_at }),
    codes,
    doors: guestDoors,
    help,
    rating: { isAllowed: given === null && now < place.expires_at && permitRating(actor, row, now), given },
    stateChange: stateChangeOf(record),
    moves,
    refund: refundOfGuest(record),
    refundSteps: refundStepsOf(record.terms.cancellationTiers, row.starts_at).map(({ until, refundPercent }) => ({
      until: until.toISOString(),
      refundPercent,
    })),
    bookingTerms: dueAmount > 0 ? place.booking_terms : '',
    bookingTermsEn: dueAmount > 0 ? place.booking_terms_en : '',
    acceptedTerms,
    bookingPath: bookingPathOf(work, place, row.room_id),
    ...offers,
    needsAgeCheck: age !== undefined && age.met_at === null && COMING.has(row.state),
    readableUntil: place.readable_until.toISOString(),
  };
}

/** What the store offers to those who pay. */
async function readOffersOfStore(tx: Tx, storeId: string) {
  const [offersCashReceipts, offersPasses] = await Promise.all([
    issuesCashReceipts(tx, storeId),
    sellsPasses(tx, storeId),
  ]);
  return { offersCashReceipts, offersPasses };
}

const COMING: ReadonlySet<string> = new Set(['PENDING', 'CONFIRMED']);

/** Where the guest can book again. `null`: the store takes no online bookings. */
function bookingPathOf({ actor }: GuestWork, place: GuestPlace, roomId: string): string | null {
  return place.sells_online ? `/b/${encodeURIComponent(actor.productSlug)}/${actor.storeId}?room=${roomId}` : null;
}

function isMoveReturned(history: readonly ReservationEvent[]): boolean {
  return history.findLast(({ kind }) => MOVE_KINDS.has(kind))?.kind === 'MOVE_RETURNED';
}

const MOVE_KINDS: ReadonlySet<ReservationEvent['kind']> = new Set(['MOVE_HELD', 'MOVE_RETURNED', 'MOVED']);

function isExtensionReturned(history: readonly ReservationEvent[]): boolean {
  const last = history.findLast(({ kind }) => kind === 'EXTENSION_HELD' || kind === 'EXTENSION_RETURNED');
  return last?.kind === 'EXTENSION_RETURNED';
}
