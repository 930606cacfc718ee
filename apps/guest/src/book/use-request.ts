import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { toGuestProblem, type GuestProblem } from '../shared/guest-api.ts';

export interface Requested<T> {
  /** The last reply. While a request for a new input is under way, the one for the input before. `null`: none yet. */
  readonly value: T | null;
  /** Whether `value` is the reply for the present input. */
  readonly isCurrent: boolean;
  readonly problem: GuestProblem | null;
  readonly retry: () => void;
}

type Send<T> = (abort: AbortController) => Promise<T>;

interface Settled<T> {
  /** The request that settled last, and which attempt of it. */
  readonly send: Send<T> | null;
  readonly attempt: number;
  readonly value: T | null;
  readonly problem: GuestProblem | null;
}

/** The delay before a request, so that ten taps on a stepper are one request. */
const CALM_MS = 150;

/**
 * Requests data, if `first` is not the first reply: again when `send` changes, which the caller keeps with `useCallback`, on `retry`, when the connection is
 * back, and when the browser shows a kept page again.
 */
export function useRequest<T>(send: Send<T>, first: T | null = null): Requested<T> {
  const [settled, setSettled] = useState<Settled<T>>(() => ({
    send: first === null ? null : send,
    attempt: 0,
    value: first,
    problem: null,
  }));
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const lastSend = useRef<Send<T> | null>(null);
  const hasFirst = useRef(first !== null);
  useEffect(() => {
    const isNewInput = lastSend.current !== null && lastSend.current !== send;
    lastSend.current = send;
    if (hasFirst.current) {
      hasFirst.current = false;
      return undefined;
    }
    const abort = new AbortController();
    let isGone = false;
    const start = () =>
      void send(abort).then(
        (value) => {
          // In slices: a calendar is much work for a slow phone, which answers to taps meanwhile.
          if (!isGone) startTransition(() => setSettled({ send, attempt, value, problem: null }));
        },
        (error: unknown) => {
          if (!isGone) setSettled(({ value }) => ({ send, attempt, value, problem: toGuestProblem(error) }));
        },
      );
    const timer = setTimeout(start, isNewInput ? CALM_MS : 0);
    return () => {
      isGone = true;
      clearTimeout(timer);
      abort.abort();
    };
  }, [send, attempt]);
  useEffect(() => {
    const retryOnReturn = ({ persisted }: PageTransitionEvent) => persisted && retry();
    window.addEventListener('online', retry);
    window.addEventListener('pageshow', retryOnReturn);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('pageshow', retryOnReturn);
    };
  }, [retry]);
  const isSettled = settled.send === send && settled.attempt === attempt;
  return {
    value: settled.value,
    isCurrent: isSettled && settled.problem === null,
    problem: isSettled ? settled.problem : null,
    retry,
  };
}
