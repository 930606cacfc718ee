import type { CompanionPage, GuestPage } from '@munjigi/contract';
import { createContext, useContext, useEffect, useState } from 'react';
import { requestGuest, type GuestCall } from '../shared/guest-api.ts';
import type { GuestLanguage } from '../shared/guest-language.ts';
import type { GuestFormat } from '../shared/guest-format.ts';
import { serverTime, type LivePage } from './live-page.ts';
import type { StayPage } from './stay-page.ts';
import { useIsHydrating } from '../shared/use-is-hydrating.ts';
import type { Translate } from '../shared/texts.ts';

/** What every part of the page needs. */
export interface StayView<Page extends StayPage = GuestPage> {
  readonly token: string;
  readonly page: Page;
  readonly language: GuestLanguage;
  readonly text: Translate;
  readonly format: GuestFormat;
  readonly live: LivePage<Page>;
  /** Sends a request below `/api/v2/{product}/guest/`. */
  readonly send: <T>(call: GuestCall) => Promise<T>;
}

export const GuestContext = createContext<StayView | null>(null);

/** The page of a companion, whose parts find no data of the guest. */
export const CompanionContext = createContext<StayView<CompanionPage> | null>(null);

/** For the parts that guests and companions have both. */
export function useStay(): StayView<StayPage> {
  const [guest, companion] = [useContext(GuestContext), useContext(CompanionContext)];
  const view = guest ?? companion;
  if (view === null) throw new Error('The part is outside the page of a stay');
  return view;
}

export function useGuest(): StayView {
  const view = useContext(GuestContext);
  if (view === null) throw new Error('The part is outside the page of a guest');
  return view;
}

export function createSend(token: string, slug: string): StayView['send'] {
  return (call) => requestGuest(token, { ...call, path: `/api/v2/${encodeURIComponent(slug)}/guest/${call.path}` });
}

/** The present time of the server, again each second; while the content of the server is taken over, the time of its data. */
export function useServerNow(live: LivePage<StayPage>): number {
  const isHydrating = useIsHydrating();
  const [now, setNow] = useState(() => serverTime(live.getState()));
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime(live.getState())), 1000);
    return () => clearInterval(timer);
  }, [live]);
  const { page } = live.getState();
  return isHydrating && page !== null ? Date.parse(page.now) : now;
}

export const LONGEST_HURRY_MS = 10 * 60_000;

/** Polls faster while something is under way, for ten minutes at most: friends share the limit of one link (GT-4). */
export function useHurry(live: LivePage<StayPage>, isUrgent: boolean): void {
  useEffect(() => {
    if (!isUrgent) return undefined;
    const calm = live.hurry();
    const timer = setTimeout(calm, LONGEST_HURRY_MS);
    return () => {
      clearTimeout(timer);
      calm();
    };
  }, [live, isUrgent]);
}
