import type { GuestPage, rateStay, ReplyOf } from '@munjigi/contract';
import { useRef, useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { useGuest } from '../guest-context.ts';
import { GuestCard } from '../parts.tsx';
import { describeProblem } from '../problem-text.ts';

type Score = NonNullable<GuestPage['rating']['given']>['score'];
const SCORES: readonly Score[] = [1, 2, 3, 4, 5];

/** Rates the stay once, after its end (GP-5). */
export function RatingCard() {
  const { page, text } = useGuest();
  const { given } = page.rating;
  return (
    <GuestCard title={given === null ? text('rate.title') : text('rate.thanks')} testId="rating">
      {given === null ? <RatingForm /> : <GivenRating score={given.score} remark={given.remark} />}
    </GuestCard>
  );
}

function GivenRating({ score, remark }: { readonly score: Score; readonly remark: string }) {
  const { text } = useGuest();
  return (
    <>
      <p className="good">{text('rate.given', { score })}</p>
      {remark !== '' && <p className="written">{remark}</p>}
    </>
  );
}

function RatingForm() {
  const { text, send, live } = useGuest();
  const [score, setScore] = useState<Score | null>(null);
  const [remark, setRemark] = useState('');
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const act = useRef({ words: '', key: '' });

  async function rate(): Promise<void> {
    if (score === null || isSending) return;
    const body = { score, remark: remark.trim() };
    const words = JSON.stringify(body);
    // After a lost answer the same rating gets its first reply, not a refusal of the second one.
    if (act.current.words !== words) act.current = { words, key: newActKey() };
    setSending(true);
    setFault('');
    try {
      await send<ReplyOf<typeof rateStay>>({
        method: 'POST',
        path: 'rating',
        body,
        key: act.current.key,
      });
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
    }
    await live.refresh();
    setSending(false);
  }

  return (
    <>
      <div className="scores" role="radiogroup" aria-label={text('rate.title')}>
        {SCORES.map((value) => (
          <label key={value} className={score !== null && value <= score ? 'score chosen' : 'score'}>
            <input type="radio" name="score" value={value} checked={score === value} onChange={() => setScore(value)} />
            <span aria-hidden="true">{score !== null && value <= score ? '★' : '☆'}</span>
            <span className="offscreen">{text('rate.score', { score: value })}</span>
          </label>
        ))}
      </div>
      <label>
        {text('rate.remark')}
        <textarea rows={3} maxLength={500} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </label>
      <button type="button" className="button" aria-disabled={score === null || isSending} onClick={() => void rate()}>
        {text(isSending ? 'rate.sending' : 'rate.send')}
      </button>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </>
  );
}
