import { zonedDate } from '@munjigi/rules';
import { useSyncExternalStore } from 'react';

const CHECK_EVERY_MS = 20_000;

/** Today's calendar date in a zone, `YYYY-MM-DD`; it changes at midnight. */
export function useCalendarDay(timeZone: string): string {
  return useSyncExternalStore(subscribe, () => zonedDate(timeZone, new Date()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
