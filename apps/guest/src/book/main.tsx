import type { BookingStore } from '@munjigi/contract';
import type { Root } from 'react-dom/client';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { Started, startRoot } from '../shared/start-root.tsx';
import { createBookingApi } from './booking-api.ts';
import { BookingApp } from './booking-app.tsx';
import { recallSelection, startSelection } from './booking-selection.ts';
import { loadBookingTexts } from './booking-texts.ts';
import './book.css';
import { claimEarlyBooking } from './early-booking.ts';
import { recallWaits } from './wait/kept-waits.ts';

/** Starts the page of booking: the data of the store and the texts are on their way since the head of the document. */
async function startBookingApp(): Promise<void> {
  const early = claimEarlyBooking();
  const api = createBookingApi(early);
  const [product = '', store = ''] = ['.top p', 'h1'].map((part) => document.querySelector(part)?.textContent ?? '');
  // A preview for staff reads the store with its token.
  const first = location.hash.includes('preview=') ? null : (early.first ?? null);
  let root: Root | null = null;

  async function show(language: GuestLanguage): Promise<void> {
    const text = await loadBookingTexts(language);
    document.documentElement.lang = language === 'kr' ? 'ko' : 'en';
    const content = (
      <BookingApp
        api={api}
        language={language}
        text={text}
        firstStore={first?.body ?? null}
        shownNames={{ product, store }}
        onSwitchLanguage={() => void switchLanguage(language === 'kr' ? 'en' : 'kr')}
      />
    );
    if (root !== null) return root.render(<Started early={early}>{content}</Started>);
    root = startRoot(content, { early, isHydrated: first?.language === language && isFresh(first.body) });
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

/** Whether this browser has chosen nothing yet, so that the page begins as the server has rendered it. */
function isFresh(store: BookingStore): boolean {
  const hasSelection = JSON.stringify(recallSelection(store)) !== JSON.stringify(startSelection(store));
  return !hasSelection && history.state === null && recallWaits(store.id, store.now).length === 0;
}

void startBookingApp();
