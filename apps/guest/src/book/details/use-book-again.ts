import { useCallback, useEffect, useState } from 'react';
import { toGuestProblem } from '../../shared/guest-api.ts';
import { forgetGuestLink, recallGuestLink } from '../../shared/guest-link.ts';
import { useBooking } from '../booking-context.ts';

/** The guest of an earlier stay, whose link stands for the code to the phone (RG-7). */
export interface LinkedGuest {
  readonly token: string;
  readonly maskedName: string;
  readonly maskedPhone: string;
}

interface BookAgain {
  /** `null`: the guest enters name and phone. `undefined`: not known yet. */
  readonly guest: LinkedGuest | null | undefined;
  /** The guest books under another name, or the link is no longer enough. */
  readonly forget: () => void;
}

/** For whom the link that this tab came from books. */
export function useBookAgain(): BookAgain {
  const { api, store } = useBooking();
  const [token] = useState(() => recallGuestLink(store.id));
  const [guest, setGuest] = useState<LinkedGuest | null | undefined>(token === null ? null : undefined);
  useEffect(() => {
    if (token === null) return undefined;
    const abort = new AbortController();
    api.readAgain(token, abort).then(
      ({ needsCode, maskedName, maskedPhone }) => setGuest(needsCode ? null : { token, maskedName, maskedPhone }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        // The form with the code works without the link.
        console.warn(toGuestProblem(error).code);
        setGuest(null);
      },
    );
    return () => abort.abort();
  }, [api, token]);
  const forget = useCallback(() => {
    forgetGuestLink(store.id);
    setGuest(null);
  }, [store.id]);
  return { guest, forget };
}
