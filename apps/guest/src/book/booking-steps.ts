import { useCallback, useEffect, useState } from 'react';
import { isOnServer } from '../shared/is-on-server.ts';
import { BOOKING_STEPS, type BookingSelection, type BookingStep } from './booking-selection.ts';

/** What the page keeps in an entry of the history. The address is the same for every step. */
interface StepEntry {
  readonly bookingStep: BookingStep;
}

/** The step of the present entry of the history, as far as the selection allows it. */
function readStep({ date, stay }: BookingSelection): BookingStep {
  const entry = isOnServer ? null : (history.state as Partial<StepEntry> | null);
  const step = BOOKING_STEPS.find((name) => name === entry?.bookingStep) ?? 'day';
  if (step === 'details' && stay === null) return date === null ? 'day' : 'time';
  return step === 'time' && date === null ? 'day' : step;
}

interface StepControl {
  readonly step: BookingStep;
  readonly goTo: (step: BookingStep) => void;
  readonly goBack: () => void;
}

/** The step of the page, which the back button of the browser changes as well. */
export function useBookingStep(selection: BookingSelection): StepControl {
  const [step, setStep] = useState(() => readStep(selection));
  useEffect(() => {
    const read = () => setStep(readStep(selection));
    window.addEventListener('popstate', read);
    // The browser shows a kept page again, after the guest went back from their reservation.
    window.addEventListener('pageshow', read);
    return () => {
      window.removeEventListener('popstate', read);
      window.removeEventListener('pageshow', read);
    };
  }, [selection]);
  const goTo = useCallback((next: BookingStep) => {
    history.pushState({ bookingStep: next } satisfies StepEntry, '');
    setStep(next);
  }, []);
  const goBack = useCallback(() => {
    const before = BOOKING_STEPS[Math.max(0, BOOKING_STEPS.indexOf(step) - 1)] ?? 'day';
    const entry = history.state as Partial<StepEntry> | null;
    if (entry?.bookingStep === step) history.back();
    else setStep(before);
  }, [step]);
  return { step, goTo, goBack };
}
