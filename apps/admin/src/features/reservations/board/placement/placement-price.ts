import type { ReservationDetail } from '@munjigi/contract';
import { call, isProblem } from '../../../../api/call.ts';
import { addAgreedExtras } from '../../changed-price.ts';

/** The price of a time in a room; `null` amount: it has no price. */
export interface QuotedPrice {
  readonly amount: number | null;
}
interface PriceQuestion {
  readonly roomId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly headCount: number;
  readonly isWalkIn: boolean;
  /** A stay that a guest booked online: only such a stay has add-ons or a coupon. */
  readonly onlineStayId: string | null;
}
export interface PlacementPrices {
  /** Asks for a price and passes it to `onPrice`; drops an earlier question. A known price is passed at once. */
  readonly ask: (question: PriceQuestion, onPrice: (price: QuotedPrice) => void) => void;
  /** The price if it is known. */
  readonly findCached: (question: PriceQuestion) => QuotedPrice | null;
  readonly stop: () => void;
}

/** A drag passes many slots, so a price is requested only after this pause. */
const STAY_MS = 120;

/** Prices for one move of a reservation. Create one for each move, so that no price is outdated. */
export function createPlacementPrices(product: string): PlacementPrices {
  const prices = new Map<string, QuotedPrice>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const nameOf = ({ roomId, startMs, endMs, headCount, isWalkIn }: PriceQuestion) =>
    `${roomId} ${startMs} ${endMs} ${headCount} ${String(isWalkIn)}`;
  let stay: Promise<ReservationDetail> | undefined;
  const readStay = (reservationId: string) =>
    (stay ??= call('GET /api/v2/{product}/reservation/{reservationId}', { params: { product, reservationId } }));
  const stop = () => {
    clearTimeout(waiting);
    asking?.abort();
  };

  async function read(question: PriceQuestion, signal: AbortSignal): Promise<QuotedPrice | null> {
    const { roomId, startMs, endMs, headCount, isWalkIn, onlineStayId } = question;
    const body = {
      roomId,
      startsAt: new Date(startMs).toISOString(),
      endsAt: new Date(endMs).toISOString(),
      headCount,
      ...(isWalkIn && { isWalkIn }),
    };
    try {
      const { totalAmount } = await call('POST /api/v2/{product}/price-policy/quote', {
        params: { product },
        body,
        signal,
      });
      if (onlineStayId === null) return { amount: totalAmount };
      return { amount: addAgreedExtras(await readStay(onlineStayId), totalAmount, body) };
    } catch (error) {
      if (signal.aborted) return null;
      if (isProblem(error) && error.code === 'NO_PRICE') return { amount: null };
      // An unknown price does not prevent the drop; the server decides then.
      console.warn('The price cannot be told', error);
      return null;
    }
  }

  return {
    stop,
    findCached: (question) => prices.get(nameOf(question)) ?? null,
    ask(question, onPrice) {
      stop();
      const cached = prices.get(nameOf(question));
      if (cached !== undefined) return onPrice(cached);
      waiting = setTimeout(() => {
        asking = new AbortController();
        const { signal } = asking;
        void read(question, signal).then((price) => {
          if (price === null) return;
          prices.set(nameOf(question), price);
          if (!signal.aborted) onPrice(price);
        });
      }, STAY_MS);
    },
  };
}
