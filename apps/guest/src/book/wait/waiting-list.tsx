import { useState } from 'react';
import { toGuestProblem } from '../../shared/guest-api.ts';
import type { JoinedWaitlist } from '../booking-api.ts';
import { useBooking } from '../booking-context.ts';
import { describeBookingProblem } from '../booking-problems.ts';

interface WaitingListProps {
  readonly waits: readonly JoinedWaitlist[];
  readonly onChange: (waits: readonly JoinedWaitlist[]) => void;
}

/** The times that this guest waits for, each with a button that withdraws it. */
export function WaitingList({ waits, onChange }: WaitingListProps) {
  const { api, text, format } = useBooking();
  const [notice, setNotice] = useState('');
  const [leaving, setLeaving] = useState('');

  async function leave({ withdrawToken: token }: JoinedWaitlist): Promise<void> {
    if (leaving !== '') return;
    setLeaving(token);
    try {
      await api.leaveWaitlist(token);
      onChange(waits.filter(({ withdrawToken }) => withdrawToken !== token));
      setNotice(text('wait.withdrawn'));
    } catch (error) {
      const problem = toGuestProblem(error);
      setNotice(problem.code === 'STATE_NOT_ALLOWED' ? text('wait.offered') : describeBookingProblem(problem, text));
    } finally {
      setLeaving('');
    }
  }

  return (
    <>
      {waits.length > 0 && (
        <section className="card" aria-labelledby="waits-title" data-testid="waits">
          <h3 id="waits-title">{text('wait.list')}</h3>
          <p>{text('wait.about')}</p>
          <ul className="plain">
            {waits.map((wait) => (
              <li key={wait.withdrawToken} className="wait-item">
                <span>
                  {format.date(format.dateOf(wait.startsAt))}{' '}
                  <span className="nowrap">{format.period(wait.startsAt, wait.endsAt)}</span> ·{' '}
                  <span className="nowrap">{text('people.count', { count: wait.headCount })}</span>
                </span>
                <button
                  type="button"
                  className="button small"
                  aria-disabled={leaving !== ''}
                  onClick={() => void leave(wait)}
                >
                  {text('wait.withdraw')}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p role="status" className={notice === '' ? 'offscreen' : 'waiting'}>
        {notice}
      </p>
    </>
  );
}
