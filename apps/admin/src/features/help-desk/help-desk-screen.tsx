import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { DeskStart } from './desk-start.tsx';
import { GuestView } from './guest/guest-view.tsx';

/**
 * `/dashboard/support`: the search with today's cases, or one guest. Both are in the address (SH-6), so that the back
 * button works.
 */
export function HelpDeskScreen() {
  const [params, setParams] = useSearchParams();
  const reservationId = params.get('reservation');
  const change = useCallback(
    (name: string, value: string, { replace = false } = {}) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === '') after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace },
      );
    },
    [setParams],
  );
  if (reservationId !== null)
    return <GuestView key={reservationId} reservationId={reservationId} onBack={() => change('reservation', '')} />;
  return (
    <DeskStart
      q={params.get('q') ?? ''}
      onSearch={(q) => change('q', q, { replace: true })}
      onPick={(id) => change('reservation', id)}
    />
  );
}
