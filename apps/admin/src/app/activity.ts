import { call } from '../api/call.ts';

const EVERY_MS = 60_000;
/** Events that only a person causes. Refetches, streams and polls cause none of them. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Reports to the server that a person is active (decision 038): at the first event, then once a minute while there are
 * more. Returns the function that stops it.
 */
export function reportActivity(): () => void {
  return watchActivity(window, () => {
    // `call` itself reports a session that has ended; any other failure is retried with the next event.
    call('PATCH /api/v2/auth/session', { body: {} }).catch((error: unknown) =>
      console.warn('The activity of the person could not be reported', error),
    );
  });
}

/**
 * Calls `report` at a person's first event and at most once a minute after that, also for events in between. Returns the
 * function that stops it.
 */
export function watchActivity(place: EventTarget, report: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMore = false;
  const wait = () => {
    hasMore = false;
    report();
    timer = setTimeout(() => {
      timer = undefined;
      if (hasMore) wait();
    }, EVERY_MS);
  };
  const noteEvent = () => {
    if (timer === undefined) wait();
    else hasMore = true;
  };
  for (const sign of SIGNS) place.addEventListener(sign, noteEvent, { passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS) place.removeEventListener(sign, noteEvent, { capture: true });
  };
}
