import { useGuest, useServerNow } from './guest-context.ts';
import type { PageTrouble } from './live-page.ts';
import type { Translate } from './texts.ts';

/** Says since when the page is not up to date (GP-6). */
export function TroubleBar({ trouble }: { readonly trouble: PageTrouble | null }) {
  const { text, format, live } = useGuest();
  const now = useServerNow(live);
  return (
    <div role="status" data-testid="trouble">
      {trouble !== null && (
        <p className="bar">{text(`note.${trouble.kind}`, { time: format.moment(trouble.since, now) })}</p>
      )}
    </div>
  );
}

interface FirstTroubleProps {
  readonly text: Translate;
  readonly trouble: PageTrouble;
  readonly onRetry: () => void;
}

/** Nothing arrived yet. The time zone of the store is unknown, so no time is shown. */
export function FirstTrouble({ text, trouble, onRetry }: FirstTroubleProps) {
  return (
    <section className="card" role="alert" data-testid="first-trouble">
      <h1>{text(`first.${trouble.kind}`)}</h1>
      <p>{text(`first.${trouble.kind}.about`)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {text('retry')}
      </button>
    </section>
  );
}

interface InvalidLinkProps {
  readonly text: Translate;
  /** Back from the payment in a tab that does not know the reservation. */
  readonly isReturn: boolean;
}

/** One answer for every link that is not valid: it says nothing about reservations that exist. */
export function InvalidLink({ text, isReturn }: InvalidLinkProps) {
  return (
    <section className="card" data-testid="invalid-link">
      <h1>{text('invalid.title')}</h1>
      <p>{text(isReturn ? 'pay.lost' : 'invalid.about')}</p>
      <p>{text('invalid.call')}</p>
    </section>
  );
}

interface CancelledNoteProps {
  readonly text: Translate;
  /** The refund in words; empty: none. */
  readonly refund: string;
}

/** The end of a reservation that was cancelled on this page: its link has ended with it. */
export function CancelledNote({ text, refund }: CancelledNoteProps) {
  return (
    <section className="card" role="status" data-testid="cancelled">
      <h1>{text('cancel.done')}</h1>
      <p>{refund === '' ? text('cancel.done.plain') : text('cancel.done.refund', { amount: refund })}</p>
    </section>
  );
}
