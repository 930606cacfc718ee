import { useState } from 'react';
import { newActKey, toGuestProblem } from './guest-api.ts';
import { LONGEST_HURRY_MS, useGuest, useHurry, useServerNow } from './guest-context.ts';
import { CallStore, GuestCard } from './parts.tsx';
import { describeProblem } from './problem-text.ts';

/** Alerts the help desk, and shows who answers it, live (GP-4). */
export function HelpCard() {
  const { page, text, live, send } = useGuest();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const { help } = page;
  const isExpected = ['CONFIRMED', 'IN_USE'].includes(page.reservation.state);
  const isWaiting = help !== null && help.resolvedAt === null;
  const now = useServerNow(live);
  // By the time of the request, so that a reload does not begin again.
  useHurry(live, isWaiting && help.seenAt === null && now < Date.parse(help.openedAt) + LONGEST_HURRY_MS);

  async function ask(): Promise<void> {
    setSending(true);
    setFault('');
    try {
      await send({ method: 'POST', path: 'help', body: {}, key: newActKey() });
      await live.refresh();
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
    } finally {
      setSending(false);
    }
  }

  if (!page.reservation.may.askForHelp.isAllowed && help === null) return null;
  return (
    <GuestCard title={text('help.title')} testId="help">
      {help !== null && <HelpState />}
      {!isWaiting && page.reservation.may.askForHelp.isAllowed && (
        <>
          <button type="button" className="button" aria-disabled={isSending} onClick={() => !isSending && void ask()}>
            {isSending
              ? text('help.sending')
              : text(isExpected ? (help === null ? 'help.button' : 'help.again') : 'help.after')}
          </button>
          <p className="quiet">{text('help.about')}</p>
        </>
      )}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      {(isWaiting || fault !== '') && <CallStore label={text('help.call')} />}
    </GuestCard>
  );
}

function HelpState() {
  const { page, text, format, live } = useGuest();
  const now = useServerNow(live);
  if (page.help === null) return null;
  const { openedAt, seenAt, resolvedAt, answers } = page.help;
  const timeOf = (instant: string) => format.moment(instant, now);
  return (
    <div aria-live="polite" data-testid="help-state">
      {seenAt !== null && <p className="good">{text('help.seen', { time: timeOf(seenAt) })}</p>}
      {seenAt === null && resolvedAt === null && (
        <p className="waiting">{text('help.waiting', { time: timeOf(openedAt) })}</p>
      )}
      {answers.length > 0 && (
        <ul className="plain answers" aria-label={text('help.answer')}>
          {answers.map((answer) => (
            <li key={answer.at}>
              <span className="quiet">
                {text('help.answer')} · {timeOf(answer.at)}
              </span>
              <p>{answer.text}</p>
            </li>
          ))}
        </ul>
      )}
      {resolvedAt !== null && <p className="quiet">{text('help.resolved', { time: timeOf(resolvedAt) })}</p>}
    </div>
  );
}
