import { createContext, use } from 'react';

/**
 * The zone of days and times on screens of several stores, and of one store until its own is read: that of nearly all stores. The only such
 * constant; a screen of one store takes the store's own.
 */
export const FALLBACK_ZONE = 'Asia/Seoul';

/** The zone of the store that is looked at. */
export const ZoneContext = createContext<string>(FALLBACK_ZONE);

export function useZone(): string {
  return use(ZoneContext);
}
