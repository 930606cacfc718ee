import type { BookingStore } from '@munjigi/contract';
import { createContext, useContext, type RefObject } from 'react';
import type { GuestLanguage } from '../shared/guest-language.ts';
import type { BookingApi } from './booking-api.ts';
import type { BookingFormat } from './booking-format.ts';
import type { BookingSelection, BookingStep } from './booking-selection.ts';
import type { BookingText } from './booking-texts.ts';

/** What every part of the page needs. */
export interface BookingView {
  readonly store: BookingStore;
  readonly api: BookingApi;
  readonly language: GuestLanguage;
  readonly text: BookingText;
  readonly format: BookingFormat;
  readonly selection: BookingSelection;
  readonly change: (part: Partial<BookingSelection>) => void;
  readonly goTo: (step: BookingStep) => void;
  readonly goBack: () => void;
  /** Reads the store again, after its terms or its rules changed. */
  readonly refreshStore: () => void;
  /** The heading of the present step, which gets the focus when the step changes. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

export const BookingContext = createContext<BookingView | null>(null);

export function useBooking(): BookingView {
  const view = useContext(BookingContext);
  if (view === null) throw new Error('The part is outside the page of booking');
  return view;
}
