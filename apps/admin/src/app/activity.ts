import { call } from '../api/call.ts';

const EVERY_MS = 60_000;
/** What only a person does. A page that reads by itself, a stream or a poller is none of it. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Tells the server that a person is there (decision 038): at their first sign, then once a minute for as long as there are more. Returns the way to stop. */
export function tellOfActivity(): () => void {
  return watchActivity(window, () => {
    // A session that is over is reported by the call itself; what else fails is told again with the next sign.
    call('PATCH /api/v2/auth/session', { body: {} }).catch((error: unknown) => console.warn('The server was not told that somebody is here', error));
  });
}

/** Calls `tell` at the first sign of a person and at most once a minute after that, also for signs in between. Returns the way to stop. */
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
