import { call } from '../api/call.ts';

const EVERY_MS = 60_000;
/** Events that only a person causes. A page that refetches, a stream and a poller cause none of them. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Reports to the server that a person is active (decision 038): at the first event, then once a minute while there are
 * more. Returns the function that stops it.
 */
export function tellOfActivity(): () => void {
  return watchActivity(window, () => {
    // `call` itself reports a session that has ended; any other failure is retried with the next event.
    call('PATCH /api/v2/auth/session', { body: {} }).catch((error: unknown) =>
      console.warn('The server was not told that somebody is here', error),
    );
  });
}

/**
 * Calls `tell` at a person's first event and at most once a minute after that, also for events in between. Returns the
 * function that stops it.
 */
export function watchActivity(place: EventTarget, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMore = false;
  const wait = () => {
    hasMore = false;
    tell();
    timer = setTimeout(() => {
      timer = undefined;
      if (hasMore) wait();
    }, EVERY_MS);
  };
  const hear = () => {
    if (timer === undefined) wait();
    else hasMore = true;
  };
  for (const sign of SIGNS) place.addEventListener(sign, hear, { passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS) place.removeEventListener(sign, hear, { capture: true });
  };
}
