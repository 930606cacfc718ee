import { LatePartOfPage } from '../shared/late-part.tsx';
import type { LatePartProps } from '../shared/use-late-part.ts';
import { useBooking } from './booking-context.ts';

/** A part of the page of booking whose code loads when it is needed. */
export function LateBookingPart<Props extends object>(part: LatePartProps<Props>) {
  return <LatePartOfPage {...part} text={useBooking().text} skeleton="skeleton-card" />;
}
