import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer, GuestMoveQuote, GuestMoveTimes } from '@munjigi/contract';
import { useCallback, useEffect, useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { useGuest } from '../guest-context.ts';
import { describeProblem } from '../problem-text.ts';

/** What the guest wants to change the stay to. An empty `startsAt`: no time is chosen yet. */
export interface Wish {
  readonly date: string;
  readonly roomId: string;
  readonly headCount: number;
  readonly minutes: number;
  readonly startsAt: string;
  /** Quantities by the id of the add-on. */
  readonly addOns: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;

export function startWish({ stay }: GuestMoveOffer, date: string): Wish {
  return {
    date,
    roomId: stay.roomId,
    headCount: stay.headCount,
    minutes: (Date.parse(stay.endsAt) - Date.parse(stay.startsAt)) / MINUTE_MS,
    startsAt: '',
    addOns: Object.fromEntries(stay.addOns.map(({ addOnId, quantity }) => [addOnId, quantity])),
  };
}

/** The stay of a wish, as the server reads it. */
function toTarget({ roomId, startsAt, minutes, headCount, addOns }: Wish) {
  return {
    roomId,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString(),
    headCount,
    addOns: Object.entries(addOns)
      .filter(([, quantity]) => quantity > 0)
      .map(([addOnId, quantity]) => ({ addOnId, quantity })),
  };
}

/** A request whose reply belongs to its key; a reply of an earlier key is not shown. */
function useReply<T>(key: string, load: () => Promise<T>) {
  const text = usePanelText();
  const [reply, setReply] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const [fault, setFault] = useState({ key: '', words: '' });
  const request = useCallback(
    () =>
      load().then(
        (value) => {
          setReply({ key, value });
          setFault({ key: '', words: '' });
        },
        (error: unknown) => setFault({ key, words: describeProblem(toGuestProblem(error), text) }),
      ),
    [key, load, text],
  );
  useEffect(() => {
    if (key !== '') void request();
  }, [key, request]);
  return {
    value: reply?.key === key ? reply.value : null,
    fault: fault.key === key && key !== '' ? fault.words : '',
    retry: () => void request(),
  };
}

/** What the guest may do, and the rooms and add-ons of the store. */
export function useMoveOffer() {
  const { send } = useGuest();
  const load = useCallback(() => send<GuestMoveOffer>({ method: 'GET', path: 'move' }), [send]);
  return useReply('offer', load);
}

/** The free starts of the chosen day. */
export function useMoveTimes({ date, headCount, minutes }: Wish) {
  const { send } = useGuest();
  const query = `date=${date}&headCount=${headCount}&minutes=${minutes}`;
  const load = useCallback(() => send<GuestMoveTimes>({ method: 'GET', path: `move/times?${query}` }), [send, query]);
  return useReply(date === '' ? '' : query, load);
}

/** The price of the chosen time. */
export function useMoveQuote(wish: Wish) {
  const { send } = useGuest();
  const body = wish.startsAt === '' ? '' : JSON.stringify(toTarget(wish));
  const load = useCallback(
    () =>
      send<GuestMoveQuote>({ method: 'POST', path: 'move/quote', body: JSON.parse(body) as unknown, key: newActKey() }),
    [send, body],
  );
  return useReply(body, load);
}

/** Sends the move, or holds it. Returns what went wrong; `null`: nothing. */
export function useSendMove() {
  const { send, live } = useGuest();
  const text = usePanelText();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  async function sendMove(
    wish: Wish,
    price: { readonly version: number; readonly amount: number; readonly code: string },
  ) {
    setSending(true);
    setFault('');
    try {
      await send<GuestMoveOffer>({
        method: 'POST',
        path: 'move',
        body: {
          ...toTarget(wish),
          version: price.version,
          expectedPriceAmount: price.amount,
          ...(price.code !== '' && { phoneCode: price.code }),
        },
        key: newActKey(),
      });
      await live.refresh();
      return true;
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
      return false;
    } finally {
      setSending(false);
    }
  }
  return { isSending, fault, sendMove };
}
