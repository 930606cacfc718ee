import type { AgeCheckOutcome, FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toGuestProblem } from '../guest-api.ts';
import type { AgeText } from './age-texts.ts';
import { identityAddress } from './identity-window.ts';

const POLL_MS = 3000;

/** The requests of one check. Both reject with a GuestProblem. */
export interface AgeRequests {
  readonly start: () => Promise<StartedAgeCheck>;
  readonly finish: (checkId: string) => Promise<FinishedAgeCheck>;
}

export interface IdentityCheck {
  readonly state: 'IDLE' | 'STARTING' | 'WAITING' | 'PASSED';
  /** Why the last check did not pass. `null`: none has ended. */
  readonly fault: Parameters<AgeText>[0] | null;
  /** The address of the window, for a browser that did not open it. */
  readonly address: string | null;
  readonly begin: () => void;
}

/** An identity check in another window, whose outcome the server is asked for until it is known (AG-5). */
export function useIdentityCheck({ start, finish }: AgeRequests, onPassed: () => void): IdentityCheck {
  const [begun, setBegun] = useState<{ readonly checkId: string; readonly address: string } | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [isPassed, setPassed] = useState(false);
  const [fault, setFault] = useState<IdentityCheck['fault']>(null);
  const requests = useRef({ finish, onPassed });
  useEffect(() => {
    requests.current = { finish, onPassed };
  }, [finish, onPassed]);
  useEffect(() => {
    if (begun === null) return undefined;
    return pollOutcome(
      () => requests.current.finish(begun.checkId),
      (outcome) => {
        if (outcome === 'FAILED') setFault('age.FAILED');
        if (outcome === 'WAITING' || outcome === 'FAILED') return;
        setBegun(null);
        setFault(outcome === 'PASSED' ? null : outcome === 'OVER' ? 'age.over' : `age.${outcome}`);
        if (outcome !== 'PASSED') return;
        setPassed(true);
        requests.current.onPassed();
      },
    );
  }, [begun]);

  const begin = useCallback(() => {
    if (isStarting) return;
    setStarting(true);
    setFault(null);
    // In the tap itself, because browsers open a window only then.
    const opened = window.open('', '_blank');
    start()
      .then((check) => {
        const address = identityAddress(check);
        if (opened !== null) opened.location.href = address;
        setBegun({ checkId: check.checkId, address });
      })
      .catch((error: unknown) => {
        opened?.close();
        setFault(describeStart(toGuestProblem(error)));
      })
      .finally(() => setStarting(false));
  }, [isStarting, start]);
  const state = isPassed ? 'PASSED' : isStarting ? 'STARTING' : begun === null ? 'IDLE' : 'WAITING';
  return { state, fault, address: begun?.address ?? null, begin };
}

function describeStart({ code }: { readonly code: string }): NonNullable<IdentityCheck['fault']> {
  if (code === 'TOO_MANY_ATTEMPTS') return 'age.limited';
  if (code === 'PROVIDER_NOT_SET' || code === 'STATE_NOT_ALLOWED') return 'age.none';
  return code === 'NO_CONNECTION' ? 'age.lost' : 'age.over';
}

/** Asks again every three seconds, and when the guest returns to the page. Returns what ends it. */
function pollOutcome(
  ask: () => Promise<FinishedAgeCheck>,
  report: (outcome: AgeCheckOutcome | 'OVER') => void,
): () => void {
  let isEnded = false;
  let isAsking = false;
  const poll = async () => {
    if (isEnded || isAsking || document.visibilityState === 'hidden') return;
    isAsking = true;
    try {
      const { outcome } = await ask();
      if (isEnded) return;
      // Two answers that come before the next rendering report once.
      isEnded = outcome !== 'WAITING' && outcome !== 'FAILED';
      report(outcome);
    } catch (error) {
      // Without a connection the next time answers.
      const { code } = toGuestProblem(error);
      if (isEnded || (code !== 'STATE_NOT_ALLOWED' && code !== 'NOT_FOUND')) return;
      isEnded = true;
      report('OVER');
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_MS);
  const onShow = () => void poll();
  document.addEventListener('visibilitychange', onShow);
  window.addEventListener('focus', onShow);
  return () => {
    isEnded = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onShow);
    window.removeEventListener('focus', onShow);
  };
}
