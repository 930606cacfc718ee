import { usePanelText } from '../panels/panel-texts.ts';
import type { HeldMove } from '@munjigi/contract';
import { useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { formatRemaining } from '../../shared/guest-format.ts';
import { useGuest, useHurry, useServerNow } from '../guest-context.ts';
import { LatePart } from '../late-part.tsx';
import { GuestCard } from '../parts.tsx';
import { describeProblem } from '../problem-text.ts';

const loadPanel = () => import('../payment/payment-panel.tsx').then(({ PaymentPanel }) => PaymentPanel);
const MAY_PAY = { mayPay: true };

interface HeldMoveCardProps {
  readonly held: HeldMove;
}

/** The move that waits for its payment, with the ways to pay (GT-32). The stay stays as it is until then. */
export function HeldMoveCard({ held }: HeldMoveCardProps) {
  const { format, live, send } = useGuest();
  const text = usePanelText();
  const now = useServerNow(live);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  useHurry(live, true);
  const left = Date.parse(held.holdExpiresAt) - now;

  async function giveBack(): Promise<void> {
    setSending(true);
    setFault('');
    try {
      await send({ method: 'DELETE', path: 'move', key: newActKey() });
      await live.refresh();
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
      setSending(false);
    }
  }

  return (
    <GuestCard title={text('moving.held')} testId="held-move" className="marked">
      <p className="due">
        {format.day(held.startsAt)} <span className="nowrap">{format.period(held.startsAt, held.endsAt)}</span>
        <span className="line">{held.roomName}</span>
      </p>
      <p>{text('moving.heldPrice', { amount: format.won(held.addedAmount) })}</p>
      <p className="waiting" role="timer" data-testid="move-hold">
        {left > 0 ? text('moving.heldLeft', { left: formatRemaining(left, text) }) : text('moving.heldOver')}
      </p>
      {left > 0 && <LatePart load={loadPanel} props={MAY_PAY} />}
      <button
        type="button"
        className="button"
        aria-disabled={isSending}
        onClick={() => void (!isSending && giveBack())}
      >
        {text('moving.back')}
      </button>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </GuestCard>
  );
}
