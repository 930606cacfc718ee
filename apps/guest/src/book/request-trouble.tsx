import type { GuestProblem } from '../shared/guest-api.ts';
import { useBooking } from './booking-context.ts';
import { describeBookingProblem } from './booking-problems.ts';

interface RequestTroubleProps {
  readonly problem: GuestProblem;
  readonly onRetry: () => void;
}

/** Why a part of the page is missing, and a way to try again. */
export function RequestTrouble({ problem, onRetry }: RequestTroubleProps) {
  const { text } = useBooking();
  return (
    <div role="alert" data-testid="request-trouble">
      <p className="bad">{describeBookingProblem(problem, text)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {text('retry')}
      </button>
    </div>
  );
}
