import type { BookingStore } from '@munjigi/contract';
import { renderToString } from 'react-dom/server';
import en from '../locales/book/en.json';
import kr from '../locales/book/kr.json';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createTranslate } from '../shared/texts.ts';
import { createBookingApi } from './booking-api.ts';
import { BookingApp } from './booking-app.tsx';

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };

/** The page of a store as the browser of a guest who has chosen nothing renders it first. */
export function renderBooking(store: BookingStore, language: GuestLanguage): string {
  const api = createBookingApi({ product: encodeURIComponent(store.product.slug), storeId: store.id, language }, '');
  return renderToString(
    <BookingApp
      api={api}
      language={language}
      text={TEXTS[language]}
      firstStore={store}
      onSwitchLanguage={() => undefined}
    />,
  );
}
