import type { ReactNode } from 'react';
import type { GuestLanguage } from '../shared/guest-language.ts';
import type { Translate } from '../shared/texts.ts';
import type { StayPage } from './stay-page.ts';
import type { PageState } from './live-page.ts';

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
