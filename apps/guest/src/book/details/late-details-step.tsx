import { useEffect } from 'react';
import { prepareLatePart } from '../../shared/use-late-part.ts';
import { LateBookingPart } from '../late-booking-part.tsx';

const loadDetailsStep = () => import('./details-step.tsx').then(({ DetailsStep }) => DetailsStep);
const NO_PROPS = {};

/** The last step, whose code loads after the first ones. */
export function LateDetailsStep() {
  return <LateBookingPart load={loadDetailsStep} props={NO_PROPS} />;
}

export async function prepareDetailsStep(): Promise<void> {
  await prepareLatePart(loadDetailsStep);
}

/** Loads the code of the last step while the guest chooses a time. */
export function usePreparedDetails(): void {
  useEffect(() => {
    // The step itself reports a failure, and tries again.
    prepareDetailsStep().catch((error: unknown) => console.warn(error));
  }, []);
}
