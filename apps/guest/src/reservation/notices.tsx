import { hasHeldTime } from './parts.tsx';
import { useGuest, useServerNow, useStay } from './guest-context.ts';
import type { PageTrouble } from './live-page.ts';
import type { Translate } from '../shared/texts.ts';

/** Says since when the page is not up to date (GP-6). */
export function TroubleBar({ trouble }: { readonly trouble: PageTrouble | null }) {
  const { text, format, live } = useStay();
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

/** What a confirmed stay still costs, and until when, for example after a dearer move (GP-10). */
export function DueBar() {
  const { page, text, format, live } = useGuest();
  const now = useServerNow(live);
  const { startsAt } = page.reservation;
  // The card of the extension or of the move says what it costs.
  if (page.dueAmount === 0 || hasHeldTime(page)) return null;
  const amount = format.won(page.dueAmount);
  return (
    <p className="bar due-bar" data-testid="due">
      {now < Date.parse(startsAt)
        ? text('due.until', { amount, time: format.moment(startsAt, now) })
        : text('due.now', { amount })}
    </p>
  );
}
