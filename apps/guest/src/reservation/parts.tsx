import type { GuestPage } from '@munjigi/contract';
import { useEffect, useState, type ReactNode } from 'react';
import type { GuestLanguage } from '../shared/guest-language.ts';
import type { Translate } from '../shared/texts.ts';
import type { PageState } from './live-page.ts';
import { copyText } from '../shared/copy-text.ts';
import { useStay } from './guest-context.ts';
import type { StayPage } from './stay-page.ts';

/** Whether the stay is coming or takes place. */
export function isLiveStay({ reservation }: Pick<StayPage, 'reservation'>): boolean {
  return ['PENDING', 'CONFIRMED', 'IN_USE'].includes(reservation.state);
}

/** Whether an extension or a move waits for its payment, which its own card offers. A kept reply of an earlier version has no move. */
export function hasHeldTime({ reservation }: Pick<GuestPage, 'reservation'>): boolean {
  return reservation.heldExtension !== null || (reservation.heldMove ?? null) !== null;
}

interface CardProps {
  readonly title: string;
  readonly testId?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled block of the page. */
export function GuestCard({ title, testId, className = '', children }: CardProps) {
  return (
    <section className={`card ${className}`} data-testid={testId} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface CopyProps {
  readonly label: string;
  readonly value: string;
}

/** Copies a value, and shows for two seconds that it did. */
export function CopyButton({ label, value }: CopyProps) {
  const { text } = useStay();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <button
      type="button"
      className="button small"
      onClick={() => void copyText(value).then(toOutcome).then(setOutcome)}
    >
      <span aria-live="polite">
        {outcome === null ? label : outcome === 'copied' ? text('place.copied') : text('copy.failed')}
      </span>
    </button>
  );
}

function toOutcome(isCopied: boolean): 'copied' | 'failed' {
  return isCopied ? 'copied' : 'failed';
}

/** Calls the store. Nothing where the store has no number. */
export function CallStore({ label }: { readonly label: string }) {
  const { page } = useStay();
  const { phone } = page.reservation.store;
  if (phone === '') return null;
  return (
    <a className="button" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {label} <span className="nowrap">{phone}</span>
    </a>
  );
}

interface PageShellProps {
  readonly state: PageState<StayPage>;
  /** Of the page before its data has arrived. */
  readonly title: string;
  readonly language: GuestLanguage;
  readonly text: Translate;
  readonly onSwitchLanguage: () => void;
  readonly children: ReactNode;
}

/** The top of the page of a stay, with the switch of the language, and its content. */
export function PageShell({ state, title, language, text, onSwitchLanguage, children }: PageShellProps) {
  const { page, trouble, isInvalid } = state;
  return (
    <main className="page" aria-busy={page === null && trouble === null && !isInvalid}>
      <header className="top">
        <p>{page === null ? title : page.product.name}</p>
        <button type="button" className="button small" onClick={onSwitchLanguage}>
          <span lang={language === 'kr' ? 'en' : 'ko'}>{text('language')}</span>
        </button>
      </header>
      {children}
    </main>
  );
}

/** What stands for the data that is on its way. */
export function PageSkeleton({ title }: { readonly title: string }) {
  return (
    <>
      <h1 className="offscreen">{title}</h1>
      <div className="skeleton skeleton-title" />
      <div className="skeleton skeleton-card" />
      <div className="skeleton skeleton-card" />
    </>
  );
}
