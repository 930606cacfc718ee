import type {
  BodyOf,
  GuestMoveQuote,
  GuestMoveTimes,
  listGuestMoveTimes,
  QueryOf,
  quoteGuestMove,
} from '@munjigi/contract';
import { businessDay } from '@munjigi/rules';
import { Problem, type GuestCaller } from '../../../http/index.ts';
import { actForStore, withoutCurrent } from '../../guest-access/index.ts';
import {
  addExtras,
  extrasOf,
  moneyOfMove,
  quoteMove,
  readReservation,
  type ReservationRecord,
} from '../../reservations/index.ts';
import { refundsOf } from '../offer/booking-quote.ts';
import { isPossibleLength, listPricedStarts, pricesOf, readFreeTimes, type FreeTimes } from '../offer/free-starts.ts';
import type { OpenStore } from '../offer/open-stores.sql.ts';
import { findRefusal, readStoreOfGuest, type GuestMoveDeps } from './guest-moves.ts';
import { readMovedExtras } from './moved-extras.ts';

/** To which times a stay can move, and at what price (GT-31): the free starts and the prices of the booking page. */

const MINUTE_MS = 60_000;

/** Lists the free starts of a date. The stay's own time counts as free. Throws STATE_NOT_ALLOWED when the guest may not move. */
export async function listTimesOfMove(
  deps: GuestMoveDeps,
  guest: GuestCaller,
  query: QueryOf<typeof listGuestMoveTimes>,
): Promise<GuestMoveTimes> {
  const store = await readStoreOfGuest(deps, guest);
  return actForStore(deps, guest, async ({ tx, clock }) => {
    const now = clock.now();
    const record = await readReservation(tx, guest.reservationId);
    if ((await findRefusal(tx, record, { store, now })) !== null) throw new Problem('STATE_NOT_ALLOWED');
    const free = await readFreeTimes(tx, store, {
      now,
      date: query.date,
      days: 1,
      exceptReservationId: guest.reservationId,
    });
    return composeTimes(store, { free, record }, query);
  });
}

function composeTimes(
  store: OpenStore,
  { free: { now, rooms, pricing }, record }: { readonly free: FreeTimes; readonly record: ReservationRecord },
  query: QueryOf<typeof listGuestMoveTimes>,
): GuestMoveTimes {
  const { date, minutes, headCount } = query;
  const suitable = rooms.filter(({ capacity }) => capacity >= headCount);
  const roomPriceAt = pricesOf(pricing, query);
  const extras = extrasOf(record.row);
  const lengthMs = minutes * MINUTE_MS;
  const priceAt = (roomId: string, at: number) => {
    const roomAmount = roomPriceAt(roomId, at);
    const period = { startsAt: new Date(at), endsAt: new Date(at + lengthMs) };
    return roomAmount === null ? null : addExtras({ totalAmount: roomAmount, lines: [] }, extras, period).totalAmount;
  };
  const day = businessDay(store, date);
  return {
    date,
    roomIds: suitable.map(({ id }) => id),
    items: (isPossibleLength(store, minutes)
      ? listPricedStarts(store, suitable, { day, minutes, now, priceAt })
      : []
    ).map(({ at, amounts }) => ({
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + lengthMs).toISOString(),
      amounts,
    })),
  };
}

/** Prices a move with the checks that making it has. Changes nothing. */
export async function quoteOwnMove(
  deps: GuestMoveDeps,
  guest: GuestCaller,
  { addOns, ...requested }: BodyOf<typeof quoteGuestMove>,
): Promise<GuestMoveQuote> {
  const store = await readStoreOfGuest(deps, guest);
  const to = { ...requested, startsAt: new Date(requested.startsAt), endsAt: new Date(requested.endsAt) };
  return withoutCurrent(() =>
    actForStore(deps, guest, async (work) => {
      const { tx, clock } = work;
      const now = clock.now();
      const record = await readReservation(tx, guest.reservationId);
      if ((await findRefusal(tx, record, { store, now })) !== null) throw new Problem('STATE_NOT_ALLOWED');
      const extras = await readMovedExtras(tx, store, record, { roomId: to.roomId, addOns });
      const { totalAmount, lines, addOnLines, discount } = await quoteMove(work, { to, record, extras });
      return {
        totalAmount,
        lines,
        addOnLines,
        discount: discount && { code: discount.code, name: discount.name, amount: discount.amount },
        ...moneyOfMove(record.row, totalAmount),
        refunds: refundsOf(store, to.startsAt, now, totalAmount),
      };
    }),
  );
}
