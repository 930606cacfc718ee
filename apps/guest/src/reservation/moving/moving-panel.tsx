import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer } from '@munjigi/contract';
import { useEffect, useRef, useState } from 'react';
import { CallStore } from '../parts.tsx';
import { PhoneCodeFields } from '../phone-code-fields.tsx';
import { DayStrip } from './day-strip.tsx';
import { MoveSummary } from './move-summary.tsx';
import { StayFields } from './stay-fields.tsx';
import { TimeChoice } from './time-choice.tsx';
import { startWish, useMoveOffer, useMoveQuote, useMoveTimes, useSendMove, type Wish } from './use-move.ts';

interface MovingPanelProps {
  readonly onClose: () => void;
}

/** Changing the stay: the day, the time with its price, then the summary and consent (GT-30 to GT-33). */
export function MovingPanel({ onClose }: MovingPanelProps) {
  const text = usePanelText();
  const { value: offer, fault, retry } = useMoveOffer();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div data-testid="moving-panel">
      <h3 ref={heading} tabIndex={-1}>
        {text('moving.title')}
      </h3>
      {offer === null && fault === '' && <div className="skeleton skeleton-line" />}
      {offer === null && fault !== '' && (
        <>
          <p role="alert" className="bad">
            {fault}
          </p>
          <button type="button" className="button" onClick={retry}>
            {text('retry')}
          </button>
        </>
      )}
      {offer !== null &&
        (offer.reason === null ? <Choice offer={offer} onClose={onClose} /> : <Refused offer={offer} />)}
      <button type="button" className="button" onClick={onClose}>
        {text('moving.close')}
      </button>
    </div>
  );
}

function Refused({ offer: { reason } }: { readonly offer: GuestMoveOffer }) {
  const text = usePanelText();
  return (
    <>
      <p>{text(reason === null || reason === 'HOLDING' ? 'moving.none' : `moving.none.${reason}`)}</p>
      <CallStore label={text('call.store')} />
    </>
  );
}

interface ChoiceProps {
  readonly offer: GuestMoveOffer;
  readonly onClose: () => void;
}

function Choice({ offer, onClose }: ChoiceProps) {
  const text = usePanelText();
  const [wish, setWish] = useState<Wish>(() => startWish(offer, ''));
  const [code, setCode] = useState('');
  const times = useMoveTimes(wish);
  const quote = useMoveQuote(wish);
  const { isSending, fault, sendMove } = useSendMove();
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, startsAt: '', ...part }));
  const needsCode = offer.proof === 'PHONE_CODE' || offer.proof === 'EMAIL_CODE';

  async function confirm(amount: number): Promise<void> {
    if (await sendMove(wish, { version: offer.version, amount, code: needsCode ? code : '' })) onClose();
    else times.retry();
  }

  if (offer.proof === 'STORE') return <Refused offer={offer} />;
  return (
    <>
      <DayStrip offer={offer} date={wish.date} onChange={(date) => change({ date })} />
      <StayFields offer={offer} wish={wish} onChange={change} />
      {wish.date !== '' && (
        <TimeChoice offer={offer} wish={wish} times={times} onChoose={(part) => setWish({ ...wish, ...part })} />
      )}
      {quote.fault !== '' && (
        <p role="alert" className="bad">
          {quote.fault}
        </p>
      )}
      {wish.startsAt !== '' && quote.value !== null && (
        <>
          {needsCode && (
            <PhoneCodeFields
              isByEmail={offer.proof === 'EMAIL_CODE'}
              forAccount={false}
              code={code}
              onChange={setCode}
            />
          )}
          <MoveSummary
            {...{ offer, wish, quote: quote.value, isSending }}
            onConfirm={(amount) => void confirm(amount)}
          />
        </>
      )}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      <p className="quiet">{text('moving.left', { count: offer.movesLeft })}</p>
    </>
  );
}
