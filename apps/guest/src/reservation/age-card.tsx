import type { AgeCheckOfGuest, FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { AgeCheckPart } from '../shared/age-check/age-check-part.tsx';
import type { AgeRequests } from '../shared/age-check/use-identity-check.ts';
import { toGuestProblem } from '../shared/guest-api.ts';
import { useGuest } from './guest-context.ts';
import { describeProblem } from './problem-text.ts';

/** The check of a stay for adults, in place of its code (AG-7). */
export function AgeCard() {
  const { page, language, text, live, send } = useGuest();
  const [check, setCheck] = useState<AgeCheckOfGuest | null>(null);
  const [fault, setFault] = useState('');
  const load = useCallback(
    (request: Promise<AgeCheckOfGuest>) =>
      request.then(setCheck, (error: unknown) => setFault(describeProblem(toGuestProblem(error), text))),
    [text],
  );
  useEffect(() => void load(send({ method: 'GET', path: 'age-check' })), [load, send]);
  const basis = check?.basis ?? null;
  const requests = useMemo<AgeRequests>(
    () => ({
      start: () => send<StartedAgeCheck>({ method: 'POST', path: 'age-check', body: { basis } }),
      finish: (checkId) => send<FinishedAgeCheck>({ method: 'POST', path: `age-check/${checkId}`, body: {} }),
    }),
    [send, basis],
  );
  if (fault !== '')
    return (
      <p role="alert" className="bad">
        {fault}
      </p>
    );
  if (check === null || basis === null) return <div className="skeleton skeleton-line" />;
  return (
    <AgeCheckPart
      basis={basis}
      Heading="h2"
      language={language}
      canCheckIdentity={check.canCheckIdentity}
      isAsked={check.askedAt !== null}
      requests={requests}
      onPassed={() => void live.refresh()}
      onAskForDocument={() => void load(send({ method: 'POST', path: 'age-check/document', body: {} }))}
      storePhone={page.reservation.store.phone}
    />
  );
}
