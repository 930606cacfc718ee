import type { GuestPage } from '@munjigi/contract';
import { renderToString } from 'react-dom/server';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createTranslate } from '../shared/texts.ts';
import { GuestApp } from './guest-app.tsx';
import type { LivePage } from './live-page.ts';

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };

/** The page of a reservation as the browser renders it first, by the time of the data. */
export function renderReservation(page: GuestPage, language: GuestLanguage): string {
  const live = createStillPage(page);
  // The markup has no token: only what a tap does needs it.
  return renderToString(
    <GuestApp token="" live={live} language={language} text={TEXTS[language]} onSwitchLanguage={() => undefined} />,
  );
}

/** The page of one reply, which nothing updates. */
function createStillPage(page: GuestPage): LivePage {
  const state = { page, offsetMs: 0, trouble: null, isInvalid: false };
  return {
    getState: () => state,
    subscribe: () => () => undefined,
    refresh: () => Promise.resolve(),
    hurry: () => () => undefined,
    stop: () => undefined,
  };
}
