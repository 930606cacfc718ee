import type { BodyOf, GuestMoveOffer, moveAsGuest, NoGuestMove } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import { REFUND_REASONS } from '@munjigi/texts/payments';
import type { Tx } from '../../../db/index.ts';
import { Problem, type GuestCaller } from '../../../http/index.ts';
import { listOfferedAddOns } from '../../add-ons/index.ts';
import { refundDifference } from '../../cancellations/index.ts';
import {
  actForStore,
  checkCodeContact,
  countMovesLeft,
  findMoveRefusal,
  findOpenProviders,
  lockToken,
  permitMoving,
  proofOf,
  verifyCodeOfGuest,
  withCheckout,
  withoutCurrent,
  type GuestWork,
  type OpenProviders,
  type PhoneCodes,
} from '../../guest-access/index.ts';
import { hasOpenDispute, refuseDuringConfirmation, type ProviderDeps, type RefundDeps } from '../../payments/index.ts';
import {
  addOnLinesOf,
  byCaller,
  moveForGuest,
  readReservation,
  returnMove,
  selectReservationForUpdate,
  toHeldMove,
  type ReservationRecord,
} from '../../reservations/index.ts';
import { readOpenStore, type OpenStore } from '../offer/open-stores.sql.ts';
import { readMovedExtras } from './moved-extras.ts';

/**
 * A guest moves the stay (GT-30 to GT-34, decision 137): the checks and prices are those of a move by staff, the offers those of
 * the booking page. Prices and free times need rows that are not the guest's, so everything here runs for the store.
 */

const DAY_MS = 24 * 3600_000;

export interface GuestMoveDeps extends ProviderDeps, RefundDeps {
  readonly phoneCodes: PhoneCodes;
}

/** The store of the guest, even when it takes no online bookings at present. */
export function readStoreOfGuest({ db }: Pick<GuestMoveDeps, 'db'>, guest: GuestCaller): Promise<OpenStore> {
  return readOpenStore(db, { product: guest.productSlug, storeId: guest.storeId, isPreview: true });
}

/** Why the guest cannot move the stay now; `null`: they can. */
export async function findRefusal(
  tx: Tx,
  record: ReservationRecord,
  { store, now }: { readonly store: OpenStore; readonly now: Date },
): Promise<NoGuestMove | null> {
  const refusal = findMoveRefusal(record, { now, sellsOnline: store.isOpen });
  if (refusal !== null) return refusal;
  return (await hasOpenDispute(tx, record.row.id)) ? 'IN_DISPUTE' : null;
}

export async function readGuestMove(deps: GuestMoveDeps, guest: GuestCaller): Promise<GuestMoveOffer> {
  const [open, store] = await Promise.all([findOpenProviders(deps.providers, guest), readStoreOfGuest(deps, guest)]);
  return actForStore(deps, guest, async (work) =>
    composeOffer(work, await readReservation(work.tx, guest.reservationId), { open, store }),
  );
}

/** Makes the move, or holds it until its difference is paid. The page continues with the payment of what is due (GT-10). */
export async function moveOwnStay(
  deps: GuestMoveDeps,
  guest: GuestCaller,
  { version, expectedPriceAmount, addOns, phoneCode, ...to }: BodyOf<typeof moveAsGuest>,
): Promise<GuestMoveOffer> {
  const [open, store] = await Promise.all([findOpenProviders(deps.providers, guest), readStoreOfGuest(deps, guest)]);
  // Taking the stay to another day takes it away, as a cancellation does (GT-14).
  const sent = guest.isLinkShared ? await verifyCodeOfGuest(deps, guest, phoneCode) : null;
  return withoutCurrent(() =>
    actForStore(deps, guest, async (work) => {
      const { tx, clock } = work;
      // Before the reservation, as online booking locks the phone.
      if (sent !== null) await deps.phoneCodes.use(tx, guest, sent);
      const moved = await moveForGuest(work, {
        reservationId: guest.reservationId,
        version,
        to: { ...to, startsAt: new Date(to.startsAt), endsAt: new Date(to.endsAt) },
        expectedPriceAmount,
        canPay: open.length > 0,
        check: async (record) => {
          await lockToken(work);
          checkCodeContact(record, sent);
          if ((await findRefusal(tx, record, { store, now: clock.now() })) !== null)
            throw new Problem('STATE_NOT_ALLOWED');
          await refuseDuringConfirmation(tx, { reservationId: record.row.id, now: clock.now() });
        },
        readExtras: (record) => readMovedExtras(tx, store, record, { roomId: to.roomId, addOns }),
      });
      const refunded = await refundDifference(deps, work, moved, REFUND_REASONS.moved);
      return composeOffer(work, refunded, { open, store });
    }),
  );
}

/** Returns the held move before it is paid (GT-32). */
export async function returnOwnMove(deps: GuestMoveDeps, guest: GuestCaller): Promise<GuestMoveOffer> {
  const [open, store] = await Promise.all([findOpenProviders(deps.providers, guest), readStoreOfGuest(deps, guest)]);
  return actForStore(deps, guest, async (work) => {
    const { tx, clock } = work;
    const record = await selectReservationForUpdate(tx, guest.reservationId);
    await lockToken(work);
    if (!record.row.held_move) throw new Problem('STATE_NOT_ALLOWED');
    await refuseDuringConfirmation(tx, { reservationId: record.row.id, now: clock.now() });
    return composeOffer(work, await returnMove(tx, clock, record, byCaller(guest)), { open, store });
  });
}

async function composeOffer(
  { tx, clock, actor }: GuestWork,
  record: ReservationRecord,
  { open, store }: { readonly open: OpenProviders; readonly store: OpenStore },
): Promise<GuestMoveOffer> {
  const now = clock.now();
  const { row } = record;
  const reason = await findRefusal(tx, record, { store, now });
  const [rooms, addOns] = await Promise.all([
    tx
      .selectFrom('rooms')
      .select(['id', 'name', 'capacity'])
      .where('store_id', '=', row.store_id)
      .where('archived_at', 'is', null)
      .orderBy('sort_order')
      .orderBy('id')
      .execute(),
    listOfferedAddOns(tx, row.store_id),
  ]);
  const permission = permitMoving(record, { now, sellsOnline: store.isOpen });
  return {
    reservationId: row.id,
    storeId: row.store_id,
    version: row.version,
    mayMove: { ...permission, isAllowed: reason === null },
    reason,
    movesLeft: countMovesLeft(record),
    proof: proofOf(actor, row),
    held: toHeldMove(row.held_move ?? null),
    stay: {
      roomId: row.room_id,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      headCount: row.head_count,
      priceAmount: row.price_amount,
      addOns: addOnLinesOf(row),
    },
    today: businessDateOf(store, now),
    lastDate: businessDateOf(store, new Date(now.getTime() + store.horizonDays * DAY_MS)),
    slotMinutes: store.slotMinutes,
    minMinutes: store.minMinutes,
    maxMinutes: store.maxMinutes,
    rooms,
    addOns,
    checkoutProviders: withCheckout(open),
  };
}
