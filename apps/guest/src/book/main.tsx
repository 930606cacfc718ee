import { createRoot } from 'react-dom/client';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createBookingApi } from './booking-api.ts';
import { BookingApp } from './booking-app.tsx';
import { loadBookingTexts } from './booking-texts.ts';
import './book.css';
import { takeEarlyBooking } from './early-booking.ts';

/** Starts the page of booking: the data of the store and the texts are on their way since the head of the document. */
async function startBookingApp(): Promise<void> {
  const early = takeEarlyBooking();
  const container = document.getElementById('root');
  if (container === null) throw new Error('The document has no root');
  const root = createRoot(container);
  const api = createBookingApi(early);

  async function show(language: GuestLanguage): Promise<void> {
    const text = await loadBookingTexts(language);
    document.documentElement.lang = language === 'kr' ? 'ko' : 'en';
    root.render(
      <BookingApp
        api={api}
        language={language}
        text={text}
        onSwitchLanguage={() => void switchLanguage(language === 'kr' ? 'en' : 'kr')}
      />,
    );
  }
  async function switchLanguage(language: GuestLanguage): Promise<void> {
    await show(language);
    try {
      sessionStorage.setItem('guest-language', language);
    } catch (error) {
      console.warn(error);
    }
  }

  await show(early.language);
}

void startBookingApp();
