import type { GuestProblem } from '../shared/guest-api.ts';
import { formatRemaining } from '../shared/guest-format.ts';
import type { BookingText } from './booking-texts.ts';

/** What a refusal or a lost connection means to a guest who books. */
export function describeBookingProblem(problem: GuestProblem, text: BookingText): string {
  if (problem.status === 429) return text('problem.LIMITED', { left: describeWait(problem, text) });
  switch (problem.code) {
    case 'NO_CONNECTION':
    case 'STORE_CLOSED':
    case 'BEYOND_HORIZON':
    case 'IN_THE_PAST':
    case 'NO_PRICE':
    case 'OVER_CAPACITY':
    case 'ADD_ON_REFUSED':
    case 'BOOKING_REFUSED':
      return text(`problem.${problem.code}`);
    case 'PERIOD_INVALID':
    case 'OFF_SLOT_GRID':
    case 'TOO_SHORT':
    case 'TOO_LONG':
      return text('problem.STORE_CLOSED');
    case 'IDEMPOTENCY_KEY_REUSED':
      return text('problem.EARLIER');
    case 'PROVIDER_NOT_SET':
      return text('book.noPay');
    case 'NOT_FOUND':
      return text('problem.GONE');
    default:
      return text('problem.OTHER');
  }
}

/** The time to wait after too many requests, in words; whole minutes from one minute on. */
export function describeWait({ retryAfterSeconds }: GuestProblem, text: BookingText): string {
  const seconds = Math.max(1, retryAfterSeconds);
  if (seconds < 60) return text('time.seconds', { count: Math.ceil(seconds) });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? text('time.minutes', { count: minutes }) : formatRemaining(minutes * 60_000, text);
}
