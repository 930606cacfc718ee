import type { GuestPage } from '@munjigi/contract';
import { useGuest, useServerNow } from '../guest-context.ts';
import { GuestCard, isLiveStay } from '../parts.tsx';
import { isWritten, StoreText } from '../../shared/store-text.tsx';
import type { Translate } from '../../shared/texts.ts';

/** The refund rules with their next deadlines, and before a payment what it agrees to (GP-11). */
export function RefundRulesCard() {
  const { page, text } = useGuest();
  const { priceAmount } = page.reservation;
  if (priceAmount === 0 || !isLiveStay(page)) return null;
  const isBeforePayment = page.dueAmount > 0;
  const hasTerms = page.acceptedTerms !== null || isWritten(page.bookingTerms, page.bookingTermsEn);
  return (
    <GuestCard title={text('terms.title')} testId="refund-rules">
      <RefundRules />
      <TermsOfStore />
      {isBeforePayment && <p className="quiet">{text(hasTerms ? 'terms.consent' : 'terms.consent.refund')}</p>}
    </GuestCard>
  );
}

/** The terms that the guest accepted, as they were shown then (BK-6), or those of the store while money is due. */
export function TermsOfStore() {
  const { page, language, text, format } = useGuest();
  // A page that was kept before an update has none.
  const accepted = page.acceptedTerms ?? null;
  const terms = { ko: page.bookingTerms, en: page.bookingTermsEn };
  if (accepted === null && !isWritten(terms.ko, terms.en)) return null;
  return (
    <details data-testid="terms">
      <summary>{text('terms.read')}</summary>
      {accepted === null ? (
        <StoreText language={language} mark={text('written.other')} {...terms} />
      ) : (
        <>
          <p className="quiet">{text('terms.accepted', { day: format.day(accepted.acceptedAt) })}</p>
          <StoreText
            language={language}
            mark={text('written.other')}
            ko={accepted.language === 'ko' ? accepted.text : ''}
            en={accepted.language === 'en' ? accepted.text : ''}
          />
        </>
      )}
    </details>
  );
}

/** What a cancellation refunds until when, from now on. */
export function RefundRules() {
  const { page, text, format, live } = useGuest();
  const now = useServerNow(live);
  const steps = page.refundSteps.filter(({ until }) => now <= Date.parse(until));
  if (steps.length === 0) return <p>{text('terms.started')}</p>;
  return (
    <ul className="plain rules" data-testid="refund-steps">
      {steps.map((step, index) => (
        <li key={step.until}>
          {describeStep(step, { text, isFirst: index === 0, until: format.moment(step.until, now) })}
        </li>
      ))}
    </ul>
  );
}

function describeStep(
  { refundPercent: percent }: GuestPage['refundSteps'][number],
  { text, isFirst, until }: { readonly text: Translate; readonly isFirst: boolean; readonly until: string },
): string {
  if (percent === 0) return text(isFirst ? 'terms.none.now' : 'terms.none.then');
  return percent === 100 ? text('terms.full', { until }) : text('terms.part', { until, percent });
}
