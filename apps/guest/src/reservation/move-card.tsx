import { useState } from 'react';
import { newActKey, toGuestProblem } from '../shared/guest-api.ts';
import { useGuest, useServerNow } from './guest-context.ts';
import { GuestCard } from './parts.tsx';
import { describeProblem } from './problem-text.ts';

/** The old and the new time and room of a stay that was moved, until a person with the link has read it (GP-10). */
export function MoveCard() {
  const { page, text, format, live, send } = useGuest();
  const now = useServerNow(live);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const unread = page.moves.filter(({ isRead }) => !isRead);
  const [first, last] = [unread[0], unread.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { roomName, startsAt, endsAt } = page.reservation;
  const formerRoom = unread.find(({ from }) => from.roomName !== null)?.from.roomName ?? null;

  async function markRead(moveId: string): Promise<void> {
    setSending(true);
    setFault('');
    try {
      await send({ method: 'POST', path: 'move/read', body: { moveId }, key: newActKey() });
      await live.refresh();
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
    } finally {
      setSending(false);
    }
  }

  return (
    <GuestCard title={text('move.title')} testId="moved" className="marked">
      <p className="quiet">{text(`move.by.${last.by}`, { time: format.moment(last.at, now) })}</p>
      <dl className="stacked">
        <dt>{text('move.old')}</dt>
        <dd>
          <s>
            {format.day(first.from.startsAt)}{' '}
            <span className="nowrap">{format.period(first.from.startsAt, first.from.endsAt)}</span>
            {formerRoom !== null && <span className="line">{formerRoom}</span>}
          </s>
        </dd>
        <dt>{text('move.new')}</dt>
        <dd className="due">
          {format.day(startsAt)} <span className="nowrap">{format.period(startsAt, endsAt)}</span>
          {formerRoom !== null && <span className="line">{roomName}</span>}
        </dd>
      </dl>
      <button
        type="button"
        className="button"
        aria-disabled={isSending}
        onClick={() => void (!isSending && markRead(last.id))}
      >
        {text('move.read')}
      </button>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </GuestCard>
  );
}
